import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, describe, it, onTestFinished } from 'vitest';
import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { COLUMN_TYPES, type ColumnType, isVirtualColumn, TABLE_TYPES } from '#lib/fields/column-base.ts';
import { openPool } from '#server/platform/database/database.ts';
import { up } from '#server/platform/database/migrations/0072-missing-columns-of-tables.ts';
import { rowTableName } from '#server/tables/table/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
/** A table that others link to, its row, and the name of the only member. */
let cities: Item;
let city: Row;
let owner: string;

const OPTIONAL = { required: false };
const OPTIONS = [
  { id: 'opt_open', label: 'Still open' },
  { id: 'opt_done', label: 'All done' },
];
const INNER = [{ name: 'x', label: 'X', type: 'text', required: false }];
const client = () => place.owner.client;

beforeAll(async () => {
  place = await createPlace(server.client);
  const { first_name, last_name } = place.owner.user;
  owner = `${first_name} ${last_name}`.trim();
  const columns = [
    { id: 'f_city', name: 'city', label: 'City', type: 'text' },
    { id: 'f_size', name: 'size', label: 'Size', type: 'number', ...OPTIONAL },
    { id: 'f_mayor', name: 'mayor', label: 'Mayor', type: 'person', ...OPTIONAL },
    { id: 'f_kind', name: 'kind', label: 'Kind', type: 'select', options: OPTIONS, ...OPTIONAL },
    { id: 'f_took', name: 'took', label: 'Took', type: 'duration', ...OPTIONAL },
  ];
  cities = await createTable(place.owner, place, columns);
  const [row] = await addRows(place.owner, cities, [
    { city: 'Oslo', size: 7, mayor: place.owner.user.id, kind: 'opt_done', took: 5400 },
  ]);
  if (!row) throw new Error('the city was taken');
  city = row;
});

/** What a column of a type needs beside it. */
const partsOf = (type: ColumnType) => ({
  type,
  ...(hasOptions(type) ? { options: OPTIONS } : {}),
  ...(type === 'form' ? { fields: INNER } : {}),
  ...(type === 'currency' ? { currency: 'EUR' } : {}),
  ...(type === 'formula' ? { formula: '{name} & "!"' } : {}),
  ...(type === 'link' ? { table: cities.id } : {}),
  ...(type === 'lookup' ? { via: 'f_link', of: 'f_city' } : {}),
  ...(type === 'rollup' ? { via: 'f_link', of: 'f_size', function: 'sum' } : {}),
});

/** Values of each stored type: one that is usual, and one that few other types take. */
const VALUES: Partial<Record<ColumnType, () => [unknown, unknown]>> = {
  text: () => ['12', 'a text'],
  textarea: () => ['12', 'two\nlines'],
  json: () => ['{"a":1}', '[1]'],
  form: () => [{ x: 'inside' }, { x: 'other' }],
  number: () => [4.25, -7],
  email: () => ['a@example.org', 'b@example.org'],
  phone: () => ['+4915123456789', '+4915123456780'],
  url: () => ['https://example.org/', 'https://example.com/'],
  date: () => ['2026-05-01', '2026-05-02'],
  time: () => ['09:30', '23:59'],
  datetime: () => ['2026-05-01T09:30:00Z', '2026-12-31T23:59:00Z'],
  checkboxes: () => [['opt_open'], ['opt_open', 'opt_done']],
  select: () => ['opt_open', 'opt_done'],
  'multi-select': () => [['opt_open'], ['opt_open', 'opt_done']],
  person: () => [place.owner.user.id, place.owner.user.id],
  rating: () => [3, 5],
  currency: () => [12.5, -3],
  percent: () => [50, 0.5],
  duration: () => [5400, 61],
};

/** How the first value of a type is written in a text column. */
const AS_TEXT: Partial<Record<ColumnType, () => string>> = {
  text: () => '12',
  textarea: () => '12',
  json: () => '{"a":1}',
  form: () => '{"x":"inside"}',
  number: () => '4.25',
  email: () => 'a@example.org',
  phone: () => '+4915123456789',
  url: () => 'https://example.org/',
  date: () => '2026-05-01',
  time: () => '09:30',
  datetime: () => '2026-05-01T09:30:00Z',
  checkboxes: () => 'Still open',
  select: () => 'Still open',
  'multi-select': () => 'Still open',
  person: () => owner,
  rating: () => '3',
  currency: () => '€12.50',
  percent: () => '50%',
  duration: () => '1:30:00',
  attachment: () => 'plan.txt',
  file: () => 'plan.txt',
  auto_number: () => '1',
  created_by: () => owner,
  updated_by: () => owner,
  lookup: () => 'Oslo',
  rollup: () => '7',
  formula: () => 'first!',
};

async function upload(table: Item, field: string): Promise<string> {
  const form = new FormData();
  form.append('field', field);
  form.append('file', new Blob(['A plan.']), 'plan.txt');
  return expectData(await client().post(`items/${table.id}/row-files/`, undefined, { raw: form }), 201).id;
}

const idOf = (type: ColumnType) => `f_to_${type.replaceAll('-', '_')}`;
const nameOf = (type: ColumnType) => `to_${type.replaceAll('-', '_')}`;

/** A table with a column of one type for each other type that it is changed to, and three rows, the last of them empty. */
async function tableOf(from: ColumnType): Promise<{ table: Item; targets: ColumnType[] }> {
  const targets = COLUMN_TYPES.filter((type) => type !== from);
  const isLinked = from === 'link' || from === 'lookup' || from === 'rollup';
  const columns = targets.map((type) => ({
    ...{ id: idOf(type), name: nameOf(type), label: `To ${type}`, ...OPTIONAL, ...partsOf(from) },
  }));
  const table = await createTable(place.owner, place, [
    { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
    ...(isLinked ? [] : columns),
  ]);
  const add = async (column: object) =>
    expectData(await client().post(`items/${table.id}/columns/`, column), 201);
  await add({ id: 'f_link', name: 'link', label: 'Link', type: 'link', table: cities.id });
  if (isLinked) for (const column of columns) await add(column);
  const valuesOf = async (at: 0 | 1) => {
    const isOfFiles = from === 'file' || from === 'attachment';
    const entries: [string, unknown][] = [];
    for (const type of targets) {
      if (isOfFiles) {
        const id = await upload(table, idOf(type));
        entries.push([nameOf(type), from === 'file' ? id : [{ file_id: id }]]);
      } else if (VALUES[from]) entries.push([nameOf(type), VALUES[from]()[at]]);
      else if (from === 'link') entries.push([nameOf(type), [city.id]]);
    }
    return Object.fromEntries(entries);
  };
  await addRows(place.owner, table, [
    { name: 'first', link: [city.id], ...(await valuesOf(0)) },
    { name: 'second', link: [city.id], ...(await valuesOf(1)) },
    { name: 'third' },
  ]);
  return { table, targets };
}

const isVirtual = (type: ColumnType) => isVirtualColumn({ type: TABLE_TYPES.find((one) => one === type) });
const isComputed = (type: ColumnType) => type === 'formula' || isVirtual(type);

/** Whether a change between two types is refused while there are values. */
const isRefused = (from: ColumnType, to: ColumnType) =>
  from === 'link' ||
  to === 'link' ||
  (isComputed(to) && !isComputed(from)) ||
  (isVirtual(to) && from === 'formula');

const hasOptions = (type: ColumnType) =>
  type === 'select' || type === 'checkboxes' || type === 'multi-select';
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-|opt_/;
const isPlainText = (type: ColumnType) => type === 'text' || type === 'textarea';

/** That rows are read, written and exported. */
async function checkTable(table: Item, context: string): Promise<Row[]> {
  const rows = await readRows(place.owner, table);
  deepStrictEqual(
    rows.map(({ values }) => values.name),
    ['first', 'second', 'third'],
    context,
  );
  return rows;
}

/** What a changed column has: the value in its new type, or the old one as a text with its problem. */
function checkValue(row: Row, from: ColumnType, to: ColumnType): void {
  const context = `${from} → ${to}: ${JSON.stringify(row.values[nameOf(to)])}`;
  const value = row.values[nameOf(to)];
  const problem = row.problems?.[nameOf(to)];
  ok(value !== undefined, `${context} is there`);
  const texts = [value].flat();
  if (problem) {
    // Several options stay a list of them.
    if (hasOptions(to)) return;
    for (const text of texts) ok(!ID.test(JSON.stringify(text)), `${context} is kept as people read it`);
    return;
  }
  if (isPlainText(to)) ok(!ID.test(JSON.stringify(value)), `${context} is written as people read it`);
  if (to === 'person') for (const text of texts) strictEqual(text, place.owner.user.id, context);
  if (hasOptions(to))
    for (const text of texts)
      ok(
        OPTIONS.some(({ id }) => id === text),
        context,
      );
}

describe('a change of a column’s type', () => {
  it.each(COLUMN_TYPES)(
    'from %s converts each value or retains its text',
    { timeout: 240_000 },
    async (from) => {
      const { table, targets } = await tableOf(from);
      const problems: string[] = [];
      const before = await readRows(place.owner, table);
      for (const to of targets) {
        const changed = await client().patch(`items/${table.id}/columns/${idOf(to)}/`, partsOf(to));
        const wanted = isRefused(from, to) ? 422 : 200;
        strictEqual(changed.status, wanted, `${from} → ${to}: ${JSON.stringify(changed.body)}`);
      }
      const [first, second, third] = await checkTable(table, from);
      for (const to of targets.filter((one) => !isRefused(from, one) && !isComputed(one)))
        try {
          for (const row of [first, second]) if (row) checkValue(row, from, to);
          if (before[2]?.values[nameOf(to)] === undefined)
            strictEqual(third?.values[nameOf(to)], undefined, `${from} → ${to} stays empty`);
          if (isPlainText(to) && AS_TEXT[from])
            deepStrictEqual([first?.values[nameOf(to)]].flat(), [AS_TEXT[from]()], `${from} → ${to}`);
        } catch (error) {
          problems.push(error instanceof Error ? error.message : String(error));
        }
      deepStrictEqual(problems, []);
      const [row] = await readRows(place.owner, table);
      const written = expectData(
        await client().patch(`items/${table.id}/rows/`, { rows: [{ id: row?.id, values: { link: [] } }] }),
      );
      deepStrictEqual(
        written.map(({ status, errors }) => [status, errors]),
        [['done', undefined]],
        `${from}: written`,
      );
      for (const format of ['csv', 'json']) {
        const exported = await client().get(`items/${table.id}/export/`, { query: { format } });
        strictEqual(exported.status, 200, `${from}: exported`);
      }
      for (const to of targets) {
        if (isRefused(from, to) || !(isPlainText(to) || isComputed(from))) continue;
        const back = await client().patch(`items/${table.id}/columns/${idOf(to)}/`, partsOf(from));
        const canReturn = !isComputed(from) || isVirtual(to);
        strictEqual(
          back.status,
          canReturn ? 200 : 422,
          `${from} → ${to} → ${from}: ${JSON.stringify(back.body)}`,
        );
      }
      const rows = await checkTable(table, `${from}: back`);
      if (!isComputed(from) && from !== 'file' && from !== 'attachment')
        for (const at of [0, 1])
          for (const to of targets.filter(isPlainText))
            deepStrictEqual(
              rows[at]?.values[nameOf(to)],
              before[at]?.values[nameOf(to)],
              `${from} → ${to} → ${from}`,
            );
    },
  );

  it.each([
    ['date', '3 Jan 2024', '2024-01-03'],
    ['date', 'until 3 May 2024', null],
    ['number', '(1)', null],
  ] as const)('to %s has of %s the value %s, or its text', async (type, text, expected) => {
    const table = await createTable(place.owner, place, [
      { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
    ]);
    await addRows(place.owner, table, [{ name: text }]);
    expectData(await client().patch(`items/${table.id}/columns/f_name/`, { type }));
    const [row] = await readRows(place.owner, table);
    deepStrictEqual(
      [row?.values, row?.problems === undefined],
      [{ name: expected ?? text }, expected !== null],
    );
  });

  it('counts and lists computed values in its preview', async () => {
    const { table } = await tableOf('created_by');
    const preview = expectData(
      await client().patch<ColumnPreview>(`items/${table.id}/columns/${idOf('number')}/?preview`, {
        type: 'number',
      }),
    );
    deepStrictEqual([preview.rows, preview.checked, preview.converted, preview.kept], [3, 3, 0, 3]);
    strictEqual(preview.values[0]?.value, owner);
  });

  it('adds the database column that a change of an earlier version left out', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
      { id: 'f_no', name: 'no', label: 'No.', type: 'number', required: false },
    ]);
    await addRows(place.owner, table, [{ name: 'first', no: 1 }]);
    const [column] = await server.sql<{ name: string }>(
      "select name from table_column where item_id = $1 and column_id = 'f_no'",
      [table.id],
    );
    await server.sql(`alter table tables.${rowTableName(table.id)} drop column ${column?.name}`);
    const pool = openPool(server.databaseUrl, 1);
    const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => database.destroy());
    await up(database);
    const [row] = await readRows(place.owner, table);
    deepStrictEqual(row?.values, { name: 'first' });
    expectData(await client().delete(`items/${table.id}/columns/f_no/`));
  });
});
