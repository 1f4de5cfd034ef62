import { randomUUID } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { routes } from '#server/routes.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile, sendImport } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { exportSpace } from '#tests/harness/space-archives.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

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
    ...['aggregate/?group=names', 'aggregate/?group=who', 'aggregate/?metrics=max:names,unique:list'],
  ].map((path) => `${base}${path}`);
  for (const path of [...reads, `search/?q=zanzibar`, `spaces/${space.slug}/items/`]) {
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
