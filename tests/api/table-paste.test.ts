import { beforeAll, describe, expect, it } from 'vitest';
import { createHub, createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { sendImport } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const FILES = { id: 'f_files', name: 'files', label: 'Files', type: 'attachment', required: false };
const TEXTS = {
  ...{ id: 'f_texts', name: 'texts', label: 'Texts', type: 'file', required: false },
  rules: [{ rule: 'extensions', value: ['txt'] }],
};

describe('titles that are pasted into a column of links', () => {
  const readLinks = (by: TestAccount, { id }: { id: string }, texts: string[], column = 'who') =>
    by.client.post(`items/${id}/rows/read-links/`, { column, texts });

  it('name the one row that has them, or say why they name none', async () => {
    const { owner } = place;
    const people = await createTable(owner, place, [NAME], { visibility: 'private' });
    const tasks = await createTable(owner, place, [NAME]);
    const column = { name: 'who', label: 'Who', type: 'link', table: people.id };
    expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201);
    const [ada, grace] = await addRows(
      owner,
      people,
      ['Ada', 'Grace', 'Twin', 'Twin'].map((name) => ({ name })),
    );
    const texts = ['ada', ' Grace; Ada ', '', 'Nobody', 'Twin', String(grace?.id)];
    const read = expectData(await readLinks(owner, tasks, texts));
    expect(read.map((one) => ('value' in one ? one.value : one.reason))).toEqual([
      [ada?.id],
      [grace?.id, ada?.id],
      null,
      expect.stringMatching(/no such row/),
      expect.stringMatching(/several rows/),
      [grace?.id],
    ]);
    // Who can't see the linked table learns nothing of its rows.
    const editor = await addMember(server.client, owner, place.hub, 'admin');
    for (const one of expectData(await readLinks(editor, tasks, ['Ada', 'Twin', String(ada?.id)])))
      expect(one).toEqual({ reason: expect.stringMatching(/no such row/) });
    expectRefusal(await readLinks(owner, tasks, ['Ada'], 'name'), 422);
    // As many texts as allowed, which name more rows than one response has.
    const long = Array.from({ length: 60 }, () => 'a;'.repeat(5_000));
    expectRefusal(await readLinks(owner, tasks, long), 422);
  });
});

describe('a lookup of pasted titles that takes long', () => {
  it('ends after ten seconds with 503, while imports and writes of the same person continue', async () => {
    const { owner } = place;
    const people = await createTable(owner, place, [NAME]);
    const tasks = await createTable(owner, place, [NAME]);
    const column = { name: 'who', label: 'Who', type: 'link', table: people.id };
    expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201);
    await addRows(owner, people, [{ name: 'Ada' }]);
    const rows = `t_${people.id.replaceAll('-', '')}`;
    await server.sql(`alter table tables."${rows}" rename to "${rows}_slow"`);
    await server.sql(`create view tables."${rows}" as
      select r.* from tables."${rows}_slow" r cross join (select pg_sleep(11)) slow`);
    const lookUp = () =>
      owner.client.post(`items/${tasks.id}/rows/read-links/`, { column: 'who', texts: ['Ada'] });
    const begun = performance.now();
    const isOver = { lookup: false };
    const looked = lookUp().finally(() => {
      isOver.lookup = true;
    });
    const other = await createTable(owner, place, [NAME]);
    const { id } = expectData(await sendImport(owner.client, other, 'Name\nLamp\n', { paused: 'true' }), 202);
    expectData(await owner.client.get(`jobs/${id}/preview/`, { query: { sheet: '0' } }));
    expect((await addRows(owner, tasks, [{ name: 'Write' }])).length).toBe(1);
    expect(isOver.lookup).toBe(false);
    const refused = await looked;
    expectRefusal(refused, 503, 'lookup_too_slow');
    expect(performance.now() - begun).toBeLessThan(12_500);
    await server.sql(`drop view tables."${rows}"`);
    await server.sql(`alter table tables."${rows}_slow" rename to "${rows}"`);
    expect(expectData(await lookUp())).toMatchObject([{ value: [expect.any(String)] }]);
  }, 60_000);
});

describe('files that are pasted into another cell', () => {
  async function sendFile({ client }: TestAccount, { id }: { id: string }, name = 'plan.txt') {
    const form = new FormData();
    form.append('field', 'files');
    form.append('file', new Blob([`Text of ${name}`]), name);
    return expectData(await client.post(`items/${id}/row-files/`, undefined, { raw: form }), 201).id;
  }
  const copy = (
    { client }: TestAccount,
    { id }: { id: string },
    field: string,
    files: { item: string; file_id: string }[],
  ) => client.post(`items/${id}/row-files/copies/`, { field, files });

  it('are copied: both rows have one, also after the first is deleted, and the column’s rules apply', async () => {
    const { owner } = place;
    const from = await createTable(owner, place, [NAME, FILES]);
    const to = await createTable(owner, place, [NAME, FILES, TEXTS]);
    const ids = [await sendFile(owner, from), await sendFile(owner, from, 'notes.md')];
    const [row] = await addRows(owner, from, [{ name: 'A', files: ids }]);
    const files = ids.map((file_id) => ({ item: from.id, file_id }));
    const copies = expectData(await copy(owner, to, 'files', files)).flatMap((one) =>
      'file' in one ? [one.file] : [],
    );
    expect(copies.map(({ name }) => name)).toEqual(['plan.txt', 'notes.md']);
    await addRows(owner, to, [{ name: 'B', files: copies.map(({ id }) => id) }]);
    const [, refused] = expectData(await copy(owner, to, 'texts', files));
    expect(refused).toEqual({ reason: expect.stringMatching(/txt/) });
    // Cut: the row has them no more, and they can still be copied by who may change the table.
    expectData(
      await owner.client.patch(`items/${from.id}/rows/`, { rows: [{ id: row?.id, values: { files: [] } }] }),
    );
    const editor = await addMember(server.client, owner, place.hub, 'admin');
    expect(expectData(await copy(editor, to, 'files', files)).every((one) => 'file' in one)).toBe(true);
    await server.sql(`delete from row_file where item_id = '${from.id}'`);
    const [pasted] = await readRows(owner, to);
    const read = await owner.client.get(`items/${to.id}/row-files/${copies[0]?.id}/`);
    expect([read.status, read.headers.get('content-length')]).toEqual([200, '16']);
    expect(Object.values(pasted?.files ?? {}).map(({ name }) => name)).toEqual(['plan.txt', 'notes.md']);
  });

  it('are refused without the right to read them, of another hub, and where there is none', async () => {
    const { owner } = place;
    const editor = await addMember(server.client, owner, place.hub, 'admin');
    const hidden = await createTable(owner, place, [NAME, FILES], { visibility: 'private' });
    const to = await createTable(owner, place, [NAME, FILES]);
    const file_id = await sendFile(owner, hidden);
    await addRows(owner, hidden, [{ name: 'A', files: [file_id] }]);
    const otherHub = await createHub(owner);
    const other = { hub: otherHub, space: await createSpace(owner, otherHub) };
    const elsewhere = await createTable(owner, other, [NAME, FILES]);
    const foreign = await sendFile(owner, elsewhere);
    await addRows(owner, elsewhere, [{ name: 'A', files: [foreign] }]);
    const gone = { reason: expect.stringMatching(/not there any more/) };
    const wanted = [{ item: hidden.id, file_id }];
    expect(expectData(await copy(editor, to, 'files', wanted))).toEqual([gone]);
    // The id of a table that may be read beside that of a file of another one.
    expect(expectData(await copy(editor, to, 'files', [{ item: to.id, file_id }]))).toEqual([gone]);
    expect(expectData(await copy(owner, to, 'files', [{ item: elsewhere.id, file_id: foreign }]))).toEqual([
      gone,
    ]);
    const reader = await addMember(server.client, owner, place.hub);
    expectRefusal(await copy(reader, to, 'files', wanted), 403);
    expectRefusal(await copy(owner, to, 'name', wanted), 422);
  });

  it('can be moved more often than files may wait: those that a row has no more do not count', async () => {
    const { owner } = place;
    const table = await createTable(owner, place, [NAME, FILES]);
    const mover = await addMember(server.client, owner, place.hub, 'admin');
    let file_id = await sendFile(mover, table);
    const [row] = await addRows(mover, table, [{ name: 'A', files: [file_id] }]);
    // As many as may wait, but for one, wait for their rows.
    await server.sql(`insert into row_file (id, item_id, field_id, row_id, file_sha256, name, mime, size, created_by)
      select gen_random_uuid(), item_id, field_id, null, file_sha256, name, mime, size, created_by
      from row_file, generate_series(1, 499) where id = '${file_id}'`);
    const before = file_id;
    for (let times = 0; times < 3; times += 1) {
      const [one] = expectData(await copy(mover, table, 'files', [{ item: table.id, file_id }]));
      if (!one || !('file' in one)) throw new Error('the file was copied');
      file_id = one.file.id;
      const rows = [{ id: row?.id, values: { files: [file_id] } }];
      expectData(await mover.client.patch(`items/${table.id}/rows/`, { rows }));
    }
    // What was released can still be put back by an undo.
    const rows = [{ id: row?.id, values: { files: [before] } }];
    const [undone] = expectData(await mover.client.patch(`items/${table.id}/rows/`, { rows }));
    expect(undone?.status).toBe('done');
    await sendFile(mover, table);
    expectRefusal(await copy(mover, table, 'files', [{ item: table.id, file_id: before }]), 429);
  });

  it('of a cell that was emptied are not for readers who did not send them', async () => {
    const { owner } = place;
    const from = await createTable(owner, place, [NAME, FILES]);
    const file_id = await sendFile(owner, from);
    const reader = await addMember(server.client, owner, place.hub);
    const space = await createSpace(reader, place.hub);
    const own = await createTable(reader, { hub: place.hub, space }, [NAME, FILES]);
    const [one] = expectData(await copy(reader, own, 'files', [{ item: from.id, file_id }]));
    expect(one).toEqual({ reason: expect.stringMatching(/not there any more/) });
  });
});
