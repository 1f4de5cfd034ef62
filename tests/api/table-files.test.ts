import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Column, UploadedRowFile } from '#lib/contract/table.ts';
import { FIELD_TYPES } from '#lib/fields/field-types.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const PAPERS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  {
    ...{ id: 'f_papers', name: 'papers', label: 'Papers', type: 'file', required: false, multiple: true },
    rules: [{ rule: 'extensions', value: ['txt', 'pdf'] }],
  },
] as const;

async function createPapers() {
  const place = await createPlace(server.client);
  return { ...place, table: await createTable(place.owner, place, PAPERS) };
}

function send(
  person: TestAccount,
  { id }: Pick<Item, 'id'>,
  name: string,
  text = `Text of ${name}`,
  field = 'papers',
) {
  const form = new FormData();
  form.append('field', field);
  form.append('file', new Blob([text]), name);
  return person.client.post(`items/${id}/row-files/`, undefined, { raw: form });
}
const sent = async (...args: Parameters<typeof send>) => expectData(await send(...args), 201);
const read = (person: TestAccount, { id }: Pick<Item, 'id'>, file: string) =>
  person.client.get(`items/${id}/row-files/${file}/`);

describe('columns of a table', () => {
  it('support every published type', async () => {
    const place = await createPlace(server.client);
    const columns = FIELD_TYPES.map((type) => ({
      ...{ id: `f_${type}`, name: type.replace('-', '_'), label: type, type, required: false },
      ...(['checkboxes', 'select', 'multi-select'].includes(type)
        ? { options: [{ id: 'a', label: 'A' }] }
        : {}),
      ...(type === 'form'
        ? { fields: [{ id: 'f_inner', name: 'inner', label: 'Inner', type: 'text' }] }
        : {}),
    }));
    const table = await createTable(place.owner, place, columns);
    const made = expectData(await place.owner.client.get(`items/${table.id}/columns/`));
    deepStrictEqual(
      made.map(({ type }) => type),
      [...FIELD_TYPES],
    );
  });

  it('are required by default', async () => {
    const { owner, table } = await createPapers();
    const path = `items/${table.id}/columns/`;
    const column = expectData(await owner.client.post<Column>(path, { label: 'City', type: 'text' }), 201);
    strictEqual(column.required, true);
  });
});

describe('a file in a row', () => {
  it('keeps its name with quotation marks and slashes, or is refused with 422 where it is too long or has control characters', async () => {
    const { owner, table } = await createPapers();
    for (const [name, saved] of [
      ['the "last" one.txt', 'the%20%22last%22%20one.txt'],
      ['Minutes 3/4.txt', 'Minutes%203_4.txt'],
      ['left\\right.txt', 'left_right.txt'],
    ] as const) {
      const file = await sent(owner, table, name);
      strictEqual(file.name, name);
      const [row] = await addRows(owner, table, [{ name: 'Harbour', papers: [file.id] }]);
      strictEqual(row?.files?.[file.id]?.name, name);
      const { headers } = await read(owner, table, file.id);
      match(headers.get('content-disposition') ?? '', new RegExp(`filename\\*=UTF-8''${saved}$`));
    }
    const form = new FormData();
    form.append('field', 'papers');
    form.append('name', 'a%22b"c\\d.txt');
    form.append('file', new Blob(['Words']), 'part.txt');
    const path = `items/${table.id}/row-files/`;
    const beside = await owner.client.post<UploadedRowFile>(path, undefined, { raw: form });
    strictEqual(expectData(beside, 201).name, 'a%22b"c\\d.txt');
    for (const name of ['tab\tin it.txt', 'nul\u0000byte.txt', `${'x'.repeat(252)}.txt`]) {
      const refused = await send(owner, table, name);
      expectRefusal(refused, 422, 'invalid_file_name');
      match(refused.body.message ?? '', /Rename the file/);
    }
  });

  it('is uploaded first, returned with its row, found by its name, and readable with the table', async () => {
    const { owner, hub, table } = await createPapers();
    const file = await sent(owner, table, 'Quayside plan.txt', 'North quay.');
    const [row] = await addRows(owner, table, [{ name: 'Harbour', papers: [file.id] }]);
    deepStrictEqual(row?.files, { [file.id]: { name: 'Quayside plan.txt', size: 11, mime: 'text/plain' } });
    deepStrictEqual((await readRows(owner, table))[0]?.files, row?.files);
    const member = await addMember(server.client, owner, hub, 'member');
    const response = await read(member, table, file.id);
    strictEqual(response.status, 200);
    match(response.headers.get('content-disposition') ?? '', /Quayside plan\.txt/);
    const found = expectData(await owner.client.in(hub).get('search/', { query: { q: 'quayside' } }));
    deepStrictEqual(
      found.map(({ item }) => item.id),
      [table.id],
    );
    const csv = await owner.client.fetch('GET', `items/${table.id}/export/`);
    match(await csv.text(), /Harbour,Quayside plan\.txt/);
  });

  it('is refused for a column without files, a type or name that the column rejects, or an empty upload', async () => {
    const { owner, table } = await createPapers();
    expectRefusal(await send(owner, table, 'a.txt', 'x', 'name'), 422, 'invalid_fields');
    expectRefusal(await send(owner, table, 'picture.png', 'x'), 422, 'invalid_fields');
    const [outcome] = expectData(
      await owner.client.post(`items/${table.id}/rows/`, {
        rows: [{ values: { name: 'A', papers: ['0197b2f2-8a59-7c3e-9d2c-aaaaaaaaaaaa'] } }],
      }),
    );
    deepStrictEqual(outcome, {
      status: 'refused',
      errors: { papers: ['Papers is not a valid file'] },
      details: [{ code: 'invalid', params: { label: 'Papers', type: 'file' }, path: 'papers' }],
    });
  });

  it('belongs to one row of its own table', async () => {
    const { owner, table } = await createPapers();
    const { owner: stranger, table: theirs } = await createPapers();
    const file = await sent(owner, table, 'a.txt');
    await addRows(owner, table, [{ name: 'A', papers: [file.id] }]);
    const take = async (person: TestAccount, { id }: Item) =>
      expectData(
        await person.client.post(`items/${id}/rows/`, {
          rows: [{ values: { name: 'B', papers: [file.id] } }],
        }),
      )[0]?.status;
    strictEqual(await take(owner, table), 'refused');
    strictEqual(await take(stranger, theirs), 'refused');
    expectRefusal(await read(stranger, theirs, file.id), 404);
  });

  it('is readable by its uploader only until saved; a removed one returns with an undo', async () => {
    const { owner, hub, table } = await createPapers();
    const editor = await addMember(server.client, owner, hub, 'member');
    const file = await sent(owner, table, 'a.txt');
    expectRefusal(await read(editor, table, file.id), 404);
    strictEqual((await read(owner, table, file.id)).status, 200);
    const [row] = await addRows(owner, table, [{ name: 'A', papers: [file.id] }]);
    ok(row);
    expectData(await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: row.id }] }));
    const back = { id: row.id, values: row.values, position: row.position };
    const [again] = expectData(await owner.client.post(`items/${table.id}/rows/`, { rows: [back] }));
    deepStrictEqual(again?.row?.files, row.files);
    const changed = { rows: [{ id: row.id, values: { papers: [] } }] };
    const [empty] = expectData(await owner.client.patch(`items/${table.id}/rows/`, changed));
    strictEqual(empty?.row?.files, undefined);
  });

  it('is in a copy of its table, and stays there when the original is permanently deleted', async () => {
    const { owner, table } = await createPapers();
    const file = await sent(owner, table, 'a.txt', 'Kept.');
    await addRows(owner, table, [{ name: 'A', papers: [file.id] }]);
    const copy = expectData(await owner.client.post(`items/${table.id}/copy/`, {}), 201);
    expectData(await owner.client.delete(`items/${table.id}/`));
    expectData(await owner.client.delete(`trash/${table.id}/`));
    const [row] = await readRows(owner, copy);
    strictEqual(row?.files?.[file.id]?.name, 'a.txt');
    const response = await owner.client.fetch('GET', `items/${copy.id}/row-files/${file.id}/`);
    strictEqual(await response.text(), 'Kept.');
  });

  it('is deleted with its column, and keeps its name when the column is converted to text', async () => {
    const { owner, table } = await createPapers();
    const file = await sent(owner, table, 'a.txt');
    await addRows(owner, table, [{ name: 'A', papers: [file.id] }]);
    const path = `items/${table.id}/columns/f_papers/`;
    expectData(await owner.client.patch(path, { type: 'text', multiple: null, rules: null }));
    strictEqual((await readRows(owner, table))[0]?.values.papers, 'a.txt');
    const rows = await server.sql('select row_id from row_file where id = $1', [file.id]);
    deepStrictEqual(rows, [{ row_id: null }]);
  });
});

describe('a file of a deleted row', () => {
  it('is opened and copied only by those who may restore the row, and not at all by a link to a view', async () => {
    const { owner, hub, table } = await createPapers();
    const editor = await addMember(server.client, owner, hub, 'admin');
    const viewer = await addMember(server.client, owner, hub, 'member');
    const file = await sent(editor, table, 'a.txt');
    const [row] = await addRows(editor, table, [{ name: 'A', papers: [file.id] }]);
    const view = expectData(await owner.client.post(`items/${table.id}/views/`, { name: 'V' }), 201);
    const link = expectData(
      await owner.client.post(`items/${table.id}/views/${view.id}/share-links/`, {}),
      201,
    );
    const holder = await linkHolder(server, link);
    const space = await createSpace(viewer, hub);
    const own = await createTable(viewer, { hub, space }, PAPERS);
    const copy = async () => {
      const files = [{ item: table.id, file_id: file.id }];
      const body = { field: 'papers', files };
      const [one] = expectData(await viewer.client.post(`items/${own.id}/row-files/copies/`, body));
      return one && 'file' in one;
    };
    const statuses = async () => [
      (await read(owner, table, file.id)).status,
      (await read(editor, table, file.id)).status,
      (await read(viewer, table, file.id)).status,
      (await holder.get(`shared-views/${view.id}/files/${file.id}/`)).status,
      await copy(),
    ];
    deepStrictEqual(await statuses(), [200, 200, 200, 200, true]);
    expectData(await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] }));
    deepStrictEqual(await statuses(), [200, 200, 404, 404, false]);
    expectRefusal(await read(viewer, table, file.id), 404);
    // Also of who sent it, once they may only read the table.
    await server.sql(`update membership set role = 'member' where user_id = $1`, [editor.user.id]);
    expectRefusal(await read(editor, table, file.id), 404);
    expectData(await owner.client.post(`items/${table.id}/rows/restore/`, { ids: [row?.id] }));
    deepStrictEqual(await statuses(), [200, 200, 200, 200, true]);
  });

  it('is neither in a copy of the table nor in an export of the hub', async () => {
    const { owner, hub, table } = await createPapers();
    const [gone, present] = [await sent(owner, table, 'gone.txt'), await sent(owner, table, 'present.txt')];
    const [row] = await addRows(owner, table, [
      { name: 'A', papers: [gone.id] },
      { name: 'B', papers: [present.id] },
    ]);
    expectData(await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] }));
    const copy = expectData(await owner.client.post(`items/${table.id}/copy/`, {}), 201);
    strictEqual((await read(owner, copy, present.id)).status, 200);
    expectRefusal(await read(owner, copy, gone.id), 404);
    const archive = await owner.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
    const paths = [...(await readArchive(Buffer.from(await archive.arrayBuffer()))).keys()];
    ok(paths.some((path) => path.endsWith('present.txt')));
    ok(!paths.some((path) => path.endsWith('gone.txt')));
  });
});
