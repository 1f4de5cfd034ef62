import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchAccount, createItem } from './account.ts';
import type { Bench, BenchRow } from './bench.ts';
import { collectedMemory } from './collected-memory.ts';
import { fillRows, MIXED_COLUMNS, sendJson } from './column-change.ts';
import { processorTime } from './processor-time.ts';
import type { Serving } from './serving.ts';
import { withServer } from './with-server.ts';

/** Rows of the table, of which every second one is changed. */
const ROWS = Number(process.env.BENCH_BULK_ROWS ?? '200000');
const CHANGED = Math.floor(ROWS / 2);

type Measured = { serving: Serving; account: BenchAccount; client: pg.Client; id: string };

/** What the same takes as statements of the database: written and rolled back, so that the app begins with the same rows. */
async function bare(
  { client }: Measured,
  statements: readonly string[],
  before: readonly string[] = [],
): Promise<number> {
  await client.query('begin');
  for (const statement of before) await client.query(statement);
  const begun = performance.now();
  for (const statement of statements) await client.query(statement);
  const seconds = (performance.now() - begun) / 1000;
  await client.query('rollback');
  return seconds;
}

/** Waits for a bulk change. @returns what it took */
async function measured(
  { serving, account, id }: Measured,
  work: string,
  begin: () => Promise<Record<string, unknown>>,
  floor: BenchRow['floor'],
): Promise<{ row: BenchRow; bulk: string }> {
  const costs = () => ({
    node: processorTime(serving.pid),
    all: processorTime(serving.pid, { descendants: true }),
  });
  const before = { ...costs(), memory: serving.residentBytes() };
  const begun = performance.now();
  let bulk = await begin();
  let memory = before.memory;
  while (bulk.state === 'running') {
    await pause(100);
    memory = Math.max(memory, serving.residentBytes());
    bulk = await sendJson(account, 'GET', `items/${id}/bulk-changes/${bulk.id}/`);
  }
  const seconds = (performance.now() - begun) / 1000;
  if (bulk.state !== 'done' || bulk.changed !== CHANGED) throw new Error(`${work}: ${JSON.stringify(bulk)}`);
  const after = costs();
  const left = await collectedMemory(serving.pid);
  const node = (after.node - before.node) / 1000;
  const database = (after.all - before.all) / 1000 - node;
  const mebibytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
  return {
    bulk: String(bulk.id),
    row: {
      work,
      value: seconds,
      unit: 's',
      ...(floor ? { floor } : {}),
      note: `processor time: Node ${node.toFixed(1)} s, PostgreSQL ${database.toFixed(1)} s; Node’s memory ${mebibytes(before.memory)} MB before, ${mebibytes(memory)} MB at most, ${left.rss.toFixed(0)} once collected (objects ${left.heap.toFixed(0)}, beside them ${left.outside.toFixed(0)}); load ${loadavg()[0]?.toFixed(1)}`,
    },
  };
}

async function run(all: Measured, names: readonly string[]): Promise<BenchRow[]> {
  const { account, id } = all;
  const table = `tables.t_${id.replaceAll('-', '')}`;
  const [, , count = '', , place = ''] = names;
  const where = `where ${count} > ${ROWS - CHANGED}`;
  const filter = { field: 'f_count', op: 'greater', value: ROWS - CHANGED };
  const request = (body: object) =>
    sendJson(account, 'POST', `items/${id}/bulk-changes/`, { filter, ...body });
  const undo = (bulk: string) => sendJson(account, 'POST', `items/${id}/bulk-changes/${bulk}/undo/`);
  const work = `${CHANGED} of ${ROWS} rows`;
  const set = `update ${table} set ${place} = 'South quay', revision = revision + 1, updated_at = now() ${where}`;
  const move = `create temporary table gone on commit drop as select * from ${table} ${where}`;
  const removed = [move, `delete from ${table} ${where}`];
  const what = 'one statement';
  const setFloor = { what, value: await bare(all, [set]) };
  const changed = await measured(
    all,
    `${work} get a value`,
    () => request({ action: 'set', values: { place: 'South quay' } }),
    setFloor,
  );
  const reverted = await measured(all, `${work} get their values back`, () => undo(changed.bulk), setFloor);
  const restoreFloor = {
    what,
    value: await bare(all, [`insert into ${table} overriding system value select * from gone`], removed),
  };
  const deleted = await measured(all, `${work} are deleted`, () => request({ action: 'delete' }), {
    what: 'two statements',
    value: await bare(all, removed),
  });
  const restored = await measured(all, `${work} are restored`, () => undo(deleted.bulk), restoreFloor);
  return [changed.row, reverted.row, deleted.row, restored.row];
}

/** All rows that a filter finds are changed and deleted as one act, and that is undone. */
export const bulkChangesBench: Bench = {
  name: 'bulk-changes',
  run: (): Promise<BenchRow[]> =>
    withServer(async ({ serving, account, client }) => {
      const item = { kind: 'table', title: 'Harbour', content: { columns: MIXED_COLUMNS } };
      const id = await createItem(account, item);
      const { names } = await fillRows(client, id, ROWS);
      return await run({ serving, account, client, id }, names);
    }),
};
