import { ok, rejects, strictEqual } from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { type ExportChoice, exportedTableAnew } from '#server/tables/export/export-rows.ts';
import { CSV_LINES, JSON_LINES } from '#server/tables/export/rows-as-text.ts';
import { type LineFormat, type WrittenBatch, writtenBatches } from '#server/tables/export/written-rows.ts';
import { sheetLines, sheetOf } from '#server/tables/export/xlsx-rows.ts';
import type { Table } from '#server/tables/table/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

/*
 * Two pages of a large export are read side by side where the database has connections to spare. Its rows are the same as
 * those that are read one page after the other.
 */

const OPTIONS = [
  { id: 'a', label: 'First' },
  { id: 'b', label: 'Second, "quoted"' },
];
const typed = (type: string, value: string, more: object = {}) => ({ type, value, more });
/** Columns, each with what row `n` has in it. */
const CELLS = [
  typed('text', `'row ' || n || case n % 5 when 0 then ', and' when 1 then ' "so"' else '' end`),
  typed('textarea', `case when n % 4 > 0 then repeat('line ' || n || E'\\n', n::int % 7) end`),
  typed('number', 'case when n % 3 > 0 then (n * 7919) % 1000 / 4.0 end'),
  typed('email', `'person' || n || '@example.org'`),
  typed('url', `'https://example.org/' || n`),
  typed('phone', `'+41' || n`),
  typed('date', `date '2020-01-01' + (n % 2400)::int`),
  typed('time', `time '08:00' + (n % 600) * interval '1 min'`),
  typed('datetime', `timestamptz '2026-01-01Z' + n * interval '1 min'`),
  typed('select', `(array['a', 'b', null])[1 + n % 3]`, { options: OPTIONS }),
  typed('rating', '1 + n % 5', { max: 5 }),
  typed('currency', 'n / 100.0', { currency: 'EUR' }),
  typed('percent', 'n % 100 / 10.0'),
  typed('duration', 'n'),
];
const COLUMNS = [
  ...CELLS.map(({ type, more }) => ({ type, ...more })),
  { type: 'checkboxes', options: OPTIONS },
  { type: 'auto_number' },
  { type: 'created_at' },
  { type: 'updated_by' },
].map((one) => ({ ...one, id: `f_${one.type}`, name: one.type, label: one.type, required: false }));

const ROWS = 30_000;

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let table: Item;
let databases: Record<'one' | 'many', { database: Database; pool: pg.Pool }>;
const open = (connections: number) => {
  const pool = openPool(server.databaseUrl, connections);
  return { pool, database: openDatabase(pool) };
};

/** A table of many rows of any type; some have what a change of a column's type left. */
async function createRows(): Promise<Item> {
  const item = await createTable(place.owner, place, COLUMNS);
  const stored = await server.sql<{ name: string; pg_type: string | null }>(
    'select name, pg_type from table_column where item_id = $1 order by position',
    [item.id],
  );
  const names = stored.flatMap(({ name, pg_type }) => (pg_type ? [name] : []));
  const list = stored.find(({ pg_type }) => pg_type === null)?.name;
  await server.sql(
    `insert into ${rowsOf(item)} (id, position, created_by, created_at, extra, ${names.join()})
    select gen_random_uuid(), 10 * n, $1, timestamptz '2026-01-01Z' + n * interval '1 s',
      case when n % 997 = 0 then '{"${names[2]}": [1], "${names[0]}": "left"}'::jsonb
        when n % 2 = 0 then '{"${list}": ["a", "b"]}'::jsonb else '{}'::jsonb end,
      ${CELLS.map(({ value }) => value).join()}
    from generate_series(1, ${ROWS}) n`,
    [place.owner.user.id],
  );
  await server.sql(`analyze ${rowsOf(item)}`);
  return item;
}

const rowsOf = ({ id }: Item) => `tables.t_${id.replaceAll('-', '')}`;

beforeAll(async () => {
  place = await createPlace(server.client);
  table = await createRows();
  databases = { one: open(1), many: open(8) };
});
afterAll(async () => {
  await Promise.all(Object.values(databases).map(({ database }) => database.destroy()));
});

async function itemOf({ id }: Item): Promise<() => Promise<Table['item']>> {
  const [item] = await server.sql<Table['item']>(
    'select id, hub_id, space_id, scope_id, kind, title from item where id = $1',
    [id],
  );
  if (!item) throw new Error('the item is there');
  return async () => item;
}

/** What is sent of a batch: texts, and ids of rows that the server writes. */
const sentOf = ({ parts }: WrittenBatch, { separator }: LineFormat): string =>
  parts
    .map((part) => ('text' in part ? part.text : part.rows.map(({ id }) => `${id}\n`).join('')))
    .join(separator);

async function exported(
  { database }: { database: Database },
  format: LineFormat,
  choice: ExportChoice = {},
): Promise<string> {
  const sent: string[] = [];
  for await (const batch of writtenBatches(database, await itemOf(table), choice, format))
    sent.push(sentOf(batch, format));
  return sent.join(format.separator);
}

/** The most connections of a pool that were in use at once. */
function watchUse(pool: pg.Pool) {
  const use = { most: 0 };
  const look = () => {
    use.most = Math.max(use.most, pool.totalCount - pool.idleCount);
  };
  pool.on('acquire', look);
  return { use, stop: () => pool.off('acquire', look) };
}

/** Reads the first batches of an export, so that pages are read side by side. */
async function begin(database: Database, item: Item) {
  const batches = writtenBatches(database, await itemOf(item), {}, CSV_LINES);
  const lines: string[] = [];
  const take = async (): Promise<boolean> => {
    const { value, done } = await batches.next();
    if (!done) lines.push(sentOf(value, CSV_LINES));
    return !done;
  };
  for (let count = 0; count < 14_000; count = lines.join('').split('\r\n').length) await take();
  return { batches, lines, take };
}

/** The statements that read pages now, by its processes: what they read stands beyond what is kept of their texts. */
const READING = `from pg_stat_activity where state = 'active' and datname = current_database()
  and query like '%string_agg(line%' and pid <> pg_backend_pid()`;
const untilNothingIsRead = () =>
  eventually(async () => strictEqual((await server.sql(`select ${READING}`)).length, 0));

describe('pages of an export that are read side by side', () => {
  it('have the rows that one connection reads, in every format and any order and choice', async () => {
    const { table: known } = await exportedTableAnew(databases.one.database, await itemOf(table), {});
    const sheet = sheetLines(sheetOf(known.columns).formats);
    const sorted = 'f_select,-f_number';
    const choices: [LineFormat, ExportChoice][] = [
      [CSV_LINES, {}],
      [sheet, {}],
      [CSV_LINES, { sort: sorted }],
      [JSON_LINES, { sort: '-f_created_at', columns: ['f_text', 'f_created_at'] }],
      [CSV_LINES, { q: 'and', columns: ['f_text', 'f_gone', 'f_date'] }],
      [CSV_LINES, { isOutsider: true, columns: ['f_date', 'f_updated_by', 'f_checkboxes'] }],
    ];
    for (const [format, choice] of choices) {
      const watched = watchUse(databases.many.pool);
      const [text, wanted] = [
        await exported(databases.many, format, choice),
        await exported(databases.one, format, choice),
      ];
      watched.stop();
      ok(wanted.length > 10_000);
      ok(text === wanted, `other rows of ${JSON.stringify(choice)}`);
      // Two pages, and the check of access.
      ok(choice.q || watched.use.most > 2, `${watched.use.most} connections were in use`);
    }
  }, 120_000);

  it('are read again where rows before them were deleted and added meanwhile', async () => {
    const item = await createRows();
    const { lines, take } = await begin(databases.many.database, item);
    await untilNothingIsRead();
    const sent = lines.join('').split('\r\n').length;
    await server.sql(`delete from ${rowsOf(item)} where position % 30 = 0`);
    const [text] = await server.sql<{ name: string }>(
      'select name from table_column where item_id = $1 order by position limit 1',
      [item.id],
    );
    await server.sql(
      `insert into ${rowsOf(item)} (id, position, ${text?.name}) select gen_random_uuid(), 10 * n + 5, 'added ' || n from generate_series(1, ${ROWS}, 5) n`,
    );
    while (await take());
    const numbers = lines.join('').matchAll(/^"?(row|added) (\d+)\b/gm);
    const seen = [...numbers].map(([, kind, number]) => Number(number) + (kind === 'added' ? 0.5 : 0));
    ok(
      seen.every((one, at) => at === 0 || one > (seen[at - 1] ?? 0)),
      'no row twice, all in order',
    );
    // What was read already may have them or not; what follows has all.
    const late = seen.filter((one) => one > ROWS - 5000);
    ok(sent < ROWS - 10_000);
    const wanted = Array.from({ length: 5000 }, (_, at) => ROWS - 4999 + at).flatMap((n) => [
      ...(n % 3 > 0 && n % 997 > 0 ? [n] : []),
      ...(n % 5 === 1 ? [n + 0.5] : []),
    ]);
    strictEqual(late.join(), wanted.join());
  }, 120_000);

  it('are read by no one once the export is cancelled', async () => {
    const { batches, take } = await begin(databases.many.database, table);
    await take();
    await batches.return(undefined);
    await untilNothingIsRead();
    strictEqual(await take(), false);
    await eventually(async () => strictEqual(databases.many.pool.totalCount, databases.many.pool.idleCount));
  }, 120_000);

  it('end the export where one of them cannot be read', async () => {
    const item = await createRows();
    const { take } = await begin(databases.many.database, item);
    await server.sql(`alter table ${rowsOf(item)} rename to gone`);
    await rejects(async () => {
      while (await take());
    }, /does not exist/);
    strictEqual(await take(), false);
    await server.sql('drop table tables.gone');
  }, 120_000);

  it('have few long rows after many short ones, and the database sends no more than these', async () => {
    const item = await createTable(place.owner, place, [
      { id: 'f_note', name: 'note', label: 'Note', type: 'text', required: false },
    ]);
    const [note] = await server.sql<{ name: string }>('select name from table_column where item_id = $1', [
      item.id,
    ]);
    // Pages become longer while rows are short.
    const [short, long, length] = [1000, 400, 50_000];
    await server.sql(
      `insert into ${rowsOf(item)} (id, position, ${note?.name}) select gen_random_uuid(), 10 * n,
        n || repeat(' note', case when n > ${short} then ${length / 5} else 1 end) from generate_series(1, ${short + long}) n`,
    );
    const pages: { sent: number; rows: number }[] = [];
    let sent = 0;
    const counted = databases.one.database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        sent += JSON.stringify(result.rows).length;
        return result;
      },
    });
    let text = '';
    for await (const batch of writtenBatches(counted, await itemOf(item), {}, CSV_LINES)) {
      const own = sentOf(batch, CSV_LINES);
      text += own;
      pages.push({ sent, rows: own.split('\r\n').length - 1 });
      sent = 0;
    }
    strictEqual(pages[0]?.rows, short);
    for (const page of pages.slice(1))
      ok(page.sent < 4 * 1024 ** 2 + 100 * length * 1.1, `${page.sent} were sent`);
    strictEqual(
      [...text.matchAll(/\d+/g)].join(),
      Array.from({ length: short + long }, (_, at) => at + 1).join(),
    );
  }, 60_000);

  it('are one after the other while others have half of the connections', async () => {
    const { pool } = databases.many;
    const others = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    const watched = watchUse(pool);
    const text = await exported(databases.many, CSV_LINES);
    watched.stop();
    for (const other of others) other.release();
    strictEqual(watched.use.most, others.length + 2);
    ok(text === (await exported(databases.one, CSV_LINES)));
  }, 120_000);
});
