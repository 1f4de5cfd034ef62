import { expect, test } from 'vitest';
import {
  columnOf,
  countRows,
  createManyRows,
  endedJob,
  leftovers,
  requestChange,
  stopInTheMiddle,
} from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createKillablePlace, startKillable } from '#tests/harness/killable.ts';
import { addRows } from '#tests/harness/tables.ts';

const WITHIN = 120_000;
const ROWS = 24_000;

test('a change of a column that was killed in its middle is made after the next start', async () => {
  const { env, first, query, owner, hub, space } = await createKillablePlace();
  const id = await createManyRows(query, owner, { hub, space }, ROWS);
  const job = await requestChange(owner, id, 'f_size', { type: 'number' });
  const stopped = await stopInTheMiddle(query, owner, { id, job }, WITHIN);
  expect(stopped.done).toBeLessThan(ROWS);
  await first.kill();
  await query('rollback');
  // What the killed process had begun is there, and the values are those of before.
  expect((await leftovers(query, id)).length).toBeGreaterThan(0);
  expect(await countRows(query, id, `{size} = 'large'`)).toBe(ROWS / 100);

  await startKillable(env);
  await addRows(owner, { id }, [{ size: '7000000', count: 1 }]);
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready' });
  expect(await columnOf(owner, id, 'f_size')).toMatchObject({ type: 'number', revision: 2 });
  expect(await countRows(query, id, '{size} is not null')).toBe(ROWS - ROWS / 100 + 1);
  expect(await countRows(query, id, 'extra ->> #size = $$large$$')).toBe(ROWS / 100);
  expect(await countRows(query, id, '{double} = {count} * 2')).toBe(ROWS + 1);
  await eventually(async () => expect(await leftovers(query, id)).toEqual([]), WITHIN);
}, 300_000);
