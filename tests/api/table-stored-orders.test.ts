import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import type { JobOptions, Jobs, TaskPayload } from '#server/platform/jobs/jobs.ts';
import { buildRowIndexTask, dropUnusedRowIndexes } from '#server/tables/lists/build-row-index.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

/*
 * A slow order by what linked rows have is stored, and brought up to date as it is read. What the database sorts again for each test is
 * what it is compared with.
 */

const WITHIN = 60_000;
const TASKS = 21_000;
const BOATS = 400;
const OPTIONS = ['high', 'a', 'low'].map((id) => ({ id, label: id.toUpperCase() }));
const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});

const server = sharedServer({ plans: 'default' });
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const rowsOf = ({ id }: { id: string }) => `tables.t_${id.replaceAll('-', '')}`;

async function columnsOf({ id }: { id: string }): Promise<Record<string, { name: string; link: string }>> {
  const columns = await server.sql<{ field: string; name: string; link: string }>(
    `select definition ->> 'name' as field, name, options ->> 'link' as link from table_column where item_id = $1`,
    [id],
  );
  return Object.fromEntries(columns.map(({ field, ...one }) => [field, one]));
}

/** Many tasks, most of which link to some of a few boats, with what they look up of these; written past the API, which would take minutes. */
async function createTasks() {
  const { owner } = place;
  const boats = await createTable(owner, place, [
    optional('name', 'text'),
    optional('age', 'number'),
    optional('state', 'select', { options: OPTIONS }),
  ]);
  const tasks = await createTable(owner, place, [optional('name', 'text')]);
  const add = async (column: object) =>
    expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201).id;
  const fleet = await add({ ...optional('fleet', 'link'), table: boats.id });
  const lookup = (of: string) => add({ ...optional(`l_${of}`, 'lookup'), via: fleet, of: `f_${of}` });
  const rollup = (name: string, of?: string) =>
    add({ ...optional(`r_${name}`, 'rollup'), via: fleet, function: name, ...(of ? { of: `f_${of}` } : {}) });
  const sorts = [
    ...[fleet, await lookup('age'), await lookup('state')],
    ...[await rollup('count'), await rollup('sum', 'age'), await rollup('min', 'name')],
  ];
  const b = await columnsOf(boats);
  const t = await columnsOf(tasks);
  const link = String(t.fleet?.link);
  await server.sql(`insert into ${rowsOf(boats)} (id, position, ${b.name?.name}, ${b.age?.name}, ${b.state?.name})
    select gen_random_uuid(), n * 65536::bigint, case when n % 20 > 0 then 'Boat ' || n * 7919 % 97 end, n * 31 % 100,
      (array['high', 'a', 'low', null])[1 + n % 4] from generate_series(1, ${BOATS}) n`);
  await server.sql(`insert into ${rowsOf(tasks)} (id, position, ${t.name?.name})
    select gen_random_uuid(), n * 65536::bigint, 'Task ' || n from generate_series(1, ${TASKS}) n`);
  await server.sql(
    `insert into row_link (link_id, one_row, other_row, position)
    select $1::uuid, task.id, boat.id, n from ${rowsOf(tasks)} task cross join generate_series(1, 3) n
      join (select id, number from ${rowsOf(boats)}) boat on boat.number = 1 + (task.number * 13 + n * n * 7) % ${BOATS}
    where n <= task.number % 4 on conflict do nothing`,
    [link],
  );
  for (const table of [rowsOf(tasks), rowsOf(boats), 'row_link']) await server.sql(`analyze ${table}`);
  await server.sql(`update item set meta = meta || jsonb_build_object('rows', ${TASKS}) where id = $1`, [
    tasks.id,
  ]);
  return { boats, tasks, fleet, sorts, title: String(b.name?.name), name: String(t.name?.name), link };
}

type Made = Awaited<ReturnType<typeof createTasks>>;
type Page = {
  data: Row[];
  next: string | null;
  previous: string | null;
  preparing?: boolean;
  offset?: number;
};

async function list({ tasks }: Pick<Made, 'tasks'>, query: Record<string, string | number>): Promise<Page> {
  const { status, body } = await place.owner.client.get(`items/${tasks.id}/rows/`, { query });
  expect([status, body.fields]).toEqual([200, undefined]);
  return body as Page;
}

/** A page so far from the first one that all rows are sorted for it, which is slow on any machine. */
const FAR = { page_size: 3, page: 5_000 };

const idsOf = ({ data }: Pick<Page, 'data'>) => data.map(({ id }) => id);

/** Lists in an order until it is stored. */
async function store(made: Pick<Made, 'tasks'>, sort: string): Promise<void> {
  const isReady = () =>
    server.sql(
      `select from row_index join table_column own using (item_id) where item_id = $1 and own.definition ->> 'id' = $2
       and key ~ ('^l[0-9a-f]+_' || own.name || '$') and descending = $3 and is_ready`,
      [made.tasks.id, sort.replace('-', ''), sort.startsWith('-')],
    );
  await eventually(async () => {
    const { preparing } = await list(made, { sort, ...FAR });
    expect([preparing, (await isReady()).length]).toEqual([undefined, 1]);
  }, WITHIN);
}

/** The indexes in which orders of tasks are stored: in both directions, as far as they are. */
const indexesOf = ({ tasks }: Pick<Made, 'tasks'>) =>
  server.sql<{ key: string; down: boolean }>(
    "select key, descending as down from row_index where item_id = $1 and key like 'l%' order by descending",
    [tasks.id],
  );

/**
 * Runs the job that makes an order, over connections of its own that have a name.
 * @returns the jobs by which it is put off
 */
async function build(
  { tasks }: Pick<Made, 'tasks'>,
  index: { key: string; down: boolean; since?: number },
  name = 'builder',
): Promise<{ name: string; payload: TaskPayload; options: JobOptions | undefined }[]> {
  const url = new URL(server.databaseUrl);
  url.searchParams.set('application_name', name);
  const pool = openPool(url.href, 2);
  // The connection of a killed process is closed.
  pool.on('error', () => undefined);
  try {
    const later: Awaited<ReturnType<typeof build>> = [];
    const add: Jobs['add'] = async (name, payload, options) => {
      later.push({ name, payload, options });
    };
    const { run } = buildRowIndexTask({ database: openDatabase(pool), jobs: { add } });
    await run({ item: tasks.id, ...index }, { signal: new AbortController().signal, attempt: 1 });
    return later;
  } finally {
    await pool.end();
  }
}

/** A transaction over another connection, which is rolled back after the test at the latest. */
async function beginTransaction() {
  const connection = new pg.Client(server.databaseUrl);
  await connection.connect();
  onTestFinished(() => connection.end());
  await connection.query('begin');
  return connection;
}

/** Waits until a builder waits in a statement that begins so. */
const untilBuilderWaits = (statement: string, name = 'builder') =>
  eventually(async () => {
    const waiting = await server.sql(
      `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock' and ltrim(query) like $2`,
      [name, `${statement}%`],
    );
    expect(waiting).toHaveLength(1);
  }, WITHIN);

/** How often the tables of stored keys were read by an index. */
async function scans(): Promise<number> {
  await server.sql('select pg_stat_force_next_flush()');
  const [found] = await server.sql<{ scans: number }>(
    `select coalesce(sum(idx_scan), 0)::int as scans from pg_stat_user_indexes
     where schemaname = 'tables' and relname like 'o\\_%'`,
  );
  return found?.scans ?? 0;
}

/** The ids of all rows in an order, as they are exported. */
async function exported({ tasks }: Pick<Made, 'tasks'>, sort: string): Promise<string[]> {
  const query = { sort, format: 'json', fields: 'name' } as const;
  const file = await place.owner.client.fetch('GET', `items/${tasks.id}/export/`, undefined, { query });
  expect(file.status).toBe(200);
  const rows: { id: string }[] = JSON.parse(await file.text());
  return rows.map(({ id }) => id);
}

/** The ids of all tasks in the order of the titles of their boats, as one statement finds them. */
async function inOrderOfTitles({ boats, tasks, title, link }: Made, down = false): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `select id from (select task.id, task.position, nullif(array(select left(boat.${title}, 40) from row_link
        join ${rowsOf(boats)} boat on boat.id = other_row
        where link_id = $1 and one_row = task.id and boat.${title} is not null
        order by row_link.position, other_row limit 4), '{}') as titles from ${rowsOf(tasks)} task) own
     order by titles collate natural_order ${down ? 'desc' : 'asc'} nulls last, position, id`,
    [link],
  );
  return rows.map(({ id }) => id);
}

describe('an order by what linked rows have', () => {
  it('has the same rows once it is stored: its first and last pages, those before and around a row', async () => {
    const made = await createTasks();
    const [fleet, age, , , , least] = made.sorts;
    for (const sort of [fleet, `-${age}`, `-${least}`] as string[]) {
      const pages = async () => {
        const first = await list(made, { sort, page_size: 40 });
        const second = await list(made, { sort, page_size: 40, after: String(first.next) });
        const before = await list(made, { sort, page_size: 40, before: String(second.previous) });
        const middle = await list(made, { sort, page_size: 40, page: 450 });
        const around = await list(made, { sort, page_size: 40, around: String(middle.data[20]?.id) });
        const last = await list(made, { sort, page_size: 40, page: TASKS / 40 });
        const ending = await list(made, { sort, page_size: 100, after: String(middle.next) });
        const also = await list(made, { sort: `${sort},-name`, page_size: 40 });
        expect(idsOf(before)).toEqual(idsOf(first));
        return [...[first, second, middle, around, last, ending, also].map(idsOf), [around.offset]];
      };
      const before = await pages();
      await store(made, sort);
      const scanned = await scans();
      expect(await pages(), sort).toEqual(before);
      await eventually(async () => expect(await scans(), sort).toBeGreaterThan(scanned), WITHIN);
    }
  }, 300_000);

  it('is read by traversing linked rows before it is stored: pages that are full, and the last ones as before', async () => {
    const made = await createTasks();
    for (const down of [false, true]) {
      const all = await inOrderOfTitles(made, down);
      const sort = `${down ? '-' : ''}${made.fleet}`;
      // As if the order was stored already, so that nobody stores it.
      await server.sql(
        `insert into row_index (item_id, key, descending) select $1, 'x_' || n, true from generate_series(1, 8) n on conflict do nothing`,
        [made.tasks.id],
      );
      const found: string[] = [];
      for (let after = ''; found.length < 500; ) {
        const page = await list(made, { sort, page_size: 100, ...(after ? { after } : {}) });
        found.push(...idsOf(page));
        after = String(page.next);
      }
      expect(found).toEqual(all.slice(0, 500));
      // Tasks of boats that have a title are three quarters of all.
      const near = await list(made, { sort, page_size: 100, page: 155 });
      const next = await list(made, { sort, page_size: 100, after: String(near.next) });
      expect(idsOf(next)).toEqual(all.slice(15_500, 15_600));
      const filter = JSON.stringify({ field: 'f_name', op: 'contains', value: '77' });
      const some = await list(made, { sort, page_size: 20, filter });
      const names = await server.sql<{ id: string }>(
        `select id from ${rowsOf(made.tasks)} where ${made.name} like '%77%'`,
      );
      const matching = new Set(names.map(({ id }) => id));
      expect(idsOf(some)).toEqual(all.filter((id) => matching.has(id)).slice(0, 20));
    }
    expect(await server.sql('select from stored_order where item_id = $1', [made.tasks.id])).toEqual([]);
  }, 120_000);

  it('continues from the last row with linked ones to those without', async () => {
    const made = await createTasks();
    await store(made, made.fleet);
    const all = await inOrderOfTitles(made);
    const found: string[] = [];
    let after: string | null | undefined = '';
    for (; after !== null; ) {
      const page: Page = await list(made, {
        ...{ sort: made.fleet, page_size: 100 },
        ...(after ? { after } : {}),
      });
      found.push(...idsOf(page));
      after = page.next;
    }
    expect(found).toEqual(all);
    expect(await exported(made, made.fleet)).toEqual(all);
  }, 120_000);
});

describe('a stored order', () => {
  let made: Made;
  beforeAll(async () => {
    made = await createTasks();
    for (const sort of [made.fleet, `-${made.fleet}`]) await store(made, sort);
  }, 120_000);
  let task: string;
  let boat: string;
  beforeEach(async () => {
    const some = async (table: { id: string }) =>
      (await server.sql<{ id: string }>(`select id from ${rowsOf(table)} order by random() limit 1`))[0]
        ?.id ?? '';
    task = await some(made.tasks);
    boat = await some(made.boats);
  });
  const expectRight = async () => {
    for (const down of [false, true]) {
      const sort = `${down ? '-' : ''}${made.fleet}`;
      const all = await inOrderOfTitles(made, down);
      const page = await list(made, { sort, page_size: 50 });
      expect(idsOf(page), sort).toEqual(all.slice(0, 50));
      expect(page.preparing).toBeUndefined();
      expect(await exported(made, sort)).toEqual(all);
    }
  };
  /** While it is made, rows are sorted as they are without it. */
  const expectRightMeanwhile = async () => {
    const page = await list(made, { sort: made.fleet, page_size: 50 });
    expect([page.preparing, idsOf(page)]).toEqual([true, (await inOrderOfTitles(made)).slice(0, 50)]);
  };
  const change = async (table: { id: string }, id: string, values: Values) =>
    expectData(await place.owner.client.patch(`items/${table.id}/rows/`, { rows: [{ id, values }] }));

  it('has a new title of a linked row at once', async () => {
    await change(made.boats, boat, { name: 'A boat before all others' });
    await expectRight();
    await change(made.boats, boat, { name: null });
    await expectRight();
  }, 60_000);

  it('has other links of a row at once', async () => {
    await change(made.tasks, task, { fleet: [boat] });
    await expectRight();
    await change(made.tasks, task, { fleet: [] });
    await expectRight();
  }, 60_000);

  it('has rows at once that were added, deleted, restored or moved', async () => {
    const [added] = await addRows(place.owner, made.tasks, [{ name: 'new', fleet: [boat] }]);
    await expectRight();
    await server.sql(`update ${rowsOf(made.tasks)} set position = 7 where id = $1`, [task]);
    await expectRight();
    const { client } = place.owner;
    expectData(await client.delete(`items/${made.tasks.id}/rows/`, { rows: [{ id: added?.id ?? '' }] }));
    await expectRight();
    expectData(await client.post(`items/${made.tasks.id}/rows/restore/`, { ids: [added?.id ?? ''] }));
    await expectRight();
  }, 60_000);

  it('has what is left where linked rows were deleted, and restored', async () => {
    const saved = await server.sql(`select * from ${rowsOf(made.boats)} where id = $1`, [boat]);
    await server.sql(`delete from ${rowsOf(made.boats)} where id = $1`, [boat]);
    await expectRight();
    await server.sql(
      `insert into ${rowsOf(made.boats)} overriding system value
       select * from jsonb_populate_record(null::${rowsOf(made.boats)}, $1::jsonb)`,
      [JSON.stringify(saved[0])],
    );
    await expectRight();
  }, 60_000);

  it('is made again where more was changed than a read brings up to date, and meanwhile the order is right', async () => {
    await server.sql(`update ${rowsOf(made.boats)} set ${made.title} = 'Boat ' || (number * 31) % 89`);
    const all = await inOrderOfTitles(made);
    const page = await list(made, { sort: made.fleet, page_size: 50 });
    expect(page.preparing).toBe(true);
    expect(idsOf(page)).toEqual(all.slice(0, 50));
    for (const sort of [made.fleet, `-${made.fleet}`]) {
      await list(made, { sort });
      const later = await server.sql<{ seconds: number }>(
        `select extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs
         where payload ->> 'key' like 'l%' and locked_at is null`,
      );
      expect(later[0]?.seconds).toBeGreaterThan(30);
      await server.sql(
        "update graphile_worker._private_jobs set run_at = now() where payload ->> 'key' like 'l%'",
      );
      await eventually(async () => expect((await list(made, { sort })).preparing).toBeUndefined(), WITHIN);
    }
    await expectRight();
  }, 120_000);

  it('loses no change where the job that made it runs again', async () => {
    await server.sql(`update ${rowsOf(made.boats)} set ${made.title} = 'Boat 0' where number < 4`);
    const notes = () =>
      server.sql('select order_name, step, row_id from stored_order_change order by 1, 2, 3');
    const before = await notes();
    expect(before.length).toBeGreaterThan(0);
    for (const index of await indexesOf(made)) await build(made, index);
    expect(await notes()).toEqual(before);
    await expectRight();
  }, 60_000);

  describe('that is made again', () => {
    let index: { key: string; down: boolean };
    let name: string;
    beforeEach(async () => {
      await list(made, { sort: made.fleet });
      [index = { key: '', down: false }] = await indexesOf(made);
      const named = 'select name from stored_order where item_id = $1 and key = $2 and descending = $3';
      const [found] = await server.sql<{ name: string }>(named, [made.tasks.id, index.key, index.down]);
      name = String(found?.name);
      await server.sql(
        'update row_index set is_ready = false where item_id = $1 and key = $2 and descending = $3',
        [made.tasks.id, index.key, index.down],
      );
    });
    const oidOf = async (table: string) =>
      (await server.sql<{ oid: number | null }>('select to_regclass($1)::oid as oid', [`tables.${table}`]))[0]
        ?.oid;
    const triggers = async () =>
      (
        await server.sql('select tgname from pg_trigger where starts_with(tgname, $1) order by 1', [name])
      ).map(({ tgname }) => tgname);
    const expectDone = async () => {
      await expectRight();
      expect(await oidOf(`${name}_next`)).toBeNull();
      expect((await indexesOf(made)).length).toBe(2);
    };

    it('is right, and leaves nothing behind, where its job is killed while it reads the rows', async () => {
      const before = await triggers();
      // It waits for transactions that began before it: one of these, so that another one can lock what it reads then.
      const earlier = await beginTransaction();
      await earlier.query('select pg_current_xact_id()');
      const failed = expect(build(made, index)).rejects.toThrow();
      await eventually(async () => {
        const waiting = `select from pg_stat_activity where application_name = 'builder' and query like '%pg_snapshot_xmin%'`;
        expect((await server.sql(waiting)).length).toBeGreaterThan(0);
      }, WITHIN);
      const lock = await beginTransaction();
      await lock.query('lock table row_link in access exclusive mode');
      await earlier.query('commit');
      await untilBuilderWaits('insert into "tables"');
      await server.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'builder'",
      );
      await failed;
      await lock.query('rollback');
      expect(await oidOf(`${name}_next`)).toBeNull();
      await change(made.boats, boat, { name: 'A boat before all others' });
      await expectRightMeanwhile();
      await build(made, index);
      expect(await triggers()).toEqual(before);
      await expectDone();
    }, 60_000);

    it('continues with what is made where its job waits in vain for a backup, or is killed then', async () => {
      const backup = await beginTransaction();
      await backup.query(`lock table tables.${name} in access share mode`);
      const item = made.tasks.id;
      const since = Date.now() - 3_600_000;
      // However often it waits for a backup of some hours, that is no failed try.
      const [putOff, ...others] = await build(made, { ...index, since });
      expect([putOff?.payload, others]).toEqual([{ item, ...index, since }, []]);
      expect(putOff?.options).toMatchObject({ exclusive: item, at: expect.any(Date) });
      expect(putOff?.options?.at?.getTime()).toBeGreaterThan(Date.now() + 30_000);
      // As a transaction of PostgreSQL says that waited for a lock for too long.
      const longAgo = { ...index, since: Date.now() - 25 * 3_600_000 };
      await expect(build(made, longAgo)).rejects.toMatchObject({ code: '55P03' });
      const next = await oidOf(`${name}_next`);
      expect(next).not.toBeNull();
      await change(made.boats, boat, { name: 'A boat before all others' });
      await expectRightMeanwhile();
      const failed = expect(build(made, index)).rejects.toThrow();
      await untilBuilderWaits('drop table');
      await server.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'builder'",
      );
      await failed;
      expect(await oidOf(`${name}_next`)).toBe(next);
      await backup.query('rollback');
      await change(made.tasks, task, { fleet: [boat] });
      await build(made, index);
      // The table that was made first, with what was changed since.
      expect(await oidOf(name)).toBe(next);
      await expectDone();
    }, 60_000);

    it('is made again from the beginning where changes went unnoted since its next table was made', async () => {
      const backup = await beginTransaction();
      await backup.query(`lock table tables.${name} in access share mode`);
      expect(await build(made, index)).toMatchObject([{ payload: { since: expect.any(Number) } }]);
      await backup.query('rollback');
      const [trigger] = await triggers();
      await server.sql(
        `do $$ declare one record; begin for one in select tgname, tgrelid::regclass as rows from pg_trigger where tgname = '${trigger}'
          loop execute format('drop trigger %I on %s', one.tgname, one.rows); end loop; end $$`,
      );
      const next = await oidOf(`${name}_next`);
      await build(made, index);
      expect(await oidOf(name)).not.toBe(next);
      expect(await triggers()).toContain(trigger);
      await expectDone();
    }, 60_000);

    it('takes its place once who brings it up to date is done, who waits for nothing that it has locked', async () => {
      const backup = await beginTransaction();
      await backup.query(`lock table tables.${name} in access share mode`);
      expect(await build(made, index)).toMatchObject([{ payload: { since: expect.any(Number) } }]);
      await backup.query('rollback');
      const reader = await beginTransaction();
      await reader.query('select from row_index where item_id = $1 and key = $2 for no key update', [
        made.tasks.id,
        index.key,
      ]);
      const built = build(made, index);
      await untilBuilderWaits('select from row_index');
      await reader.query(`set local lock_timeout = 500`);
      await reader.query(`select count(*) from tables.${name}`);
      await reader.query('commit');
      await built;
      await expectDone();
    }, 60_000);
  });

  it('is brought up to date for a visitor in a transaction of its own', async () => {
    for (const { id } of [made.boats, made.tasks])
      expectData(await place.owner.client.patch(`items/${id}/`, { visibility: 'public' }));
    await server.sql(`update ${rowsOf(made.boats)} set ${made.title} = 'Boat 1' where number < 4`);
    const all = await inOrderOfTitles(made);
    const ordersBehind = () =>
      server.sql(
        'select from stored_order where item_id = $1 and name in (select order_name from stored_order_change)',
        [made.tasks.id],
      );
    expect(await ordersBehind()).toHaveLength(2);
    const query = { sort: made.fleet, page_size: 50 };
    const { status, body } = await server.client.get(`items/${made.tasks.id}/rows/`, { query });
    expect(status).toBe(200);
    expect(body.data?.map(({ id }) => id)).toEqual(all.slice(0, 50));
    expect(await ordersBehind()).toHaveLength(1);
    for (const { id } of [made.boats, made.tasks])
      expectData(await place.owner.client.patch(`items/${id}/`, { visibility: 'shared' }));
  }, 60_000);

  it('is neither used nor revealed for who may not read the linked table', async () => {
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const path = `items/${made.tasks.id}/rows/` as const;
    const query = { sort: made.fleet, page_size: 5 };
    expectData(await member.client.get(path, { query }));
    expectData(await place.owner.client.patch(`items/${made.boats.id}/`, { visibility: 'private' }));
    const refused = await member.client.get(path, { query });
    expectRefusal(refused, 422);
    const view = expectData(
      await place.owner.client.post(`items/${made.tasks.id}/views/`, { name: 'V', sort: [made.fleet] }),
      201,
    );
    const { body } = await member.client.get(path, { query: { view: view.id, page_size: 5 } });
    const byHand = await member.client.get(path, { query: { page_size: 5 } });
    expect(body.data?.map(({ id }) => id)).toEqual(byHand.body.data?.map(({ id }) => id));
    expect(body).not.toHaveProperty('preparing');
    expectData(await place.owner.client.patch(`items/${made.boats.id}/`, { visibility: 'shared' }));
  }, 60_000);

  it('is another one once another column names the linked rows or that column has another type', async () => {
    const client = place.owner.client;
    expectData(await client.patch(`items/${made.boats.id}/columns/f_name/`, { type: 'textarea' }));
    const columns = await columnsOf(made.boats);
    made = { ...made, title: String(columns.name?.name) };
    const page = await list(made, { sort: made.fleet, page_size: 50 });
    expect(idsOf(page)).toEqual((await inOrderOfTitles(made)).slice(0, 50));
    await change(made.boats, boat, { name: 'Another' });
    expect(idsOf(await list(made, { sort: made.fleet, page_size: 50 }))).toEqual(
      (await inOrderOfTitles(made)).slice(0, 50),
    );
  }, 60_000);

  it('is dropped with its triggers once nobody used it for a month', async () => {
    await server.sql("update row_index set used_at = now() - interval '31 days' where item_id = $1", [
      made.tasks.id,
    ]);
    const pool = openPool(server.databaseUrl, 2);
    try {
      await dropUnusedRowIndexes(openDatabase(pool), new AbortController().signal);
    } finally {
      await pool.end();
    }
    const left = await server.sql(
      `select from pg_trigger where tgrelid in ($1::regclass, $2::regclass)
       union all select from stored_order where item_id = $3`,
      [rowsOf(made.tasks), rowsOf(made.boats), made.tasks.id],
    );
    expect(left).toHaveLength(0);
    await change(made.tasks, task, { fleet: [boat] });
    expect(await server.sql('select from stored_order_change')).toHaveLength(0);
  }, 60_000);
});

it('has links that a transaction wrote which began before the order was stored', async () => {
  const made = await createTasks();
  const tasks = await server.sql<{ id: string }>(
    `select id from ${rowsOf(made.tasks)} order by position limit 1`,
  );
  await server.sql('begin');
  await server.sql('delete from row_link where link_id = $1 and one_row = $2', [made.link, tasks[0]?.id]);
  await server.sql(
    `insert into row_link (link_id, one_row, other_row) select $1, $2, id from ${rowsOf(made.boats)}
     where ${made.title} is not null order by ${made.title} collate natural_order limit 1`,
    [made.link, tasks[0]?.id],
  );
  const query = { sort: made.fleet, ...FAR };
  await eventually(async () => expect((await list(made, query)).preparing).toBe(true), WITHIN);
  await eventually(
    async () =>
      expect(await server.sql('select from stored_order where item_id = $1', [made.tasks.id])).toHaveLength(
        1,
      ),
    WITHIN,
  );
  await server.sql('commit');
  await eventually(async () => expect((await list(made, query)).preparing).toBeUndefined(), WITHIN);
  expect(await exported(made, made.fleet)).toEqual(await inOrderOfTitles(made));
}, 120_000);
