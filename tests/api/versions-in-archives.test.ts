import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { zipOf as archive, readArchive } from '#tests/harness/archive.ts';
import { createItem } from '#tests/harness/content.ts';
import { importArchive, interruptedImport } from '#tests/harness/imports.ts';
import { addMember, createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { comparableArchive, exportSpace } from '#tests/harness/space-archives.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createPlace>>;

const VERSIONS = 'hubkeep.versions/versions.jsonl';
const withVersions = (by: TestAccount, place: Place) => exportSpace(by, place, 'md', '&versions=true');

async function copyOf(place: Place, bytes: Uint8Array, owner: TestAccount = place.owner) {
  const space = await createSpace(owner, place.hub, { name: 'Copy', default_role: 'editor' });
  const copy = { ...place, owner, space };
  return { copy, job: await importArchive(copy, { bytes }) };
}

const verify = (...people: TestAccount[]) =>
  server.sql('update app_user set is_email_verified = true where id = any($1)', [
    people.map(({ user }) => user.id),
  ]);

const write = async (by: TestAccount, { id }: Pick<Item, 'id'>, content: string) =>
  expectData(await by.client.patch(`items/${id}/`, { content }));
const versionsOf = async (by: TestAccount, id = '') =>
  expectData(await by.client.get(`items/${id}/versions/?page_size=100`));
const textOf = async (by: TestAccount, id: string, number: number): Promise<string> =>
  expectData(await by.client.get(`items/${id}/versions/${String(number)}/`)).markdown;
const itemsOf = async ({ owner, hub, space }: Place): Promise<Item[]> =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/?page_size=100`));

/** A document that two people wrote by turns, with a named version and a link to another document. */
async function writtenIn() {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const member = await addMember(server.client, owner, hub, 'member');
  await verify(owner, member);
  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { default_role: 'editor' }));
  const other = await createItem(owner, place, { title: 'Other', content: 'x' });
  const document = await createItem(owner, place, { title: 'Oars', content: 'First.' });
  const link = `[other](/${hub.domain_handle}/${space.slug}/${other.id})`;
  await write(member, document, `Second, see ${link}.`);
  await write(owner, document, 'Third.');
  expectData(await owner.client.patch(`items/${document.id}/versions/2/`, { name: 'The good one' }));
  await server.sql(
    `update document_version set created_at = timestamptz '2024-05-01T10:00Z' + make_interval(hours => number),
       changed_at = timestamptz '2024-05-01T10:30Z' + make_interval(hours => number) where item_id = $1`,
    [document.id],
  );
  return { place, member, document, other };
}

describe('the earlier versions of documents', () => {
  it('are in an archive only where they are chosen', async () => {
    const { place } = await writtenIn();
    expect([...(await readArchive(await exportSpace(place.owner, place))).keys()]).not.toContain(VERSIONS);
    expect([...(await readArchive(await withVersions(place.owner, place))).keys()]).toContain(VERSIONS);
  });

  it('are the same again after an import by an owner of the hub, and after another one', async () => {
    const { place, member, document } = await writtenIn();
    const bytes = await withVersions(place.owner, place);
    const { copy, job } = await copyOf(place, bytes);
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toBeUndefined();
    const before = await comparableArchive(bytes);
    expect(await comparableArchive(await withVersions(place.owner, copy))).toEqual(before);
    const items = await itemsOf(copy);
    const there = items.find(({ title }) => title === 'Oars')?.id ?? '';
    const other = items.find(({ title }) => title === 'Other')?.id ?? '';
    expect(await versionsOf(place.owner, there)).toEqual(await versionsOf(place.owner, document.id));
    expect((await versionsOf(place.owner, there))[1]).toMatchObject({
      name: 'The good one',
      created_by: { id: member.user.id },
    });
    expect(await textOf(place.owner, there, 2)).toContain(`/${copy.space.slug}/${other}`);
    expect(await importArchive(copy, { bytes })).toMatchObject({ state: 'ready', rejected: 0 });
    expect(await comparableArchive(await withVersions(place.owner, copy))).toEqual(before);
    expectData(await place.owner.client.post(`items/${there}/versions/1/restore/`));
    expect(expectData(await place.owner.client.get(`items/${there}/content/`)).markdown).toBe('First.');
    expect((await versionsOf(place.owner, there)).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  it('of a folder are in its archive', async () => {
    const { place, document } = await writtenIn();
    const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Folder' });
    expectData(await place.owner.client.patch(`items/${document.id}/`, { parent: folder.id }));
    const response = await place.owner.client.fetch('GET', `items/${folder.id}/export/?versions=true`);
    const files = await readArchive(Buffer.from(await response.arrayBuffer()));
    expect(files.get(VERSIONS)?.toString().trim().split('\n')).toHaveLength(3);
  });

  it('are in no archive of somebody who may only read them', async () => {
    const { place, member } = await writtenIn();
    expectData(
      await place.owner.client.in(place.hub).patch(`spaces/${place.space.slug}/`, { default_role: 'viewer' }),
    );
    expect([...(await readArchive(await withVersions(member, place))).keys()]).not.toContain(VERSIONS);
  });

  it('notify nobody whom they mention, and count as nothing that was written', async () => {
    const { place, member, document } = await writtenIn();
    await write(place.owner, document, `For @[Member](user:${member.user.id}).`);
    const bytes = await withVersions(place.owner, place);
    const notified = () => server.sql('select id from notification where user_id = $1', [member.user.id]);
    const before = await notified();
    const { copy } = await copyOf(place, bytes);
    const there = (await itemsOf(copy)).find(({ title }) => title === 'Oars');
    expect(await versionsOf(place.owner, there?.id)).toHaveLength(4);
    expect(await notified()).toEqual(before);
    const original = (await itemsOf(place)).find(({ title }) => title === 'Oars');
    expect([there?.updated_at, there?.revision]).toEqual([original?.updated_at, 1]);
  });

  it('that were deleted here do not come again', async () => {
    const { place } = await writtenIn();
    const bytes = await withVersions(place.owner, place);
    const { copy } = await copyOf(place, bytes);
    const there = (await itemsOf(copy)).find(({ title }) => title === 'Oars')?.id ?? '';
    await server.sql('delete from document_version where item_id = $1 and number = 1', [there]);
    await importArchive(copy, { bytes });
    expect((await versionsOf(place.owner, there)).map(({ number }) => number)).toEqual([3, 2]);
  });

  it('come with an archive that has them after one that had none, but not into what was changed here', async () => {
    const { place } = await writtenIn();
    const { copy } = await copyOf(place, await exportSpace(place.owner, place));
    const bytes = await withVersions(place.owner, place);
    expect((await importArchive(copy, { bytes })).reason).toBeUndefined();
    const there = (await itemsOf(copy)).find(({ title }) => title === 'Oars');
    expect(await versionsOf(place.owner, there?.id)).toHaveLength(3);
    const { copy: changed } = await copyOf(place, await exportSpace(place.owner, place));
    const own = (await itemsOf(changed)).find(({ title }) => title === 'Oars');
    await write(place.owner, own ?? { id: '' }, 'Here.');
    const job = await importArchive(changed, { bytes });
    expect(job.reason).toContain('The earlier versions of one document left out');
    expect(await versionsOf(place.owner, own?.id)).toHaveLength(1);
    expect(await textOf(place.owner, own?.id ?? '', 1)).toBe('Here.');
  });

  it('have the names of the archive where its importer may not write in those names', async () => {
    const { place, document } = await writtenIn();
    const importer = await addMember(server.client, place.owner, place.hub, 'member');
    const { copy, job } = await copyOf(place, await withVersions(place.owner, place), importer);
    expect(job.reason).toContain('3 earlier versions written by people who are no members here');
    const there = (await itemsOf(copy)).find(({ title }) => title === 'Oars')?.id;
    const names = (await versionsOf(place.owner, document.id)).map(({ created_by }) => created_by?.name);
    const found = await versionsOf(importer, there);
    expect(found.map(({ created_by, authors }) => [created_by?.id, created_by?.name, authors])).toEqual(
      names.map((name) => ['', name, [{ id: '', name }]]),
    );
    const { copy: again } = await copyOf(place, await withVersions(importer, copy), importer);
    const last = (await itemsOf(again)).find(({ title }) => title === 'Oars')?.id;
    expect(await versionsOf(importer, last)).toEqual(found);
  });

  it('of a hostile archive end in a report', async () => {
    const place = await createPlace(server.client);
    const [document, file] = [randomUUID(), randomUUID()];
    const times = { created_at: '2999-01-01T00:00:00Z', changed_at: '0001-01-01T00:00:00Z' };
    const line = (more: object) =>
      JSON.stringify({ item: document, number: 5, markdown: 'x', ...times, ...more });
    const script = '<script>alert(1)</script> [x](javascript:alert(1)) \0';
    const bytes = await archive({
      'a.md': 'text',
      'b.txt': 'a,b',
      [VERSIONS]: [
        line({ markdown: script, author: { name: '\0', email: place.owner.user.email } }),
        line({ number: 4, author: { name: 'Eve', email: 'eve@example.test' }, name: '\0' }),
        line({ number: 4, markdown: 'the same number' }),
        line({ number: 2_000_000_000 }),
        line({ number: 0 }),
        line({ number: '3' }),
        line({ item: 'x' }),
        line({ item: file }),
        line({ item: randomUUID() }),
        line({ number: 3, markdown: 7 }),
        line({ number: 3, authors: 'Eve' }),
        line({ number: 3, changed_at: 'now' }),
        line({ number: 9 }),
        'no json',
        '',
      ].join('\n'),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        versions: 'hubkeep.versions/',
        files: [
          { path: 'a.md', id: document, kind: 'document', title: 'A' },
          { path: 'b.txt', id: file, kind: 'document', title: 'b.txt', file_name: 'b.txt' },
        ],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toContain('could not be read');
    expect(job.reason).toContain('2 earlier versions left out');
    const there = (await itemsOf(place)).find(({ title }) => title === 'A')?.id ?? '';
    const versions = await versionsOf(place.owner, there);
    // The newest is the text of the document itself.
    expect(versions.map(({ number }) => number)).toEqual([6, 5, 4]);
    expect(await textOf(place.owner, there, 6)).toBe('text');
    expect(versions.every(({ created_at }) => Date.parse(created_at) <= Date.now())).toBe(true);
    expect(versions[1]?.created_by).toMatchObject({ id: '' });
  });

  it('leave no trace at a document that their importer may not change', async () => {
    const place = await createEditorAndPlace(server.client);
    const document = randomUUID();
    const at = '2024-01-01T00:00:00Z';
    const own = (versions: string) =>
      archive({
        'a.md': 'text',
        [VERSIONS]: versions,
        'hubkeep.json': JSON.stringify({
          format: 'hubkeep-space',
          versions: 'hubkeep.versions/',
          files: [{ path: 'a.md', id: document, kind: 'document', title: 'A', visibility: 'private' }],
        }),
      });
    const version = { item: document, number: 3, markdown: 'before', created_at: at, changed_at: at };
    const bytes = await own(JSON.stringify(version));
    await importArchive(place, { bytes: await own('') });
    const job = await importArchive({ ...place, owner: place.member }, { bytes });
    expect(job.reason).toContain('One earlier version left out: you may not change the document');
    await importArchive(place, { bytes });
    const there = (await itemsOf(place)).find(({ title }) => title === 'A')?.id;
    expect((await versionsOf(place.owner, there)).map(({ number }) => number)).toEqual([4, 3]);
  });

  it('of an archive with 100,000 of them are its 1,000 newest', async () => {
    const place = await createPlace(server.client);
    const document = randomUUID();
    const at = '2024-01-01T00:00:00Z';
    const lines = Array.from({ length: 100_010 }, (_, from) =>
      JSON.stringify({
        item: document,
        number: 100_010 - from,
        markdown: 'x',
        created_at: at,
        changed_at: at,
      }),
    );
    const bytes = await archive({
      'a.md': 'x',
      [VERSIONS]: lines.join('\n'),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        versions: 'hubkeep.versions/',
        files: [{ path: 'a.md', id: document, kind: 'document', title: 'A' }],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', done: 1, rejected: 0 });
    expect(job.reason).toContain('99010 earlier versions left out');
    const [item] = await itemsOf(place);
    const rows = await server.sql<{ count: number; oldest: number }>(
      'select count(*)::int as count, min(number) as oldest from document_version where item_id = $1',
      [item?.id],
    );
    expect(rows[0]).toEqual({ count: 1_000, oldest: 99_011 });
  });

  it('resume where an interrupted run ended, each once', async () => {
    const place = await createPlace(server.client);
    const document = randomUUID();
    const at = '2024-01-01T00:00:00Z';
    const lines = Array.from({ length: 250 }, (_, from) => {
      const number = 250 - from;
      const markdown = number === 250 ? 'text' : `Text ${number}`;
      return JSON.stringify({ item: document, number, markdown, created_at: at, changed_at: at });
    });
    const bytes = await archive({
      'a.md': 'text',
      [VERSIONS]: lines.join('\n'),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        versions: 'hubkeep.versions/',
        files: [{ path: 'a.md', id: document, kind: 'document', title: 'A' }],
      }),
    });
    const numbers = async () => {
      const rows = await server.sql<{ number: number }>(
        `select number from document_version join item on item.id = item_id where item.space_id = $1 order by number`,
        [place.space.id],
      );
      return rows.map(({ number }) => number);
    };
    const complete = async () =>
      server.sql(
        'select from import_source join item on item.id = item_id where item.space_id = $1 and has_versions',
        [place.space.id],
      );
    const interrupted = await interruptedImport(server, place, bytes, 'document_version', 'new.number < 100');
    expect(await numbers()).toEqual(Array.from({ length: 100 }, (_, n) => 151 + n));
    expect(await complete()).toEqual([]);
    expect(await interrupted.goOn()).toMatchObject({ state: 'ready', rejected: 0 });
    expect(await numbers()).toEqual(Array.from({ length: 250 }, (_, n) => 1 + n));
    expect(await complete()).toHaveLength(1);
  });
});
