import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_size', name: 'size', label: 'Size', type: 'number', required: false },
  { id: 'f_due', name: 'due', label: 'Due', type: 'date', required: false },
];
/** Rows of a table, each of which links to all of the next one: those of the first reach the last by 60⁴ paths. */
const ROWS = 60;
const TABLES = 5;
/** What some requests take at most, on a busy machine; by each path most of them would take longer. */
const WITHIN = 20_000;

const range = <One>(count: number, of: (n: number) => One) => Array.from({ length: count }, (_, n) => of(n));
const named = (n: number) => `R${String(n).padStart(3, '0')}`;
const dueOf = (n: number) => `2026-01-${10 + (n % 20)}`;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

type Dense = {
  id: string;
  columns: Record<'size' | 'due' | 'total' | 'average' | 'latest' | 'totals', string>;
};
let owner: TestAccount;
let table: Dense;

/** The linked rows of a row: none of the first one, one of the second, all of any other. */
const linked = <One>(all: readonly One[], n: number): One[] =>
  n === 0 ? [] : n === 1 ? all.slice(2, 3) : [...all];

/** What the rows of a table have together, through all tables behind it. */
const togetherOf = (of: (n: number) => number, at = 0): number[] => {
  if (at === TABLES - 1) return range(ROWS, of);
  const behind = togetherOf(of, at + 1);
  return range(ROWS, (n) => sum(linked(behind, n)));
};

/** The first of the tables. */
async function createDense(): Promise<Dense> {
  const place = await createPlace(server.client);
  owner = place.owner;
  const add = async (id: string, name: string, column: object) =>
    expectData(await owner.client.post(`items/${id}/columns/`, { name, label: name, ...column }), 201).id;
  let behind: (Dense & { rows: string[] }) | null = null;
  for (let at = TABLES - 1; at >= 0; at -= 1) {
    const { id } = await createTable(owner, place, COLUMNS);
    const values = range(ROWS, (n) => ({ name: named(n), size: n + 1, due: dueOf(n) }));
    const rows = (await addRows(owner, { id }, values)).map((row) => row.id);
    const columns: Dense['columns'] = {
      ...{ size: 'f_size', due: 'f_due', total: '', average: '', latest: '', totals: 'f_size' },
    };
    if (behind) {
      const { columns: of } = behind;
      const via = await add(id, 'next', { type: 'link', table: behind.id });
      // As the API writes them, row by row.
      await server.sql(
        `insert into row_link (link_id, one_row, other_row, position)
          select (select (options ->> 'link')::uuid from table_column where item_id = $1 and column_id = $2), one.id, other.id, other.at
          from unnest($3::uuid[]) with ordinality one (id, at) cross join unnest($4::uuid[]) with ordinality other (id, at)
          where one.at > 2 or (one.at = 2 and other.at = 3)`,
        [id, via, rows, behind.rows],
      );
      const rollup = (name: string, read: string, fn: string) =>
        add(id, name, { type: 'rollup', via, of: read, function: fn });
      if (at === 0) {
        columns.total = await rollup('total', of.size, 'sum');
        columns.average = await rollup('average', of.size, 'avg');
        columns.latest = await rollup('latest', of.due, 'max');
      }
      columns.totals = await rollup('totals', of.totals, 'sum');
      columns.size = await add(id, 'sizes', { type: 'lookup', via, of: of.size });
      columns.due = await add(id, 'dues', { type: 'lookup', via, of: of.due });
    }
    behind = { id, rows, columns };
  }
  if (!behind) throw new Error('there are five tables');
  return behind;
}
beforeAll(async () => {
  table = await createDense();
}, 120_000);

const namesOf = async (query: Record<string, string>) =>
  (await readRows(owner, table, query)).map(({ values }) => values.name);
const filtered = (field: string, op: string, value?: unknown) =>
  namesOf({ filter: JSON.stringify({ field, op, value }), page_size: '3' });

describe('rows that all link to each other, through four tables', () => {
  const sums = togetherOf((n) => n + 1);
  const counts = togetherOf(() => 1);

  it('show exact sums', { timeout: WITHIN }, async () => {
    const rows = await readRows(owner, table, { page_size: 100 });
    expect(rows.map(({ values }) => values.total)).toEqual(sums);
    expect(rows.map(({ values }) => values.totals)).toEqual(sums);
    expect(rows.slice(0, 3).map(({ values }) => values.latest)).toEqual([undefined, dueOf(19), dueOf(19)]);
    expect(rows[0]?.values.average).toBeUndefined();
    expect(counts[2]).toBeGreaterThan(50_000);
    expect(rows[2]?.values.average).toBeCloseTo((sums[2] ?? 0) / (counts[2] ?? 1), 9);
  });

  it('are found by what linked rows have', { timeout: WITHIN }, async () => {
    const { columns } = table;
    expect(await filtered(columns.total, 'equals', sums[1])).toEqual([named(1)]);
    expect(await filtered(columns.totals, 'greater', sums[1])).toEqual([2, 3, 4].map(named));
    expect(await filtered(columns.average, 'is_empty')).toEqual([named(0)]);
    expect(await filtered(columns.latest, 'equals', dueOf(19))).toEqual([1, 2, 3].map(named));
    expect(await filtered(columns.size, 'equals', ROWS)).toEqual([1, 2, 3].map(named));
    expect(await filtered(columns.due, 'is_empty')).toEqual([named(0)]);
  });

  it('are in order of sums', { timeout: WITHIN }, async () => {
    const { columns } = table;
    expect(await namesOf({ sort: columns.totals, page_size: '3' })).toEqual([0, 1, 2].map(named));
    expect(await namesOf({ sort: `-${columns.total}`, page_size: '3' })).toEqual([2, 3, 4].map(named));
  });

  it('are grouped and summed up', { timeout: WITHIN }, async () => {
    const { id, columns } = table;
    const metrics = [
      ...[`sum:${columns.total}`, `sum:${columns.totals}`, `sum:${columns.size}`],
      ...[`avg:${columns.size}`, `max:${columns.due}`, `filled:${columns.size}`],
    ].join();
    const [all] = expectData(await owner.client.get(`items/${id}/aggregate/`, { query: { metrics } }));
    const total = String(sum(sums));
    const [, , , average, ...others] = Object.values(all?.values ?? {});
    expect(Object.values(all?.values ?? {}).slice(0, 3)).toEqual([total, total, total]);
    expect(Number(average)).toBeCloseTo(sum(sums) / sum(counts), 9);
    expect(others).toEqual([dueOf(19), ROWS - 1]);
    const groups = expectData(
      await owner.client.get(`items/${id}/aggregate/`, { query: { group: columns.total } }),
    );
    expect(groups.map(({ group, values }) => [group, values.count])).toEqual([
      [0, 1],
      [sums[1], 1],
      [sums[2], ROWS - 2],
    ]);
  });

  it('are exported in that order', { timeout: WITHIN }, async () => {
    const { id, columns } = table;
    const query = { format: 'csv', sort: `-${columns.total}`, fields: 'name,total' };
    const csv = await (await owner.client.fetch('GET', `items/${id}/export/`, undefined, { query })).text();
    const lines = csv.trim().split(/\r?\n/);
    expect(lines).toHaveLength(ROWS + 1);
    expect([lines[1], lines[ROWS - 1], lines[ROWS]]).toEqual([
      `${named(2)},${sums[2]}`,
      `${named(1)},${sums[1]}`,
      `${named(0)},0`,
    ]);
  });
});
