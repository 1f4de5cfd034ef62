import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPlace } from '#tests/harness/accounts.ts';
import { importFile } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

/** The columns that the examples name. */
const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false },
  { id: 'f_email', name: 'email', label: 'Email', type: 'email', required: false },
  { id: 'f_berth', name: 'berth', label: 'Berth', type: 'text', required: false },
  { id: 'f_due', name: 'due', label: 'Due', type: 'date', required: false },
  {
    ...{ id: 'f_state', name: 'state', label: 'State', type: 'select', required: false },
    options: [
      { id: 'open', label: 'Open' },
      { id: 'done', label: 'Done' },
    ],
  },
] as const;

const operation = z.object({
  parameters: z.array(z.looseObject({ name: z.string().optional(), schema: z.unknown().optional() })),
  requestBody: z
    .object({ content: z.record(z.string(), z.looseObject({ example: z.unknown().optional() })) })
    .optional(),
});
const exampleId = '019a3c5e-7f3e-7c2b-9d55-1f6a2b3c4d5e';

async function published() {
  const response = await server.client.fetch('GET', 'openapi.json');
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
    .parse(await response.json());
  return (method: string, path: string) => {
    const found = paths[`/items/{id}/${path}`]?.[method];
    if (!found) throw new Error(`${method} ${path} is not described`);
    return {
      body: found.requestBody?.content['application/json']?.example,
      query: found.parameters.flatMap(({ name, schema }) => {
        const { examples = [] } = z.object({ examples: z.array(z.string()).optional() }).parse(schema ?? {});
        return name && examples[0] ? [[name, examples[0]] as const] : [];
      }),
    };
  };
}

async function exampleTable() {
  const { owner, ...place } = await createPlace(server.client);
  const table = await createTable(owner, place, COLUMNS);
  const [row] = await addRows(owner, table, [{ name: 'Ada', email: 'ada@example.org', state: 'open' }]);
  const exampleOf = await published();
  const send = async (method: 'post' | 'patch' | 'delete', path: string, at = path) => {
    const { body } = exampleOf(method, path);
    const sent: unknown = JSON.parse(JSON.stringify(body).replaceAll(exampleId, row?.id ?? ''));
    return expectData<unknown>(
      await owner.client[method](`items/${table.id}/${at}`, sent),
      method === 'post' && /^(?:views|columns)\/$/.test(path) ? 201 : 200,
    );
  };
  return { owner, table, row, send, exampleOf };
}

it.each(['rows/', 'aggregate/', 'export/'])(
  'takes each printed parameter of %s alone, and all of them together',
  async (path) => {
    const { owner, table, exampleOf } = await exampleTable();
    const { query } = exampleOf('get', path);
    expect(query.map(([name]) => name)).toEqual(expect.arrayContaining(['filter', 'q']));
    for (const some of [...query.map((one) => [one]), query]) {
      const all = Object.fromEntries(some);
      const response = await owner.client.fetch('GET', `items/${table.id}/${path}`, undefined, {
        query: all,
      });
      expect([all, response.status, await response.text()]).toEqual([all, 200, expect.anything()]);
    }
  },
);

it('adds, changes and deletes rows by the printed requests', async () => {
  const { send } = await exampleTable();
  const done = (status: string) => expect.objectContaining({ status });
  expect(await send('post', 'rows/')).toEqual([done('done'), done('done')]);
  expect(await send('patch', 'rows/')).toEqual([
    expect.objectContaining({ status: 'done', previous: { name: 'Ada' } }),
  ]);
  expect(await send('post', 'rows/upsert/')).toEqual([done('unchanged')]);
  expect(await send('delete', 'rows/')).toEqual([done('done')]);
});

it('restores a row by the printed request', async () => {
  const { send } = await exampleTable();
  const done = expect.objectContaining({ status: 'done' });
  expect(await send('delete', 'rows/')).toEqual([done]);
  expect(await send('post', 'rows/restore/')).toEqual([done]);
});

it('saves and changes views, adds and changes columns, counts bulk changes and checks lines by the printed requests', async () => {
  const { send } = await exampleTable();
  const view = z.object({ id: z.string(), sort: z.array(z.string()) }).parse(await send('post', 'views/'));
  expect(view.sort).toEqual(['f_due']);
  expect(await send('patch', 'views/{view_id}/', `views/${view.id}/`)).toMatchObject({
    sort: ['-f_due', 'f_name'],
    filter: { field: 'f_state', op: 'equals', value: 'open' },
  });
  expect(await send('post', 'columns/')).toMatchObject({ label: 'Berth', option_colors: { north: 'green' } });
  expect(await send('patch', 'columns/{column_id}/', 'columns/f_berth/')).toMatchObject({ label: 'Mooring' });
  expect(await send('post', 'bulk-changes/')).toMatchObject({ count: 0 });
  expect(await send('post', 'import/check/')).toMatchObject({ refused: [{ line: 2 }] });
});

it('refuses parts of options and rules that these do not have, by their names, and changes nothing', async () => {
  const { owner, table } = await exampleTable();
  const path = `items/${table.id}/columns/`;
  const sent = {
    ...{ label: 'Class', type: 'select', required: false },
    options: [
      { id: 'a', label: 'A' },
      { label: 'B', color: 'red' },
    ],
    rules: [{ rule: 'min_count', value: 1, reason: 'x' }],
  };
  const added = await owner.client.post(path, sent);
  expect([added.status, Object.keys(added.body.fields ?? {})]).toEqual([
    422,
    ['options[1].color', 'rules[0].reason'],
  ]);
  const options = [{ id: 'open', label: 'Open', color: 'red' }];
  const changed = await owner.client.patch(`${path}f_state/`, { options });
  expect(changed.body.fields).toEqual({ 'options[0].color': ['There is no field named “color”'] });
  const inner = { name: 'inner', label: 'Inner', type: 'text', required: false, colour: 'red' };
  const nested = await owner.client.post(path, { label: 'Report', type: 'form', fields: [inner] });
  expect(Object.keys(nested.body.fields ?? {})).toEqual(['fields[0].colour']);
  const filter = { or: [{ field: 'f_state', op: 'equals', value: 'open', why: 'x' }] };
  const view = await owner.client.post(`items/${table.id}/views/`, { name: 'V', filter });
  expect(view.body.fields).toEqual({ 'filter.or[0].why': ['There is no field named “why”'] });
  const layout = { colors: [{ color: 'red', filter }] };
  const coloured = await owner.client.post(`items/${table.id}/views/`, { name: 'V', layout });
  expect(Object.keys(coloured.body.fields ?? {})).toEqual(['layout.colors[0].filter.or[0].why']);
  expect(expectData(await owner.client.get(path))).toHaveLength(COLUMNS.length);
});

it.each([
  ['a mapping', { mapping: { Name: 'name', Mial: 'email', Other: '' } }],
  ['types', { types: { Name: 'text', Mial: 'email' } }],
])(
  'refuses %s of columns that the file does not have, by their names, and writes no rows',
  async (_, how) => {
    const { owner, table } = await exampleTable();
    const options = Object.fromEntries(
      Object.entries(how).map(([part, value]) => [part, JSON.stringify(value)]),
    );
    expect(await importFile(owner, table, 'Name,Mail\nGrace,grace@example.org\n', options)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('The file has no column “Mial”.'),
      done: 0,
    });
  },
);
