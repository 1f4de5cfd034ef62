import { beforeAll, describe, expect, it } from 'vitest';
import { createHub, createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const FILES = {
  ...{ id: 'f_files', name: 'files', label: 'Files', type: 'attachment', required: false },
} as const;
const SECRET = 'Quentin Hidden';
const UNKNOWN = '01a22b86-467d-7c94-9b8e-1184382bf1e0';
const MEGABYTES = 'x'.repeat(3_000_000);

type Row = { table: string; id: string; file: string };
/** What somebody may have copied from: rows with a file each, of which the editor may read only the first table. */
let known: Record<'own' | 'private' | 'trashed' | 'hub' | 'deleted', Row>;
let editor: TestAccount;
let target: { id: string };

/** A row named by the secret, with a file. */
async function addRow({ client }: TestAccount, table: { id: string }): Promise<Row> {
  const form = new FormData();
  form.append('field', 'files');
  form.append('file', new Blob([SECRET]), `${SECRET}.txt`);
  const { id: file } = expectData(
    await client.post(`items/${table.id}/row-files/`, undefined, { raw: form }),
    201,
  );
  const [outcome] = expectData(
    await client.post(`items/${table.id}/rows/`, { rows: [{ values: { name: SECRET, files: [file] } }] }),
  );
  return { table: table.id, id: String(outcome?.row?.id), file };
}

beforeAll(async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  editor = await addMember(server.client, owner, hub);
  const shared = await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' });
  target = await createTable(editor, { hub, space: shared }, [NAME, FILES]);
  const columns = [NAME, FILES];
  const own = await createTable(owner, place, columns);
  const hidden = await createTable(owner, place, columns, { visibility: 'private' });
  const trashed = await createTable(owner, place, columns);
  const otherHub = await createHub(owner);
  const otherSpace = await createSpace(owner, otherHub);
  const elsewhere = await createTable(owner, { hub: otherHub, space: otherSpace }, columns);
  known = {
    own: await addRow(owner, own),
    private: await addRow(owner, hidden),
    trashed: await addRow(owner, trashed),
    hub: await addRow(owner, elsewhere),
    deleted: await addRow(owner, own),
  };
  expectData(await owner.client.delete(`items/${own.id}/rows/`, { rows: [{ id: known.deleted.id }] }));
  for (const [name, table] of [
    ['ofOwn', own],
    ['ofHidden', hidden],
  ] as const) {
    const column = { name, label: name, type: 'link', table: table.id };
    expectData(await owner.client.post(`items/${target.id}/columns/`, column), 201);
  }
  expectData(await owner.client.delete(`items/${trashed.id}/`));
});

/** Nothing of what the caller did not send is in it. */
function expectNothing({ body }: ClientResponse, sent: unknown): void {
  const text = JSON.stringify(body);
  expect(text.length).toBeLessThan(8_000_000);
  const leaked = Object.values(known).flatMap((row) => Object.values(row));
  const written = JSON.stringify(sent) ?? '';
  for (const secret of [SECRET, ...leaked]) if (!written.includes(secret)) expect(text).not.toContain(secret);
}

const post = (path: 'rows/read-links/' | 'row-files/copies/', body: unknown) =>
  editor.client.post(`items/${target.id}/${path}`, body);

/** Bodies that neither route reads. */
const UNREADABLE: [string, unknown][] = [
  ['nothing', {}],
  ['a list', []],
  ['a text', 'text'],
  ['a number', 7],
  ['null', null],
];

describe('rows/read-links/', () => {
  const links = (texts: unknown, column: unknown = 'ofOwn', more = {}) => ({ column, texts, ...more });

  it.each<[string, () => unknown]>([
    ...UNREADABLE.map(([name, body]): [string, () => unknown] => [name, () => body]),
    ['no texts', () => links([])],
    ['texts that are one text', () => links('Ada')],
    ['texts that are numbers', () => links([1, 2])],
    ['texts that are lists', () => links([['Ada']])],
    ['texts that are null', () => links([null])],
    ['one text too many', () => links(Array.from({ length: 10_001 }, () => 'a'))],
    ['a text of megabytes', () => links([MEGABYTES])],
    ['texts of megabytes together', () => links(Array.from({ length: 400 }, () => 'x'.repeat(9_000)))],
    ['no column', () => links(['Ada'], null)],
    ['a column of another type', () => links(['Ada'], 'name')],
    ['an unknown column', () => links(['Ada'], UNKNOWN)],
    ['a column that is an object', () => links(['Ada'], { id: 'ofOwn' })],
    ['a column with NUL', () => links(['Ada'], 'of\0Own')],
    ['a column of megabytes', () => links(['Ada'], MEGABYTES)],
    ['a prototype as its column', () => links(['Ada'], '__proto__')],
    ['an unknown field', () => links(['Ada'], 'ofOwn', { extra: 1 })],
  ])('refuses %s with a clear 4xx', async (_, make) => {
    const sent = make();
    const response = await post('rows/read-links/', sent);
    expect([400, 413, 415, 422]).toContain(response.status);
    expectRefusal(response, response.status);
    expectNothing(response, sent);
  });

  it.each<[string, () => string[], string?]>([
    ['NUL and half of a surrogate pair', () => ['a\0b', 'a\ud800', '\0']],
    [
      '10,000 ids that are none',
      () => Array.from({ length: 10_000 }, (_, n) => `${UNKNOWN.slice(0, -5)}${10_000 + n}`),
    ],
    ['rows of other tables, hubs and the trash', () => [known.private.id, known.hub.id, known.trashed.id]],
    ['a deleted row', () => [known.deleted.id]],
    ['what is in a table that they may not see', () => [SECRET, known.private.id], 'ofHidden'],
    ['what looks like SQL', () => ["'); drop table item; --", '%', '_', '\\']],
    [
      'one that has a thousand parts',
      () => [
        Array.from({ length: 1000 }, () => UNKNOWN)
          .join(';')
          .slice(0, 10_000),
      ],
    ],
  ])('names no row by %s, and says so of each text', async (_, make, column = 'ofOwn') => {
    const texts = make();
    const response = await post('rows/read-links/', links(texts, column));
    const read = expectData(response);
    expect(read).toHaveLength(texts.length);
    for (const one of read) expect(one).toEqual({ reason: expect.any(String) });
    expectNothing(response, texts);
  });

  it('reads repeated ids and titles as often as they are sent', async () => {
    const { id } = known.own;
    const texts = [id, SECRET, id, `${id};${id}`];
    expect(expectData(await post('rows/read-links/', links(texts)))).toEqual(
      texts.map(() => ({ value: [id] })),
    );
  });
});

describe('row-files/copies/', () => {
  const one = { item: UNKNOWN, file_id: UNKNOWN };
  const copies = (files: unknown, field: unknown = 'files', more = {}) => ({ field, files, ...more });

  it.each<[string, () => unknown]>([
    ...UNREADABLE.map(([name, body]): [string, () => unknown] => [name, () => body]),
    ['no files', () => copies([])],
    ['files that are an object', () => copies(one)],
    ['files that are texts', () => copies([UNKNOWN])],
    ['files that are null', () => copies([null])],
    ['a file without its table', () => copies([{ file_id: UNKNOWN }])],
    ['a file whose id is a list', () => copies([{ item: UNKNOWN, file_id: [UNKNOWN] }])],
    ['a file with NUL', () => copies([{ item: UNKNOWN, file_id: 'a\0b' }])],
    ['a table with NUL', () => copies([{ item: 'a\0b', file_id: UNKNOWN }])],
    ['a file of megabytes', () => copies([{ item: UNKNOWN, file_id: MEGABYTES }])],
    ['a file with an unknown field', () => copies([{ ...one, name: 'x' }])],
    ['10,000 files', () => copies(Array.from({ length: 10_000 }, () => one))],
    ['no field', () => copies([one], null)],
    ['a field of another type', () => copies([one], 'name')],
    ['an unknown field', () => copies([one], UNKNOWN)],
    ['a field with NUL', () => copies([one], 'fi\0les')],
    ['a prototype as its field', () => copies([one], '__proto__')],
    ['something beside', () => copies([one], 'files', { extra: 1 })],
  ])('refuses %s with a clear 4xx', async (_, make) => {
    const sent = make();
    const response = await post('row-files/copies/', sent);
    expect([400, 413, 415, 422]).toContain(response.status);
    expectRefusal(response, response.status);
    expectNothing(response, sent);
  });

  it('copies none of another hub, of a hidden or trashed table, of a deleted row, or under another table', async () => {
    const files = [
      ...[known.private, known.hub, known.trashed, known.deleted].map(({ table, file }) => ({
        item: table,
        file_id: file,
      })),
      { item: known.own.table, file_id: known.private.file },
      { item: target.id, file_id: known.own.file },
      { item: known.own.file, file_id: known.own.table },
      { item: 'no id', file_id: 'none' },
      one,
      one,
    ];
    const response = await post('row-files/copies/', copies(files));
    const read = expectData(response);
    const [first] = read;
    expect(first).toEqual({ reason: expect.stringMatching(/not there any more/) });
    // What is hidden is refused in the words of what is not there.
    for (const refused of read) expect(refused).toEqual(first);
    expectNothing(response, files);
    expect(await server.sql('select from row_file where item_id = $1', [target.id])).toEqual([]);
  });

  it('gives each repetition a copy of its own', async () => {
    const file = { item: known.own.table, file_id: known.own.file };
    const read = expectData(await post('row-files/copies/', copies([file, file, file])));
    const ids = read.flatMap((copied) => ('file' in copied ? [copied.file.id] : []));
    expect(new Set(ids).size).toBe(3);
    const [row] = await addRows(editor, target, [{ name: 'A', files: ids }]);
    expect(Object.keys(row?.files ?? {})).toHaveLength(3);
    expect((await readRows(editor, target)).length).toBe(1);
  });
});
