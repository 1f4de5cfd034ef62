import { expect, test } from 'vitest';
import { countRows, createManyRows, endedJob, stopInTheMiddle } from '#tests/harness/column-changes.ts';
import { createKillablePlace, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';

const WITHIN = 120_000;
const ROWS = 24_000;

test('a bulk change that was killed midway resumes after the next start, and changes each row once', async () => {
  const { env, first, query, owner, hub, space } = await createKillablePlace();
  const id = await createManyRows(query, owner, { hub, space }, ROWS);
  const body = { filter: null, action: 'set', values: { count: 3 } };
  const bulk = expectData(await owner.client.post(`items/${id}/bulk-changes/`, body));
  const job = 'job' in bulk ? (bulk.job ?? '') : '';
  const stopped = await stopInTheMiddle(query, owner, { id, job }, WITHIN);
  expect(stopped.done).toBeLessThan(ROWS);
  await first.kill();
  await query('rollback');
  expect(await countRows(query, id, 'revision > 1')).toBeGreaterThan(0);

  await startKillable(env);
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready', rejected: 0 });
  expect(await countRows(query, id, '{count} = 3 and {double} = 6')).toBe(ROWS);
  // The third row had the value already.
  expect(await countRows(query, id, 'revision = 2')).toBe(ROWS - 1);
}, 300_000);
