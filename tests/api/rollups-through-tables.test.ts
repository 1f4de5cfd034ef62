import { beforeAll, describe, expect, it } from 'vitest';
import { divideDecimals } from '#lib/fields/decimal.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_size', name: 'size', label: 'Size', type: 'number', required: false },
  { id: 'f_due', name: 'due', label: 'Due', type: 'date', required: false },
  { id: 'f_note', name: 'note', label: 'Note', type: 'text', required: false },
];
const OF = ['size', 'due', 'note'] as const;
const ROLLUPS = {
  size: ['count', 'sum', 'avg', 'min', 'max'],
  due: ['min', 'max'],
  note: ['min', 'max'],
} as const;
const ROWS = 6;
const DEPTH = 4;
const SEED = 1;

type Name = (typeof ROLLUPS)[(typeof OF)[number]][number];
type Value = number | string;
type Row = { id: string; values: Partial<Record<string, Value>>; links: number[]; isDeleted: boolean };

/** Numbers below one, the same for a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** What a rollup shows of values, as the columns of the last table have them. */
function rolled(name: Name, values: readonly Value[]): Value | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  const texts = values.filter((value) => typeof value === 'string').toSorted();
  const sum = Number(numbers.reduce((all, one) => all + one, 0).toFixed(6));
  if (name === 'count') return values.length;
  if (name === 'sum') return sum;
  if (name === 'avg') return numbers.length > 0 ? divideDecimals(sum, numbers.length) : undefined;
  if (numbers.length > 0) return name === 'min' ? Math.min(...numbers) : Math.max(...numbers);
  return name === 'min' ? texts[0] : texts.at(-1);
}

type Random = () => number;
const pick = <One>(random: Random, all: readonly One[]): One | undefined =>
  all[Math.floor(random() * all.length)];

/** Values of a cell, some of which are none, or don't fit the type of its column. */
const VALUES: Record<(typeof OF)[number], readonly (Value | undefined)[]> = {
  size: [1, 2.5, -3, 0.1, 'n/a', 'later', undefined],
  due: ['2026-01-05', '2025-12-31', '2027-03-01', 'soon', '2026', undefined],
  note: ['a', 'B', 'c', 7, undefined],
};

/** Tables of rows that link to some of the next one's, some of them deleted, with a lookup of each column through all of them. */
async function createChain(seed: number) {
  const random = numbersFrom(seed);
  const place = await createPlace(server.client);
  const { owner } = place;
  const add = async (id: string, name: string, column: object) =>
    expectData(await owner.client.post(`items/${id}/columns/`, { name, label: name, ...column }), 201).id;
  const tables: { id: string; via: string; rows: Row[]; lookups: Record<string, string> }[] = [];
  for (let at = DEPTH; at >= 0; at -= 1) {
    const next = tables[0];
    const { id } = await createTable(owner, place, COLUMNS);
    const via = next ? await add(id, 'next', { type: 'link', table: next.id }) : '';
    const rows: Row[] = [];
    for (let n = 0; n < ROWS; n += 1) {
      const links = next ? next.rows.flatMap((_, to) => (random() < (n === 0 ? 0 : 0.45) ? [to] : [])) : [];
      const values = Object.fromEntries(
        OF.map((name) => [name, next ? undefined : pick(random, VALUES[name])]),
      );
      rows.push({ id: '', values, links, isDeleted: at > 0 && random() < 0.15 });
    }
    const made = await addRows(
      owner,
      { id },
      rows.map(({ links }, n) => ({
        name: `R${n}`,
        ...(next ? { next: links.map((to) => next.rows[to]?.id ?? '') } : {}),
      })),
    );
    for (const [n, row] of rows.entries()) row.id = made[n]?.id ?? '';
    if (!next) await writeCells(id, rows);
    const lookups: Record<string, string> = {};
    for (const name of OF)
      lookups[name] = next
        ? await add(id, `of_${name}`, { type: 'lookup', via, of: next.lookups[name] })
        : `f_${name}`;
    tables.unshift({ id, via, rows, lookups });
  }
  for (const { id, rows } of tables) {
    const deleted = rows.filter(({ isDeleted }) => isDeleted).map((row) => ({ id: row.id }));
    if (deleted.length > 0) expectData(await owner.client.delete(`items/${id}/rows/`, { rows: deleted }));
  }
  return { owner, add, tables };
}

/** Values as they are once the type of a column was changed: those that don't fit it are beside it. */
async function writeCells(id: string, rows: readonly Row[]): Promise<void> {
  const columns = await server.sql<{ id: string; name: string }>(
    'select column_id as id, name from table_column where item_id = $1',
    [id],
  );
  for (const { id: row, values } of rows)
    for (const name of OF) {
      const value = values[name];
      const column = columns.find((one) => one.id === `f_${name}`)?.name;
      if (value === undefined) continue;
      const fits =
        name === 'size'
          ? typeof value === 'number'
          : name === 'due'
            ? /^\d{4}-/.test(String(value))
            : typeof value === 'string';
      const set = fits ? `${column} = $1` : `extra = extra || jsonb_build_object('${column}', $1::jsonb)`;
      await server.sql(`update tables.t_${id.replaceAll('-', '')} set ${set} where id = $2`, [
        fits ? value : JSON.stringify(value),
        row,
      ]);
    }
}

type Chain = Awaited<ReturnType<typeof createChain>>;

/** What a row of a table shows by all paths to a later one, of whose rows that is known. */
function through(
  chain: Chain,
  from: number,
  to: number,
  row: Row,
  known: (row: Row) => readonly Value[],
): Value[] {
  if (from === to) return [...known(row)];
  return row.links.flatMap((at) => {
    const linked = chain.tables[from + 1]?.rows[at];
    return linked && !linked.isDeleted ? through(chain, from + 1, to, linked, known) : [];
  });
}

const cellOf = (name: string) => (row: Row) => [row.values[name] ?? []].flat();

/** Rollups that read a rollup of the last table but one: the function of that, their own, and of which values. */
const OF_ROLLUPS = [
  ['max', 'min', 'due'],
  ['min', 'max', 'note'],
  ['count', 'sum', 'size'],
  ['sum', 'avg', 'size'],
  ['avg', 'max', 'size'],
] as const;

const isTyped = (name: Name, of: string, value: Value | undefined) =>
  (name !== 'min' && name !== 'max') || of === 'size'
    ? typeof value === 'number'
    : of === 'due'
      ? /^\d{4}-/.test(String(value))
      : typeof value === 'string';

/** What rows show in a rollup, and which of them are found, in which order, and their sum. */
async function expectResults(
  { owner, tables }: Chain,
  at: number,
  [column, id, name, of]: readonly [string, string, Name, string],
  results: readonly (Value | undefined)[],
) {
  const table = tables[at];
  if (!table) throw new Error('there is such a table');
  const rows = table.rows
    .map((row, n) => ({ ...row, name: `R${n}`, result: results[n] }))
    .filter((row) => !row.isDeleted);
  const about = `${name} of ${of} through ${DEPTH - at}`;
  const shown = await readRows(owner, table);
  expect([about, shown.map(({ values }) => values[column])]).toEqual([
    about,
    rows.map(({ result }) => result),
  ]);
  const find = async (query: Record<string, string>) =>
    (await readRows(owner, table, query)).map(({ values }) => values.name);
  const filter = (op: string, value?: Value) => find({ filter: JSON.stringify({ field: id, op, value }) });
  const named = (found: typeof rows) => found.map((row) => row.name);
  if (name === 'count' || name === 'sum')
    expect([about, await filter('greater', 1)]).toEqual([
      about,
      named(rows.filter(({ result }) => Number(result) > 1)),
    ]);
  else
    expect([about, await filter('is_empty')]).toEqual([
      about,
      named(rows.filter(({ result }) => result === undefined)),
    ]);
  const wanted = rows.find(({ result }) => isTyped(name, of, result))?.result;
  // Averages are rounded to a number's digits where they are shown.
  if (wanted !== undefined && name !== 'avg')
    expect([about, await filter('equals', wanted)]).toEqual([
      about,
      named(rows.filter(({ result }) => result === wanted)),
    ]);
  const isNumber = name !== 'min' && name !== 'max';
  if (!isNumber && of !== 'size') return;
  const numbers = rows.flatMap((row) =>
    typeof row.result === 'number' ? { name: row.name, result: row.result } : [],
  );
  const [all] = expectData(
    await owner.client.get(`items/${table.id}/aggregate/`, { query: { metrics: `sum:${id}` } }),
  );
  expect(Number(all?.values[`sum:${id}`])).toBeCloseTo(
    numbers.reduce((sum, { result }) => sum + result, 0),
    6,
  );
  const order = await find({ sort: id });
  expect([about, order.slice(0, numbers.length)]).toEqual([
    about,
    numbers.toSorted((one, other) => one.result - other.result).map((row) => row.name),
  ]);
}

describe('random rows that link to each other', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await createChain(SEED);
  }, 60_000);

  it('show in rollups of lookups what their paths lead to', { timeout: 60_000 }, async () => {
    const [{ id, via, rows } = { id: '', via: '', rows: [] }, next] = chain.tables;
    for (const of of OF)
      for (const name of ROLLUPS[of]) {
        const column = { type: 'rollup', via, of: next?.lookups[of], function: name };
        const made = await chain.add(id, `${name}_${of}`, column);
        const results = rows.map((row) => rolled(name, through(chain, 0, DEPTH, row, cellOf(of))));
        await expectResults(chain, 0, [`${name}_${of}`, made, name, of], results);
      }
  });

  it('show in rollups of rollups what the rows of each table show', { timeout: 60_000 }, async () => {
    const [, first, second, third] = chain.tables;
    if (!first || !second || !third) throw new Error('there are five tables');
    for (const [inner, outer, of] of OF_ROLLUPS) {
      const name = `${inner}_${outer}_${of}`;
      const add = (table: { id: string; via: string }, column: object) =>
        chain.add(table.id, name, { via: table.via, ...column });
      const results = await add(third, { type: 'rollup', of: `f_${of}`, function: inner });
      const lookup = await chain.add(second.id, `l_${name}`, {
        type: 'lookup',
        via: second.via,
        of: results,
      });
      const near = await add(second, { type: 'rollup', of: results, function: outer });
      const far = await add(first, { type: 'rollup', of: lookup, function: outer });
      const result = (row: Row) => rolled(inner, through(chain, 3, DEPTH, row, cellOf(of))) ?? [];
      for (const at of [2, 1]) {
        const rows = chain.tables[at]?.rows ?? [];
        const expected = rows.map((row) =>
          rolled(
            outer,
            through(chain, at, 3, row, (one) => [result(one)].flat()),
          ),
        );
        await expectResults(chain, at, [name, at === 2 ? near : far, outer, of], expected);
      }
    }
  });
});
