import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '#server/access/sessions/caller.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { listRowPage } from '#server/tables/lists/list-rows.ts';
import { findTable } from '#server/tables/table/table.ts';
import { signInAgain, type TestAccount } from '#tests/harness/accounts.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, COLUMNS, createTable } from '#tests/harness/tables.ts';

const server = sharedServer({ plans: 'default' });
const ROWS = 60_000;

let cast: Awaited<ReturnType<typeof createEditorAndPlace>>;

beforeAll(async () => {
  cast = await createEditorAndPlace(server.client);
});

/** What a person is sent, and how many statements that took. */
async function get(person: TestAccount, path: string) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    headers: { authorization: `JWT ${person.token}` },
  });
  const statements = Number(/desc="(\d+) queries"/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  return { status: response.status, statements, body: await response.json() };
}

const cheap = encodeURIComponent(JSON.stringify({ field: 'f_price', op: 'less', value: 100 }));
const listOf = (id: string) => `items/${id}/rows/?page_size=50&sort=-price&filter=${cheap}`;

/** A table so large that its lists have indexes, filled past the API. */
async function createLargeTable(): Promise<{ id: string; rows: string }> {
  const { id } = await createTable(cast.owner, cast);
  const rows = `tables.t_${id.replaceAll('-', '')}`;
  const stored = await server.sql<{ name: string }>(
    'select name from table_column where item_id = $1 order by position',
    [id],
  );
  const [name, price] = stored.map((column) => column.name);
  await server.sql(`insert into ${rows} (id, position, ${name}, ${price})
    select gen_random_uuid(), n * 65536::bigint, 'Bollard ' || n, n % 1000 from generate_series(1, ${ROWS}) n`);
  await server.sql(`analyze ${rows}`);
  await server.sql('update item set meta = meta || jsonb_build_object($2::text, $3::int) where id = $1', [
    ...[id, 'rows', ROWS],
  ]);
  await server.sql('insert into row_index (item_id, key, descending, is_ready) values ($1, $2, true, true)', [
    id,
    price,
  ]);
  await server.sql(
    `create index i_${id.replaceAll('-', '')}_${price}_d on ${rows} ((${price}) desc nulls last, position, id)`,
  );
  return { id, rows };
}

test('a page of rows takes two statements: who asks for which table with which rights, and the rows', async () => {
  const { id } = await createLargeTable();
  const view = expectData(
    await cast.owner.client.post(`items/${id}/views/`, {
      name: 'Dear',
      filter: { field: 'f_price', op: 'greater', value: 500 },
    }),
  );
  for (const person of [cast.owner, cast.member]) {
    // The first time the columns are read too, and which time zones there are.
    await get(person, listOf(id));
    await get(person, `items/${id}/aggregate/?group=state&metrics=count`);
    const list = await get(person, listOf(id));
    expect(list.body.data).toHaveLength(50);
    expect(list.body.data[0].values.price).toBe(99);
    expect(list.body.preparing).toBeUndefined();
    expect(list.statements).toBe(2);
    expect((await get(person, `items/${id}/rows/?page_size=50`)).statements).toBe(2);
    expect(
      (await get(person, `items/${id}/rows/?after=${list.body.next}&sort=-price&filter=${cheap}`)).statements,
    ).toBe(2);
    expect((await get(person, `items/${id}/rows/${list.body.data[0].id}/`)).statements).toBe(2);
    expect((await get(person, `items/${id}/aggregate/?group=state&metrics=count`)).statements).toBe(2);
    expect((await get(person, `items/${id}/columns/`)).statements).toBe(1);
    expect((await get(person, `items/${id}/rows/?view=${view.id}`)).statements).toBe(3);
  }
  for (const person of [cast.stranger, cast.guest]) {
    const refused = await get(person, listOf(id));
    expect(refused.status).toBe(404);
    expect(refused.statements).toBe(1);
  }
});

test('nobody reads a row with the request after their rights or their session were revoked', async () => {
  const table = await createTable(cast.owner, cast, COLUMNS, { visibility: 'private' });
  await addRows(cast.owner, table, [{ name: 'Anchor' }]);
  const path = `items/${table.id}/rows/`;
  const list = async (person: TestAccount) => (await get(person, path)).status;
  expect(await list(cast.other)).toBe(404);
  const people = [{ user_id: cast.other.user.id, role: 'viewer' as const }];
  expectData(await cast.owner.client.put(`items/${table.id}/access/`, { visibility: 'private', people }));
  expect(await list(cast.other)).toBe(200);
  // Also where another process writes that, of which this one is not notified.
  await server.sql('delete from scope_entry where principal = $1', [`user:${cast.other.user.id}`]);
  expect(await list(cast.other)).toBe(404);
  expect(await list(cast.owner)).toBe(200);
  await server.sql('update item set trashed_at = now() where id = $1', [table.id]);
  expect(await list(cast.owner)).toBe(404);
  await server.sql('update item set trashed_at = null where id = $1', [table.id]);
  await server.sql('update membership set suspended_at = now() where user_id = $1', [cast.admin.user.id]);
  expect(await list(cast.admin)).toBe(404);
  const again = await signInAgain(server.client, cast.owner);
  expect(await list(again)).toBe(200);
  expectData(await again.client.get('auth/logout/'));
  expect(await list(again)).toBe(401);
});

test('columns that any process changed, deleted or restored are those of the next request', async () => {
  const { member } = cast;
  const table = await createTable(member, cast);
  await addRows(member, table, [{ name: 'Anchor', price: 3 }]);
  const path = `items/${table.id}/rows/`;
  const first = async () => (await get(member, path)).body.data[0];
  expect((await first()).values).toMatchObject({ name: 'Anchor', price: 3 });
  const inDatabase = `update table_column set definition = definition || jsonb_build_object('name', $2::text) where item_id = $1 and column_id = 'f_price'`;
  for (const name of ['cost', 'amount', 'price']) {
    await server.sql(inDatabase, [table.id, name]);
    expect((await first()).values).toMatchObject({ name: 'Anchor', [name]: 3 });
  }
  expectData(
    await member.client.patch(`items/${table.id}/columns/f_price/`, { rules: [{ rule: 'min', value: 5 }] }),
  );
  expect((await first()).problems).toHaveProperty('price');
  expectData(await member.client.delete(`items/${table.id}/columns/f_price/`));
  expect((await first()).values).not.toHaveProperty('price');
  // An order by it is passed over as long as it can be restored.
  expect((await get(member, `${path}?sort=f_price`)).status).toBe(200);
  expect((await get(member, `${path}?sort=f_nothing`)).status).toBe(422);
  expectData(await member.client.post(`items/${table.id}/deleted-columns/f_price/restore/`));
  expect((await first()).values).toMatchObject({ price: 3 });
});

test('one plan for all values reads the rows by the index of their order; another column is planned by its value', async () => {
  const { id } = await createLargeTable();
  const pool = openPool(server.databaseUrl, 1);
  const queries: { sql: string; parameters: readonly unknown[] }[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      queries.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  onTestFinished(() => database.destroy());
  const item = await database.selectFrom('item').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const found = await findTable(database, item);
  if (!found) throw new Error('the table is not there');
  const table = { ...found, rowCount: 100_000 };
  const { owner } = cast;
  const caller: Caller = {
    user: { id: owner.user.id, email: owner.email, isEmailVerified: true, activeHubId: null },
    ...{ sessionId: null, links: [], origin: { address: '127.0.0.1', userAgent: '' } },
  };
  const statementOf = async (condition: object | null, more: { q?: string; page?: number } = {}) => {
    const filter = condition ? { filter: JSON.stringify(condition) } : {};
    await listRowPage({ database, caller }, table, {
      page: 1,
      page_size: 50,
      sort: '-price',
      ...filter,
      ...more,
    });
    return queries.at(-1)?.sql ?? '';
  };
  const onePlan = /^\/\* one plan for 2\^17 rows \*\//;
  const price = (op: string) => ({ field: 'f_price', op, value: 990 });
  const named = [
    await statementOf(price('greater')),
    await statementOf(price('equals')),
    await statementOf({ and: [price('greater_or_equal'), price('less')] }),
  ];
  await pool.query('set plan_cache_mode = force_generic_plan', []);
  for (const [n, text] of named.entries()) {
    expect(text).toMatch(onePlan);
    await pool.query(`prepare p${n} as ${text.replace(onePlan, '')}`, []);
    const values = text.includes('$2') ? '(100, 990)' : '(990)';
    const { rows } = await pool.query(`explain execute p${n} ${values}`, []);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using i_\w+_d on/);
    expect(plan).toContain('Index Cond: ');
  }
  expect(await statementOf(null)).toMatch(onePlan);
  for (const text of [
    await statementOf({ field: 'f_name', op: 'equals', value: 'Bollard 7' }),
    await statementOf({ and: [price('greater'), { field: 'f_state', op: 'equals', value: 'open' }] }),
    await statementOf({ or: [price('greater'), price('less')] }),
    await statementOf({ not: price('greater') }),
    await statementOf(price('is_not_empty')),
    await statementOf(price('greater'), { q: 'Bollard' }),
    await statementOf(price('greater'), { page: 2 }),
  ])
    expect(text).not.toMatch(onePlan);
});

test('a list that many ask for at once is the same as one by one, each with their own rights', async () => {
  const table = await createTable(cast.member, cast);
  await addRows(
    cast.member,
    table,
    Array.from({ length: 30 }, (_, n) => ({ name: `Row ${n}`, price: n })),
  );
  const people = [cast.member, cast.stranger, cast.member, cast.guest];
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      get(people[n % people.length] ?? cast.member, `items/${table.id}/rows/?page_size=50`),
    ),
  );
  for (const [n, { status, body }] of responses.entries()) {
    expect(status).toBe(people[n % people.length] === cast.member ? 200 : 404);
    if (status === 200) expect(body.data).toHaveLength(30);
  }
});
