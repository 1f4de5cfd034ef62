import fastify, { type FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { claimExclusiveJob } from '#server/platform/jobs/claim-exclusive-job.ts';
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';
import { QUEUES } from '#server/platform/jobs/queues.ts';
import { createDatabase, type TestDatabase } from '#tests/harness/databases.ts';
import { eventually } from '#tests/harness/eventually.ts';

const log: FastifyBaseLogger = fastify({ logger: { level: 'silent' } }).log;

let testDatabase: TestDatabase;
let pool: ReturnType<typeof openPool>;
let database: Database;
let running: Jobs[];
beforeEach(async () => {
  testDatabase = await createDatabase(inject('postgres'));
  pool = openPool(testDatabase.url);
  database = openDatabase(pool);
  running = [];
  // Creates the queue's tables.
  await (await work({})).stop();
});
afterEach(async () => {
  for (const jobs of running) await jobs.stop();
  await database.destroy();
  await testDatabase.drop();
});

/** The workers of one process. */
async function work(tasks: Record<string, Task>): Promise<Jobs> {
  const jobs = createJobs({ pool, database });
  running.push(jobs);
  await jobs.start(tasks, log);
  return jobs;
}

const seen: string[] = [];
beforeEach(() => {
  seen.length = 0;
});
const note: Task = {
  async run({ word }) {
    seen.push(String(word));
  },
};

test('runs a job after its transaction commits, and not when it rolls back', async () => {
  const jobs = await work({ note });
  await database.transaction().execute(async (transaction) => {
    await jobs.add('note', { word: 'kept' }, { transaction });
    expect(seen).toEqual([]);
  });
  const undone = database.transaction().execute(async (transaction) => {
    await jobs.add('note', { word: 'undone' }, { transaction });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await jobs.add('note', { word: 'last' });
  await eventually(async () => expect(seen.toSorted()).toEqual(['kept', 'last']));
});

test('runs other queues and other tenants while jobs hang', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let hanging = 0;
  const jobs = await work({
    note,
    hook: {
      queue: 'webhooks',
      async run({ word }) {
        seen.push(String(word));
        if (word !== 'hangs') return;
        hanging += 1;
        await finished;
      },
    },
  });
  for (let n = 0; n < 20; n += 1) await jobs.add('hook', { word: 'hangs' }, { tenant: 'hub:a' });
  await eventually(async () => expect(hanging).toBe(QUEUES.webhooks - 1));
  await jobs.add('hook', { word: 'of another hub' }, { tenant: 'hub:b' });
  await jobs.add('note', { word: 'of another queue' });
  await eventually(async () =>
    expect(seen).toEqual(expect.arrayContaining(['of another hub', 'of another queue'])),
  );
  expect(hanging).toBe(QUEUES.webhooks - 1);
  finish();
  await eventually(async () => expect(seen.filter((word) => word === 'hangs')).toHaveLength(20));
});

test('runs one job of an exclusive name at a time, also across two processes', async () => {
  let atWork = 0;
  let most = 0;
  const alone: Task = {
    async run({ word }) {
      atWork += 1;
      most = Math.max(most, atWork);
      await database.selectFrom('hub').select('id').execute();
      seen.push(String(word));
      atWork -= 1;
    },
  };
  const jobs = await work({ alone });
  await work({ alone });
  for (const word of ['a', 'b', 'c', 'd']) await jobs.add('alone', { word }, { exclusive: 'the name' });
  await eventually(async () => expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'd']));
  expect(most).toBe(1);
});

test('lets one of several processes run an exclusive name that they fetched at the same moment', async () => {
  const names = ['one', 'other', 'third'];
  const jobs = createJobs({ pool, database });
  for (const word of names) await jobs.add('alone', { word }, { exclusive: 'the name' });
  const { rows } = await pool.query<{ id: string }>(
    `update graphile_worker._private_jobs as jobs set locked_at = now(), locked_by = payload ->> 'word'
     from graphile_worker._private_tasks as tasks
     where tasks.id = jobs.task_id and tasks.identifier = 'alone' returning jobs.id`,
  );
  const claims = rows.map(({ id }, n) =>
    claimExclusiveJob(pool, [names[n] ?? ''], { id, exclusive: 'the name' }),
  );
  expect((await Promise.all(claims)).toSorted()).toEqual([false, false, true]);
});

test('requeues the job of a killed process at once', async () => {
  await createJobs({ pool, database }).add('note', { word: 'half done' });
  await pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1",
  );
  await work({ note });
  await eventually(async () => expect(seen).toEqual(['half done']));
});

test('leaves the job of a running process alone', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const slow: Task = {
    async run() {
      seen.push('begun');
      begin();
      await finished;
    },
  };
  const first = await work({ slow });
  await first.add('slow', {});
  await begun;
  const second = await work({ slow, note });
  await second.add('note', { word: 'other' });
  await eventually(async () => expect(seen).toEqual(['begun', 'other']));
  finish();
});

test('completes a job once when the database is away at its end, and the workers continue', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const { promise: failed, reject: fail } = Promise.withResolvers<void>();
  const jobs = await work({
    note,
    slow: {
      async run({ word }) {
        seen.push(String(word));
        await finished;
      },
    },
    cut: {
      async run({ word }, { attempt }) {
        seen.push(`${word} ${attempt}`);
        if (attempt === 1) await failed;
      },
    },
  });
  await jobs.add('slow', { word: 'done' });
  await jobs.add('cut', { word: 'cut off' });
  await eventually(async () => expect(seen.toSorted()).toEqual(['cut off 1', 'done']));
  const restore = await testDatabase.suspend();
  finish();
  fail(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
  await eventually(async () =>
    expect(await jobs.add('note', { word: 'x' }).catch(String)).toMatch(/not currently/),
  );
  await restore();
  await eventually(async () => {
    expect(seen.toSorted()).toEqual(['cut off 1', 'cut off 2', 'done']);
    expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
  });
  await jobs.add('note', { word: 'later' });
  await eventually(async () => expect(seen).toContain('later'));
});

test('runs jobs after the database was away just when its workers first looked for them', async () => {
  let failures = 0;
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      // The first of the library's statements after its workers began; the others wait for its result.
      const isLookup = JSON.stringify(args[0]).includes('_private_tasks as tasks (identifier)');
      if (!isLookup || failures > 0) return query(...args);
      failures += 1;
      return Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
    }) as typeof query;
  });
  for (const client of await Promise.all([pool.connect(), pool.connect()])) client.release(true);
  const jobs = await work({ note });
  await eventually(async () => expect(failures).toBe(1));
  await jobs.add('note', { word: 'heard' });
  await eventually(async () => expect(seen).toEqual(['heard']));
});

test('requeues a job that a running process has locked without running it', async () => {
  const jobs = await work({
    note,
    who: {
      async run() {
        const locked = await pool.query('select locked_by from graphile_worker._private_jobs', []);
        seen.push(locked.rows[0].locked_by);
      },
    },
  });
  await jobs.add('who', {});
  await eventually(async () => expect(seen).toHaveLength(1));
  // As if the response with the job had been lost.
  await jobs.add('note', { word: 'given, but not received' }, { at: new Date(Date.now() + 60_000) });
  await pool.query(
    'update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = $1, attempts = 1',
    [seen[0]],
  );
  await eventually(async () => expect(seen[1]).toBe('given, but not received'));
});

test('interrupts a job on stop, and runs it on the next start as a first attempt', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const endless: Task = {
    run: (_payload, { signal }) =>
      new Promise((_resolve, reject) => {
        begin();
        signal.addEventListener('abort', () => reject(new Error('interrupted')));
      }),
  };
  const first = await work({ endless });
  await first.add('endless', {});
  await begun;
  const before = performance.now();
  // Without the interruption the job would never end, nor count as a first attempt again.
  await first.stop();
  expect(performance.now() - before).toBeLessThan(5_000);
  const attempts: number[] = [];
  await work({
    endless: {
      async run(_payload, { attempt }) {
        attempts.push(attempt);
      },
    },
  });
  await eventually(async () => expect(attempts).toEqual([1]));
});

test('retries a failing job and gives it up after the last attempt', async () => {
  const attempts: number[] = [];
  const jobs = await work({
    shaky: {
      async run(_payload, { attempt }) {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('for now');
      },
    },
  });
  await jobs.add('shaky', {});
  await eventually(async () => expect(attempts).toEqual([1, 2]));
  await jobs.stop();
  await jobs.add('deadly', { word: 'again and again' });
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  await work({
    deadly: {
      run: note.run,
      async giveUp({ word }) {
        seen.push(`given up: ${word}`);
      },
    },
  });
  expect(seen).toEqual(['given up: again and again']);
  expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
});
