import { ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { csvRow } from '#lib/text/csv.ts';
import { type XlsxTable, xlsx } from '#server/platform/archives/xlsx.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import {
  columnsOf,
  type ExportChoice,
  exportedTableAnew,
  rowBatches,
} from '#server/tables/export/export-rows.ts';
import { asCsv, asJson, CSV_LINES, JSON_LINES, rowsAsText } from '#server/tables/export/rows-as-text.ts';
import { writtenBatches } from '#server/tables/export/written-rows.ts';
import { sheetLines, sheetOf, xlsxRowsOf, xlsxTable } from '#server/tables/export/xlsx-rows.ts';
import type { Table } from '#server/tables/table/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

/*
 * Rows that the database writes are the very bytes that the server writes of them, whatever a cell has: values that fit its
 * type, those that a change of the type left, and those that nothing of Hubkeep stores.
 */

const OPTIONS = [
  { id: 'a', label: 'First' },
  { id: 'b', label: '=Second, "quoted"' },
  { id: 'c', label: 'Third & <last>' },
];
const TYPES = [
  { type: 'text' },
  { type: 'textarea' },
  { type: 'number' },
  { type: 'email' },
  { type: 'phone' },
  { type: 'url' },
  { type: 'date' },
  { type: 'time' },
  { type: 'datetime' },
  { type: 'select', options: OPTIONS },
  { type: 'checkboxes', options: OPTIONS },
  { type: 'multi-select', options: OPTIONS, name: '7' },
  { type: 'text', multiple: true, name: 'texts' },
  { type: 'date', rules: [{ rule: 'date_format', value: 'DD.MM.YYYY' }], name: 'german' },
  { type: 'rating', max: 5 },
  { type: 'currency', currency: 'EUR' },
  { type: 'percent' },
  { type: 'duration' },
  { type: 'auto_number' },
  { type: 'created_at' },
  { type: 'updated_at' },
  { type: 'created_by' },
  { type: 'updated_by' },
  { type: 'formula', formula: '{rating} * 2', name: '2' },
] as const;
const nameOf = (one: { type: string; name?: string }) => one.name ?? one.type.replace('-', '_');
type Types = readonly { type: string; name?: string; [option: string]: unknown }[];
const columnsFrom = (types: Types) =>
  types.map((one) => ({
    ...one,
    id: `f_${nameOf(one)}`,
    name: nameOf(one),
    label: nameOf(one),
    required: false,
  }));

const spaced = fc.constantFrom(...'\t\n\v\f\r \u0085\u00a0\u1680\u180e\u2003\u200b\u2028\u202f\u3000\ufeff');
const sign = fc.constantFrom(...'=+-@\t\r＝＋－＠\'",;(|!<&>\\/\u0001\u007f\ufffe\uffff', '😀', '𝄞');
const text = fc.oneof(
  fc
    .tuple(
      fc.string({ unit: fc.oneof(spaced, sign), maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    'a',
    'b',
    'c',
    'plain',
    '\\.',
    '1e5',
    '-5',
    'x;=1',
    "'a\t\t'\"-1(\n- b\r\n+c|;@;;=",
    'null',
    '</row>',
    '_x0041_',
    '_\u0001x0041_x0042_',
  ),
);
/** The database stores no NUL, and no half of a pair. */
const storable = text.map((one) => one.toWellFormed().replaceAll('\0', ''));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  { weight: 10, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
  { weight: 10, arbitrary: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((one) => one / 100) },
  fc.constantFrom(
    0,
    -0,
    1e-4,
    9.99e-5,
    1e-7,
    1e15,
    999_999_999_999_999.9,
    2 ** 53,
    2 ** 53 + 2,
    1e21,
    1e23,
    5e-324,
    0.1,
    12.345,
  ),
);
const pad = (one: number, width = 2) => String(one).padStart(width, '0');
const year = fc.oneof(
  fc.integer({ min: 1, max: 9999 }),
  fc.constantFrom(1, 99, 100, 1900, 1970, 2026, 9999, 10_000),
);
const day = fc
  .tuple(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${pad(y, 4)}-${pad(m)}-${pad(d)}`);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.constantFrom(0, 0, 30, 59))
  .map((parts) => parts.map((one) => pad(one)).join(':'));
const moment = fc
  .tuple(day, time, fc.constantFrom('', '', '.5', '.123', '.1234', '.999999'))
  .map(([d, t, fraction]) => `${d} ${t}${fraction}+00`);
const TYPED: Record<string, fc.Arbitrary<unknown>> = {
  text: storable,
  'double precision': number.map((one) => (Object.is(one, -0) ? '-0' : String(one))),
  date: day,
  time,
  timestamptz: moment,
};
const list = fc.array(
  fc.oneof({ weight: 9, arbitrary: storable }, { weight: 1, arbitrary: fc.constantFrom(1, null) }),
  { maxLength: 3 },
);
const leftBehind = fc.oneof(
  storable,
  list,
  fc.constantFrom(1.5, true, null, 1e30),
  fc.constant({ b: 1, a: ['x'] }),
);

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let database: Database;
beforeAll(async () => {
  place = await createPlace(server.client);
  database = openDatabase(openPool(server.databaseUrl, 3));
});
afterAll(() => database.destroy());

type Stored = { name: string; pg_type: string | null };
const storedColumns = (id: string) =>
  server.sql<Stored>('select name, pg_type from table_column where item_id = $1 order by position', [id]);

/** Writes rows past the API: cells as the database may have them. */
async function insertRows(
  { id }: Item,
  rows: readonly Record<string, unknown>[],
  columns: readonly Stored[],
) {
  const typed = columns.filter(({ pg_type }) => pg_type !== null);
  const names = typed.map(({ name }) => `, ${name}`).join('');
  const casts = typed.map(({ name, pg_type }) => `, (cells ->> '${name}')::${pg_type}`).join('');
  await server.sql(
    `insert into tables.t_${id.replaceAll('-', '')} (id, position, created_by, created_at, extra${names})
    select gen_random_uuid(), 10 * n, case when n % 3 > 0 then $2::uuid end,
      timestamptz '2026-01-01' + n * interval '1.234567 s', cells -> 'extra'${casts}
    from jsonb_array_elements($1::jsonb) with ordinality as input (cells, n)`,
    [JSON.stringify(rows), place.owner.user.id],
  );
}

/** A value in one of so many cells; undefined in the others. */
const rarely = (value: fc.Arbitrary<unknown>, among: number) =>
  fc.oneof({ weight: among - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** Cells of a row by the names of their database columns: some empty, some with what was left behind. */
const rowOf = (columns: readonly Stored[], left: number) =>
  fc.record(
    {
      ...Object.fromEntries(
        columns.flatMap(({ name, pg_type }) => (pg_type ? [[name, TYPED[pg_type] ?? storable]] : [])),
      ),
      extra: fc.record(
        Object.fromEntries(
          columns.map(({ name, pg_type }) => [name, pg_type ? rarely(leftBehind, left) : leftBehind]),
        ),
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['extra'] },
  );

type ItemAnew = () => Promise<Table['item']>;

async function serverText(itemAnew: ItemAnew, format: 'csv' | 'json', choice: ExportChoice) {
  const parts: string[] = [];
  for await (const batch of rowBatches(database, itemAnew, choice)) {
    if (format === 'json') parts.push(...asJson(batch));
    else {
      if (parts.length === 0)
        parts.push(`\uFEFF${csvRow(columnsOf(batch).map((column) => column?.field.label ?? ''))}`);
      parts.push(asCsv(batch, choice));
    }
  }
  if (format === 'csv') return parts.join('');
  return `[${parts.length > 0 ? `\n${parts.join(',\n')}` : ''}\n]\n`;
}

async function* serverRows(itemAnew: ItemAnew, choice: ExportChoice, zone: string) {
  for await (const batch of rowBatches(database, itemAnew, choice)) yield* xlsxRowsOf(batch, zone);
}

/** The parts of a workbook, by their paths. */
async function partsOf(table: Omit<XlsxTable, 'name'>, formats: readonly string[]) {
  const parts: Record<string, string> = {};
  for await (const { path, content } of xlsx([{ ...table, name: 'Rows' }], formats)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content ?? []) chunks.push(chunk);
    parts[path] = Buffer.concat(chunks).toString();
  }
  return parts;
}

async function itemOf({ id }: Item): Promise<ItemAnew> {
  const [item] = await server.sql<Table['item']>(
    'select id, hub_id, space_id, scope_id, kind, title from item where id = $1',
    [id],
  );
  if (!item) throw new Error('the item is there');
  return async () => item;
}

/** Compares all formats of an export with what the server writes alone. */
async function compare(item: Item, choice: ExportChoice = {}) {
  const itemAnew = await itemOf(item);
  for (const format of ['csv', 'json'] as const) {
    let written = '';
    for await (const part of rowsAsText(database, itemAnew, format, choice)) written += part;
    strictEqual(written, await serverText(itemAnew, format, choice));
  }
  await compareSheets(itemAnew, choice);
}

/** The same for a sheet; its hub is in that zone. */
async function compareSheets(itemAnew: ItemAnew, choice: ExportChoice, zone = 'UTC') {
  const { formats, ...sheet } = await xlsxTable(database, itemAnew, choice);
  const rows = serverRows(itemAnew, choice, zone);
  const [own, wanted] = [await partsOf(sheet, formats), await partsOf({ ...sheet, rows }, formats)];
  for (const [path, text] of Object.entries(wanted)) {
    const found = own[path]?.split('</row>') ?? [];
    for (const [at, row] of text.split('</row>').entries()) strictEqual(found[at], row);
    strictEqual(own[path], text);
  }
}

const LINES = { csv: CSV_LINES, json: JSON_LINES, xlsx: null };

/** How many rows the database writes, by format. */
async function countWritten(item: Item, choice: ExportChoice = {}) {
  const itemAnew = await itemOf(item);
  const { table } = await exportedTableAnew(database, itemAnew, choice);
  const counts: Record<string, number> = {};
  for (const [format, lines] of Object.entries(LINES)) {
    const own = lines ?? sheetLines(sheetOf(table.columns).formats);
    let count = 0;
    for await (const { parts } of writtenBatches(database, itemAnew, choice, own))
      for (const part of parts) count += 'text' in part ? part.count : 0;
    counts[format] = count;
  }
  return counts;
}

/** A table of some columns, with rows of any cells. */
async function createRows(types: Types, count: number, { left, seed = 1 }: { left: number; seed?: number }) {
  const table = await createTable(place.owner, place, columnsFrom(types));
  const columns = await storedColumns(table.id);
  const rows = fc.sample(rowOf(columns, left), { numRuns: count, seed });
  await insertRows(table, rows, columns);
  return table;
}

const FIRST = [{ type: 'text', name: 'first' }, TYPES.find(({ type }) => type === 'rating') ?? TYPES[0]];
/** What a row is sorted by here, whatever it has. */
const SORTED = '-f_first,f_number';

describe('rows that the database writes', () => {
  it('are those that the server writes, of every type and whatever a cell has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(5, 1000), fc.integer({ min: 0, max: 2 ** 31 }), async (left, seed) => {
        await compare(await createRows(TYPES, 300, { left, seed }));
      }),
      { numRuns: 6 },
    );
  }, 120_000);

  it('are most of those with common values of each type', async () => {
    for (const type of TYPES) {
      const table = await createRows(
        [...FIRST, type].filter((one, at, all) => all.indexOf(one) === at),
        200,
        { left: 20 },
      );
      await compare(table);
      const { csv = 0, json = 0, xlsx: sheet = 0 } = await countWritten(table);
      ok(csv > 50 && json > 50, `${nameOf(type)}: ${csv} of csv, ${json} of json`);
      // Days in a format of their own are no days to the database.
      ok(sheet > 40 || nameOf(type) === 'german', `${nameOf(type)}: ${sheet} of xlsx`);
    }
  }, 120_000);

  it('are in the order of the export, page by page, with the chosen columns alone', async () => {
    const table = await createRows(
      [...FIRST, { type: 'number' }, { type: 'select', options: OPTIONS }],
      2300,
      { left: 50 },
    );
    await compare(table);
    await compare(table, { sort: SORTED });
    await compare(table, { sort: 'f_select', columns: ['f_select', 'f_first', 'f_gone'] });
    await compare(table, { q: 'plain', isOutsider: true });
    const { csv = 0 } = await countWritten(table, { sort: SORTED });
    ok(csv > 1500, `${csv} rows`);
  }, 120_000);

  it('have as many columns as a table may have', async () => {
    const many = Array.from({ length: 300 }, (_, at) => ({
      type: at % 2 ? 'text' : 'number',
      name: `n${at}`,
    }));
    const table = await createRows(many, 20, { left: 100_000 });
    await compare(table);
  }, 120_000);

  it('have the same points in time in a sheet whatever zone the hub is in', async () => {
    const types = TYPES.filter(({ type }) => ['datetime', 'created_at', 'updated_at'].includes(type));
    const table = await createRows([...FIRST, ...types], 200, { left: 1000 });
    const setZone = (zone: string | null) =>
      server.sql('update hub set time_zone = $1 where id = $2', [zone, place.hub.id]);
    for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati']) {
      await setZone(zone);
      await compareSheets(await itemOf(table), {}, zone);
    }
    await setZone(null);
    const { xlsx: sheet = 0 } = await countWritten(table);
    ok(sheet > 50, `${sheet} rows`);
  }, 120_000);

  it('are sent again for a sheet where a text has what separates cells, and the server writes such a row', async () => {
    const table = await createTable(place.owner, place, columnsFrom([{ type: 'text' }, { type: 'number' }]));
    const columns = await storedColumns(table.id);
    const [name = '', amount = ''] = columns.map((column) => column.name);
    const texts = new Map([
      [3, 'unit\u001f'],
      [4, '\u001e'],
      [700, 'a\u001fb\u001ec'],
      [1500, '\u001f=\u001e\u001f'],
    ]);
    const rows = Array.from({ length: 2300 }, (_, at) => ({
      [name]: texts.get(at) ?? `row ${at}`,
      [amount]: String(at),
      extra: {},
    }));
    await insertRows(table, rows, columns);
    await compare(table);
    const { xlsx: sheet } = await countWritten(table);
    strictEqual(sheet, rows.length - texts.size);
  }, 120_000);

  it('have long texts as far as a cell can, also where a pair of units is cut', async () => {
    const table = await createTable(place.owner, place, columnsFrom([{ type: 'textarea' }]));
    const columns = await storedColumns(table.id);
    const [name = ''] = columns.map((column) => column.name);
    const texts = [32_766, 32_767, 32_768, 40_000].flatMap((length) => [
      'x'.repeat(length),
      'ü'.repeat(length),
      `${'y'.repeat(32_766)}${'😀'.repeat(length - 32_765)}`,
      `${'line &\n'.repeat(length / 7)}`,
    ]);
    await insertRows(
      table,
      texts.map((text) => ({ [name]: text, extra: {} })),
      columns,
    );
    await compare(table);
    const { xlsx: sheet } = await countWritten(table);
    strictEqual(sheet, texts.length);
  }, 120_000);

  it('are few where the server would write most of them', async () => {
    const table = await createRows([...FIRST, { type: 'number' }], 2300, { left: 1 });
    await compare(table, { sort: SORTED });
    const { csv = 0 } = await countWritten(table);
    ok(csv < 1000, `${csv} rows`);
  }, 120_000);
});
