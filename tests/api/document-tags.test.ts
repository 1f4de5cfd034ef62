import { expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { zipOf as archive } from '#tests/harness/archive.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

it('finds imported documents by their tags, by the new ones after the next import, and not by their authors', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const search = async (q: string, by = owner) =>
    expectData(await by.client.in(hub).get('search/', { query: { q } })).map(({ item }) => item.title);
  const send = async (tags: string, text = 'A line.') =>
    importArchive(place, {
      bytes: await archive({
        'Heron.md': `---\ntags: [${tags}]\nauthor: Zanzibarian Wombat\n---\n${text}`,
        'Empty.md': '---\ntags: [marmoset]\n---\n',
        'Other.md': 'Nothing of it.',
      }),
    });
  await send('quokka, "two words"');
  await eventually(async () => expect(await search('quokka')).toEqual(['Heron']));
  expect(await search('"two words"')).toEqual(['Heron']);
  expect(await search('heron quokka')).toEqual(['Heron']);
  expect(await search('marmoset')).toEqual(['Empty']);
  expect(await search('zanzibarian')).toEqual([]);
  const guest = await addMember(server.client, owner, hub, 'guest');
  expect(await search('quokka', guest)).toEqual([]);
  await send('axolotl');
  await eventually(async () => expect(await search('axolotl')).toEqual(['Heron']));
  expect(await search('quokka')).toEqual([]);
});
