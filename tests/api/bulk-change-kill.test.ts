import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { countRows, createManyRows, endedJob, stopInTheMiddle } from '#tests/harness/column-changes.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';

const WITHIN = 120_000;
const ROWS = 24_000;

test('a bulk change that was killed midway resumes after the next start, and changes each row once', async () => {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const { owner, hub, space } = await createPlace(client);
  const database = new pg.Client(env.DATABASE_URL);
  await database.connect();
  database.on('error', () => undefined);
  onTestFinished(() => database.end());
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.query(text, values)).rows;

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
