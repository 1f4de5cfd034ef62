import { randomUUID } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { routes } from '#server/routes.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile, sendImport } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { exportSpace } from '#tests/harness/space-archives.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

/** Routes with an id besides that of their table. */
const OF_PARTS =
  /^items\/:id\/(?:columns|deleted-columns|rows|views|row-files|merges?|bulk-changes)\/(?:.*\/)?:/;
const OF_TABLES = /^items\/:id\/(?:columns|rows|views|merge|cursor|import|row-files)\//;

test('every route of tables refuses a field that it does not know by its name', async () => {
  const place = await createPlace(server.client);
  const { client } = place.owner;
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
  const columns = expectData(await client.get(`items/${list.id}/columns/`));
  const view = expectData(await client.post(`items/${list.id}/views/`, { name: 'All' }), 201);
  const ids = { id: list.id, column_id: columns[0]?.id, view_id: view.id };
  const named: string[] = [];
  for (const { method, path, body } of routes) {
    if (!body || !OF_TABLES.test(path)) continue;
    const address = Object.entries(ids).reduce(
      (text, [name, id]) => text.replace(`:${name}/`, `${id}/`),
      path,
    );
    const refused = await client.fetch(method, address, { unheard_of: 1 });
    const { fields }: { fields?: Record<string, string[]> } = await refused.json();
    expect([path, refused.status, Object.keys(fields ?? {})]).toEqual([
      path,
      422,
      expect.arrayContaining(['unheard_of']),
    ]);
    named.push(`${method} ${path}`);
  }
  expect(named.length).toBeGreaterThan(10);
  const columnsBeside = { kind: 'table', title: 'T', columns: [{ label: 'A', type: 'text' }] };
  for (const [made, unknown] of [
    [columnsBeside, 'columns'],
    [{ kind: 'table', title: 'T', content: { columns: [], rows: [] } }, 'content.rows'],
  ] as const) {
    const refused = await client.in(place.hub).post(`spaces/${place.space.slug}/items/`, made);
    expectRefusal(refused, 422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual([unknown]);
  }
  const sent = await sendImport(client, list, 'Name\nAda\n', { on_mach: 'skip' });
  expectRefusal(sent, 422);
  expect(sent.body.fields).toEqual({ on_mach: ['There is no field named “on_mach”'] });
  const form = new FormData();
  form.append('column', 'x');
  form.append('file', new Blob(['x']), 'x.txt');
  const file = await client.post(`items/${list.id}/row-files/`, undefined, { raw: form });
  expectRefusal(file, 422);
  expect(Object.keys(file.body.fields ?? {})).toEqual(['column']);
  // The name of a file may stand beside it.
  const job = await importFile(place.owner, list, 'name\n', { name: 'rows.csv' });
  expect(job.state).toBe('ready');
});

test('no route says anything of a linked table to who may not see it', async () => {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const name = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
  const secret = await createTable(owner, place, [name], { title: 'Hush money', visibility: 'private' });
  const tasks = await createTable(owner, place, [name], { title: 'Tasks' });
  const columns = `items/${tasks.id}/columns/` as const;
  for (const column of [
    { name: 'who', label: 'Who', type: 'link', table: secret.id },
    { name: 'names', label: 'Names', type: 'lookup', via: 'who', of: 'name' },
    { name: 'list', label: 'List', type: 'rollup', via: 'who', of: 'name', function: 'list' },
    { name: 'said', label: 'Said', type: 'formula', formula: 'length({names})' },
  ])
    expectData(await owner.client.post(columns, column), 201);
  const [one, unlinked] = await addRows(owner, secret, [{ name: 'Zanzibar' }, { name: 'Zanzibar Town' }]);
  const [task] = await addRows(owner, tasks, [{ name: 'Write', who: [one?.id] }]);
  await owner.client.patch(`items/${tasks.id}/rows/`, { rows: [{ id: task?.id, values: { who: [] } }] });
  await owner.client.patch(`items/${tasks.id}/rows/`, {
    rows: [{ id: task?.id, values: { who: [one?.id] } }],
  });
  const [gone] = await addRows(owner, tasks, [{ name: 'Gone', who: [one?.id] }]);
  await owner.client.delete(`items/${tasks.id}/rows/`, { rows: [{ id: gone?.id }] });
  const editor = await addMember(server.client, owner, hub, 'admin');
  const whole = (await owner.client.get(`items/${tasks.id}/rows/`)).body;
  expect(JSON.stringify(whole)).toContain('Zanzibar');

  const base = `items/${tasks.id}/` as const;
  const columnsOf = expectData(await owner.client.get(`items/${tasks.id}/columns/`));
  const filter = JSON.stringify({ field: 'names', op: 'contains', value: 'Zanzibar' });
  const reads = [
    ...['', 'rows/', `rows/${task?.id}/`, `rows/${task?.id}/history/`, 'deleted-rows/', 'columns/', 'views/'],
    ...['embedded/', 'export/', 'export/?format=json', 'export/?format=vcf', 'rows/?q=zanzibar'],
    ...['rows/?sort=names', 'rows/?sort=who', `rows/?filter=${encodeURIComponent(filter)}`],
    ...[
      'duplicates/',
      'merges/',
      'labels/',
      'bulk-changes/',
      'deleted-columns/',
      'imports/',
      'page/',
      'text/',
    ],
    ...['rows/?sort=list', `rows/?around=${task?.id}`, 'rows/?fields=who,names,list,said', 'comments/'],
    ...['aggregate/?group=names', 'aggregate/?group=who', 'aggregate/?metrics=max:names,unique:list'],
  ].map((path) => `${base}${path}`);
  for (const path of [...reads, `search/?q=zanzibar`, 'openapi.json', `spaces/${space.slug}/items/`]) {
    const response = await editor.client.in(hub).fetch('GET', path);
    expect([path, response.status < 500]).toEqual([path, true]);
    expect([path, await response.text()]).toEqual([path, expect.not.stringMatching(/Zanzibar|Hush money/)]);
  }
  const found = expectData(await editor.client.get(`${base}rows/`, { query: { q: 'zanzibar' } }));
  expect(found).toEqual([]);
  for (const format of ['csv', 'json', 'vcf', 'xlsx']) {
    const response = await editor.client.fetch('GET', `${base}export/`, undefined, { query: { format } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = format === 'xlsx' ? JSON.stringify((await readXlsx(bytes)).sheets) : bytes.toString();
    expect([format, text]).toEqual([format, expect.not.stringContaining('Zanzibar')]);
  }
  const changed = await editor.client.patch(`${base}rows/`, {
    rows: [{ id: task?.id, values: { name: 'Written' } }],
  });
  expect(JSON.stringify(changed.body)).not.toContain('Zanzibar');
  expectRefusal(await editor.client.get(`items/${secret.id}/rows/`), 404);

  // What is written, previewed, undone, copied, archived, and said of what is wrong.
  const { client } = editor;
  const [ofNames, ofLink] = ['names', 'who'].map((name) => columnsOf.find((one) => one.name === name)?.id);
  const linked = { field: ofLink, op: 'is_not_empty' };
  const writes = await Promise.all([
    client.post(`${base}rows/restore/`, { ids: [gone?.id] }),
    client.post(`${base}rows/upsert/`, { match_on: ['name'], rows: [{ values: { name: 'Written' } }] }),
    client.patch(`${columns}${ofLink}/`, { type: 'text' }, { query: { preview: 'true' } }),
    client.patch(`${columns}${ofNames}/`, { type: 'text' }, { query: { preview: 'true' } }),
    client.post(`${base}views/`, { name: 'By who', sort: [String(ofLink)], group: [String(ofLink)] }),
    client.post(`${base}bulk-changes/`, { action: 'delete', filter: linked, dry_run: true }),
    client.post(`${base}copy/`, {}),
  ]);
  for (const { body } of writes) expect(JSON.stringify(body)).not.toMatch(/Zanzibar|Hush money/);
  const linking = async (id: string, title: string) => {
    const sent = await client.patch(`${base}rows/`, { rows: [{ id: task?.id, values: { who: [id] } }] });
    const read = await client.post(`${base}rows/read-links/`, { column: ofLink, texts: [id, title] });
    return JSON.stringify([sent.body, read.body]).replaceAll(id, 'ID').replaceAll(title, 'TITLE');
  };
  expect(await linking(String(unlinked?.id), 'Zanzibar Town')).toBe(await linking(randomUUID(), 'Nowhere'));
  const archive = await readArchive(await exportSpace(editor, place));
  const files = [...archive].map(([path, bytes]) => `${path} ${bytes.toString()}`).join('\n');
  expect(files).toContain('Written');
  expect(files).not.toMatch(/Zanzibar|Hush money/);
});

/** A table with something of each kind that has an id of its own. */
async function tableWithIds(owner: TestAccount, place: Parameters<typeof createTable>[1]) {
  const { client } = owner;
  const optional = { required: false } as const;
  const table = await createTable(owner, place, [
    { id: 'f_name', name: 'name', label: 'Name', type: 'text', ...optional },
    { id: 'f_files', name: 'files', label: 'Files', type: 'attachment', ...optional },
    { id: 'f_gone', name: 'gone', label: 'Gone', type: 'text', ...optional },
  ]);
  const base = `items/${table.id}/` as const;
  const form = new FormData();
  form.append('field', 'files');
  form.append('file', new Blob(['x']), 'x.txt');
  const file = expectData(await client.post(`${base}row-files/`, undefined, { raw: form }), 201);
  const rows = await addRows(owner, table, [{ name: 'A', files: [file.id] }, { name: 'B' }, { name: 'C' }]);
  const [row, second, third] = rows.map(({ id }) => id);
  const view = expectData(await client.post(`${base}views/`, { name: 'V' }), 201);
  const link = expectData(await client.post(`${base}views/${view.id}/share-links/`, {}), 201);
  const merge = expectData(await client.post(`${base}merge/`, { rows: [row, second] }));
  expectData(await client.delete(`${base}columns/f_gone/`));
  const filter = { field: 'f_name', op: 'equals', value: 'C' };
  const bulk = expectData(
    await client.post(`${base}bulk-changes/`, { filter, action: 'set', values: { name: 'D' }, count: 1 }),
  );
  return {
    ...{ id: table.id, column_id: 'f_gone', row_id: row, view_id: view.id, link_id: link.id },
    ...{ file_id: file.id, merge_id: merge.id, run_id: merge.id, third },
    bulk_id: 'id' in bulk ? bulk.id : undefined,
  };
}

test('no route takes an id of another table of the hub, or of another hub, for one of its own', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const { client } = owner;
  const name = { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false };
  const own = await createTable(owner, place, [name]);
  const abroad = await createPlace(server.client);
  for (const [by, ids] of [
    [owner, await tableWithIds(owner, place)],
    [abroad.owner, await tableWithIds(abroad.owner, abroad)],
  ] as const) {
    const listed = async () => (await by.client.get(`items/${ids.id}/rows/`)).body;
    const before = await listed();
    const named: Record<string, string | undefined> = { ...ids, id: own.id };
    let tried = 0;
    for (const { method, path } of routes) {
      if (!OF_PARTS.test(path)) continue;
      const address = path.replace(/:(\w+)/g, (_, part: string) => String(named[part]));
      const body = method === 'PATCH' ? (path.includes('columns') ? { label: 'X' } : { name: 'X' }) : {};
      const response = await client.fetch(method, address, method === 'GET' ? undefined : body);
      expect([method, path, response.status]).toEqual([method, path, 404]);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(15);
    for (const path of ['rows/', 'aggregate/', 'export/']) {
      const response = await client.fetch('GET', `items/${own.id}/${path}?view=${ids.view_id}`);
      expect([path, response.status]).toEqual([path, 404]);
    }
    const rows = [{ id: ids.third, values: { name: 'X' } }];
    const missing = [{ status: 'missing' }];
    expect(expectData(await client.patch(`items/${own.id}/rows/`, { rows }))).toEqual(missing);
    expect(expectData(await client.delete(`items/${own.id}/rows/`, { rows: [{ id: ids.third }] }))).toEqual(
      missing,
    );
    const merged = await client.post(`items/${own.id}/merge/`, { rows: [ids.row_id, ids.third] });
    expect(merged.status).toBe(404);
    expect(await listed()).toEqual(before);
  }
});

test('a filter of thousands of parts, a number beyond any and a forged cursor are refused', async () => {
  const place = await createPlace(server.client);
  const { client } = place.owner;
  const table = await createTable(place.owner, place);
  const base = `items/${table.id}/` as const;
  const [row] = await addRows(place.owner, table, [{ name: 'A', price: 1 }]);
  const leaf = { field: 'f_name', op: 'contains', value: 'x' };
  const many = (count: number, one: unknown = leaf) => ({ or: Array.from({ length: count }, () => one) });
  let deep: unknown = leaf;
  for (let depth = 0; depth < 40; depth += 1) deep = { not: deep };
  for (const filter of [many(5_000), many(100, many(100)), deep]) {
    const colors = [{ color: 'red', filter }];
    for (const [path, body] of [
      ['views/', { name: 'V', filter }],
      ['views/', { name: 'V', layout: { colors } }],
      ['bulk-changes/', { action: 'delete', dry_run: true, filter }],
    ] as const)
      expect((await client.fetch('POST', `${base}${path}`, body)).status).toBe(422);
  }
  const price = '{"field":"f_price","op":"greater","value":1e400}';
  expectRefusal(await client.get(`${base}rows/`, { query: { filter: price } }), 422);
  for (const sort of ['', 'price', '-name', 'due', 'state', 'tags', 'name,price'])
    for (const forged of [
      '"x"',
      '[]',
      '{}',
      `[1e400,"${row?.id}"]`,
      '[null,null]',
      '["\\u0000","x"]',
      '[["a"],{}]',
      'x',
    ]) {
      const after = Buffer.from(forged).toString('base64url');
      expectRefusal(await client.get(`${base}rows/`, { query: { sort, after } }), 422);
    }
});

test('rows are refused from where their formulas compute more text than one request may, and are taken in parts', async () => {
  const place = await createPlace(server.client);
  const formulas = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: `f_${at}`, name: `g${at}`, label: `G${at}`, type: 'formula' },
    formula: Array.from({ length: 8 }, () => '{name}').join('&'),
  }));
  const name = { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false };
  const table = await createTable(place.owner, place, [name, ...formulas]);
  const path = `items/${table.id}/rows/` as const;
  const { client } = place.owner;
  // 400,000 characters each.
  const long = { name: 'x'.repeat(1_250) };
  const rows = Array.from({ length: 90 }, () => ({ values: long }));
  const added = expectData(await client.post(path, { rows }));
  expect(added.map(({ status }) => status === 'done')).toEqual(rows.map((_, at) => at < 83));
  expect(Object.values(added.at(-1)?.errors ?? {})).toEqual([
    ['Formulas compute too much text for so many rows at once. Send fewer'],
  ]);
  const short = expectData(await client.post(path, { rows: rows.map(() => ({ values: { name: 'y' } })) }));
  const changes = short.map(({ row }) => ({ id: row?.id, values: long }));
  const changed = expectData(await client.patch(path, { rows: changes }));
  expect(changed.filter(({ status }) => status === 'done')).toHaveLength(83);
  const rest = expectData(await client.patch(path, { rows: changes.slice(83) }));
  expect(rest.every(({ status }) => status === 'done')).toBe(true);
});
