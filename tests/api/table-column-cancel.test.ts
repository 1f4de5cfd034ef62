import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { exclusiveFlag } from '#server/platform/jobs/job-flags.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';
import { failNewColumn } from '#server/tables/columns/finish-column-change.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { columnOf, countRows, createManyRows, endedJob } from '#tests/harness/column-changes.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

const WITHIN = 60_000;
const ROWS = 12_000;
/** As long as nothing refuses to wait. */
const MOMENT_MS = 300;

const server = sharedServer({ plans: 'default' });
let owner: TestAccount;
let place: Parameters<typeof createManyRows>[2];
beforeAll(async () => {
  const made = await createPlace(server.client);
  owner = made.owner;
  place = made;
});

const HALF = { id: 'f_half', name: 'half', label: 'Half', type: 'formula', formula: '{count} / 2' };
const add = async (id: string, column: object) =>
  expectData(await owner.client.post(`items/${id}/columns/`, column), 201);
const cancel = (job = '') => owner.client.post(`jobs/${job}/cancel/`);

/** Delays the jobs of a table, until the returned function is called. */
async function delayJobs(id: string): Promise<() => Promise<unknown>> {
  await server.sql('begin');
  await server.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [exclusiveFlag(id)]);
  return () => server.sql('rollback');
}

function open() {
  const pool = openPool(server.databaseUrl, 2);
  const database = openDatabase(pool);
  onTestFinished(() => database.destroy());
  return { database, jobs: createJobs({ pool, database }) };
}

test('a new formula that others use is not cancelled, and its values are computed', async () => {
  const id = await createManyRows(server.sql, owner, place, ROWS);
  const release = await delayJobs(id);
  try {
    const made = await add(id, HALF);
    const conditional = {
      id: 'f_note',
      name: 'note',
      label: 'Note',
      type: 'text',
      visible_if: { field: 'f_half', op: 'greater', value: 5 },
    };
    await add(id, conditional);
    expectRefusal(await cancel(made.changing), 409, 'column_in_use');
    expectData(await owner.client.delete(`items/${id}/columns/f_note/`));
    const quarter = await add(id, { ...HALF, id: 'f_quarter', name: 'quarter', formula: '{half} / 2' });
    expectRefusal(await cancel(made.changing), 409, 'column_in_use');
    await release();
    expect(await endedJob(owner, made.changing ?? '', WITHIN)).toMatchObject({ state: 'ready' });
    expect(await endedJob(owner, quarter.changing ?? '', WITHIN)).toMatchObject({ state: 'ready' });
    expect(await countRows(server.sql, id, '{half} = {count} / 2 and {quarter} = {count} / 4')).toBe(ROWS);
  } finally {
    await release();
  }
});

test('a cancellation sees a column that is being added meanwhile', async () => {
  const id = await createManyRows(server.sql, owner, place, ROWS);
  const { database } = open();
  const release = await delayJobs(id);
  try {
    const { changing } = await add(id, HALF);
    const cancelled = await database.transaction().execute(async (trx) => {
      // As a request does that adds a column, until its commit.
      await trx.selectFrom('user_table').select('item_id').where('item_id', '=', id).forUpdate().execute();
      const definition = { ...HALF, id: 'f_more', name: 'more', type: 'number', formula: '{half} + 1' };
      await trx
        .insertInto('table_column')
        .values({
          item_id: id,
          column_id: 'f_more',
          position: 9,
          definition: JSON.stringify(definition),
          name: 'c_99',
          pg_type: null,
          options: '{"type":"formula"}',
        })
        .execute();
      const cancelling = cancel(changing);
      expect(await Promise.race([cancelling, pause(MOMENT_MS, 'waits')])).toBe('waits');
      return { cancelling };
    });
    expectRefusal(await cancelled.cancelling, 409, 'column_in_use');
    expect(await columnOf(owner, id, 'f_half')).toMatchObject({ changing });
  } finally {
    await release();
  }
});

test('a new formula that can’t be computed is deleted, or computed again later where others use it', async () => {
  const { id } = await createTable(owner, place, [
    { id: 'f_count', name: 'count', label: 'Count', type: 'number', required: false },
    { id: 'f_double', name: 'double', label: 'Double', type: 'formula', formula: '{count} * 2' },
    {
      id: 'f_note',
      name: 'note',
      label: 'Note',
      type: 'text',
      required_if: { field: 'f_double', op: 'greater', value: 5 },
    },
    { id: 'f_more', name: 'more', label: 'More', type: 'formula', formula: '{double} + 1' },
  ]);
  const services = open();
  const [user] = await server.sql<{ id: string }>('select created_by as id from item where id = $1', [id]);
  const caller = {
    user: { id: user?.id ?? '', email: '', isEmailVerified: false, activeHubId: null },
    sessionId: null,
    links: [],
    origin: { address: '', userAgent: '' },
  };
  const fail = async (column: string) => {
    const [job] = await server.sql<{ id: string }>(
      `insert into job (id, hub_id, item_id, task, created_by) select gen_random_uuid(), hub_id, id, 'add-column', created_by
       from item where id = $1 returning id`,
      [id],
    );
    const failed = { job: job?.id ?? '', item: id, column };
    await server.sql(
      `update table_column set options = coalesce(options, '{}') || jsonb_build_object('changing', $3::text)
       where item_id = $1 and column_id = $2`,
      [id, column, failed.job],
    );
    await failNewColumn(services, caller, failed, 'Why.');
    return endedJob(owner, failed.job, WITHIN);
  };
  const queued = () =>
    server.sql<{ job: string; isLater: boolean }>(
      `select payload ->> 'job' as job, run_at > now() + interval '50 minutes' as "isLater"
       from graphile_worker._private_jobs where payload ->> 'item' = $1`,
      [id],
    );
  expect(await fail('f_more')).toMatchObject({ state: 'failed', reason: 'Why.' });
  expect(await columnOf(owner, id, 'f_more')).toBeUndefined();
  expect(await queued()).toEqual([]);
  // Another column's condition asks for it.
  expect(await fail('f_double')).toMatchObject({
    state: 'failed',
    reason: 'Why. Other columns use this one: it is tried again in an hour.',
  });
  const used = await columnOf(owner, id, 'f_double');
  expect(await queued()).toEqual([{ job: used?.changing, isLater: true }]);
  expectData(await owner.client.delete(`items/${id}/columns/f_note/`));
  expectData(await cancel(used?.changing));
  expect(await columnOf(owner, id, 'f_double')).toBeUndefined();
});
