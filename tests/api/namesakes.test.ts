import { expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

async function newList() {
  const place = await createPlace(server.client);
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
  return { ...place, list };
}
type List = Awaited<ReturnType<typeof newList>>;
const valuesOf = async ({ owner, list }: List, name: string) =>
  (await readRows(owner, list)).map(({ values }) => values[name]);

const LINKEDIN = `First Name,Last Name,URL,Email Address,Company,Position,Connected On
Jane,Doe,https://www.linkedin.com/in/jane,,Doe Inc,CEO,03 Mar 2023
Jane,Doe,https://www.linkedin.com/in/jane-2,,Other Inc,Cook,03 Mar 2023
Jane,Doe,https://www.linkedin.com/in/jane-3,,Other Inc,Clerk,03 Mar 2023
`;

it('adds each of several people of one name who have neither an address nor a number, and none of them twice', async () => {
  const place = await newList();
  const { owner, list } = place;
  expect(await importFile(owner, list, LINKEDIN)).toMatchObject({ people: { added: 3 }, rejected: 0 });
  expect(await valuesOf(place, 'occupation')).toEqual(['CEO', 'Cook', 'Clerk']);
  const again = await importFile(owner, list, LINKEDIN);
  expect(again).toMatchObject({ people: { added: 0, updated: 0, unchanged: 3 } });
  const moved = LINKEDIN.replaceAll('Other Inc', 'New Inc');
  expect(await importFile(owner, list, moved)).toMatchObject({ people: { added: 0, unchanged: 3 } });
});

it('adds people of whom nothing says who they are once, also where somebody has the same company', async () => {
  const { owner, list } = await newList();
  const hidden = [',,,Engines,03 Feb 2026', ',,,,04 Feb 2026', ',,,,04 Feb 2026', ',,,Boats,'];
  const file = ['First Name,Last Name,Email Address,Company,Connected On', ...hidden].join('\n');
  expect(await importFile(owner, list, file)).toMatchObject({ people: { added: 3 }, rejected: 0 });
  const before = await readRows(owner, list);
  expect(before).toHaveLength(3);
  for (const on_match of ['skip', 'update'])
    expect(await importFile(owner, list, file, { on_match })).toMatchObject({
      people: { added: 0, updated: 0 },
    });
  expect(await readRows(owner, list)).toEqual(before);
  // Who says something else, or less, is somebody else.
  const further = file.replaceAll('03 Feb', '09 May').replace(',,,Boats,', ',,,Engines,');
  expect(await importFile(owner, list, further)).toMatchObject({ people: { added: 2, updated: 0 } });
  expect(await importFile(owner, list, further)).toMatchObject({ people: { added: 0, updated: 0 } });
  const other = await newList();
  await importFile(other.owner, other.list, 'Name,Company name\nAda,Engines\n');
  const company = 'First Name,Last Name,Email Address,Company\n,,,Engines\n';
  for (const people of [{ added: 1 }, { added: 0, unchanged: 1 }])
    expect(await importFile(other.owner, other.list, company)).toMatchObject({ people });
});

it('knows people of a list of names and addresses by both', async () => {
  const place = await newList();
  const { owner, list } = place;
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const how = { match_on: columns.find(({ name }) => name === 'name')?.id ?? '', on_match: 'skip' };
  const file =
    'Name,Address\nMaria Huber,"Hauptstr. 1\n1010 Wien"\nMaria Huber,"Ring 9\r\n1010 Wien"\nEva,\nEva,\n';
  expect(await importFile(owner, list, file, how)).toMatchObject({ people: { added: 3 }, rejected: 0 });
  expect(await valuesOf(place, 'address')).toEqual([
    'Hauptstr. 1, 1010 Wien',
    'Ring 9, 1010 Wien',
    undefined,
  ]);
  expect(await importFile(owner, list, file, how)).toMatchObject({ people: { added: 0, unchanged: 4 } });
  expect(await readRows(owner, list)).toHaveLength(3);
});

it('adds namesakes of whom a card says more than a name', async () => {
  const { owner, list } = await newList();
  const card = (more: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:John Smith\n${more}\nEND:VCARD\n`;
  const cards = card('ORG:Acme') + card('ORG:Other') + card('NOTE:said nothing else');
  expect(await importFile(owner, list, cards)).toMatchObject({ people: { added: 2 } });
  expect(await importFile(owner, list, cards)).toMatchObject({ people: { added: 0, unchanged: 3 } });
});

it('takes addresses of several lines, as Google and Outlook write them', async () => {
  const place = await newList();
  const google =
    'First Name,Last Name,Notes,E-mail 1 - Value,Address 1 - Formatted\n' +
    'Ada,Lovelace,"one\ntwo",ada@example.org,"Main St 1\nLondon\n  GB"\n';
  expect(await importFile(place.owner, place.list, google)).toMatchObject({ done: 1, rejected: 0 });
  expect(await valuesOf(place, 'address')).toEqual(['Main St 1, London, GB']);
  expect(await valuesOf(place, 'about')).toEqual(['one\ntwo']);
});
