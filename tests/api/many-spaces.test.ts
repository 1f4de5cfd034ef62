import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Principal, principalsOf } from '#server/access/policy/principals.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { activityOf } from '#server/items/activity/activity.repo.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { readableSpaces } from '#server/search/readable-spaces.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

const SPACES = 2_000;
const DOCUMENTS = 15;
/** The number of changes on a hub's home page. */
const RECENT = 10;

type Place = Awaited<ReturnType<typeof createPlace>> & { member: TestAccount };
let many: Place;
let few: Place;

/** A hub with this many spaces, with documents in each. */
async function placeOf(spaces: number): Promise<Place> {
  const place = await createPlace(server.client);
  await server.sql(
    `with numbers as (select n, gen_random_uuid() as space_id, gen_random_uuid() as scope_id from generate_series(2, $2::int) n),
      spaces as (insert into space (id, hub_id, scope_id, slug, name, description, visibility, created_by)
        select space_id, hub_id, numbers.scope_id, 'project-' || n, 'Project ' || n, 'What group ' || n || ' wrote down.', 'shared', created_by
        from space, numbers where space.id = $1),
      scopes as (insert into scope (id, hub_id, space_id) select numbers.scope_id, hub_id, space_id from space, numbers where space.id = $1),
      sources as (insert into scope_source (scope_id, source_id) select scope_id, scope_id from numbers),
      lists as (insert into scope_entry (scope_id, principal, hub_id, space_id, role)
        select numbers.scope_id, 'members', hub_id, space_id, 2 from space, numbers where space.id = $1)
    insert into item (id, hub_id, space_id, scope_id, kind, title, size, created_by, updated_by, updated_at)
      select gen_random_uuid(), hub_id, space_id, numbers.scope_id, 'document', 'Report ' || d || ' of ' || n, 2000, created_by, created_by,
        now() - (n * 7919 % 1009 * 60 + d) * interval '1 minute'
      from space, numbers, generate_series(1, $3::int) d where space.id = $1`,
    [place.space.id, spaces, DOCUMENTS],
  );
  return { ...place, member: await addMember(server.client, place.owner, place.hub) };
}

beforeAll(async () => {
  many = await placeOf(SPACES);
  few = await placeOf(150);
  await server.sql('vacuum analyze');
});

/** The API requests of a hub's home page, its list of spaces, a space and a search. */
const REQUESTS = {
  home: [
    'auth/me/',
    'hubs/{hub}/',
    'spaces/?page_size=50',
    `activity/?contents=true&page_size=${RECENT}`,
    'space-shortcuts/',
  ],
  'all spaces': [
    'spaces/?page_size=50&page=2',
    'spaces/?page_size=50&q=project',
    'spaces/?page_size=50&sort=-name',
  ],
  'a space': [
    'spaces/project-7/',
    'spaces/project-7/items/?page_size=50',
    'spaces/project-7/forms/?page_size=3',
  ],
  search: ['search/directory/?q=project', 'search/?q=report'],
};

/** The number of statements and bytes of all their responses. */
async function costOf(person: TestAccount, { hub }: Place, paths: readonly string[]) {
  let statements = 0;
  let bytes = 0;
  for (const path of paths) {
    const response = await fetch(`${server.url}/api/v1/${path.replace('{hub}', hub.domain_handle)}`, {
      headers: {
        authorization: `JWT ${person.token}`,
        'org-handle': hub.domain_handle,
        'app-type': 'social',
      },
    });
    expect(response.status, path).toBe(200);
    bytes += (await response.text()).length;
    statements += Number(/desc="(\d+) queries"/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  }
  return { statements, bytes };
}

test.each(Object.entries(REQUESTS))(
  '%s needs no more queries and bytes in a hub of 2,000 spaces',
  async (_page, paths) => {
    for (const who of ['owner', 'member'] as const) {
      const beside = await costOf(few[who], few, paths);
      const cost = await costOf(many[who], many, paths);
      expect(cost.statements).toBeGreaterThan(0);
      expect(cost.statements).toBe(beside.statements);
      // Longer names and numbers.
      expect(cost.bytes).toBeLessThan(beside.bytes * 1.1);
      expect(cost.bytes).toBeLessThan(110_000);
    }
  },
);

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] };

const itemsRead = (plan: Plan): number =>
  (plan.Plans ?? []).reduce(
    (sum, part) => sum + itemsRead(part),
    plan['Relation Name'] === 'item' ? plan['Actual Rows'] * plan['Actual Loops'] : 0,
  );

test('finds the latest changes in 2,000 spaces by one item of each, equal to a full sort', async () => {
  const { owner, hub } = many;
  const pool = openPool(server.databaseUrl, 1);
  const queries: { sql: string; parameters: readonly unknown[] }[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      queries.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  onTestFinished(() => database.destroy());
  const { id, email } = owner.user;
  const caller: HubCaller = {
    user: { id, email, isEmailVerified: true, activeHubId: hub.id },
    sessionId: null,
    links: [],
    origin: { address: '127.0.0.1', userAgent: '' },
    hub: { id: hub.id, handle: hub.domain_handle, name: hub.name, membersCreateSpaces: true },
    hubRole: 'owner',
    principals: principalsOf(id, 'owner', []),
  };
  await activityOf(database, caller, { contents: true }, RECENT);
  const [query] = queries;
  const { rows } = await pool.query(`explain (analyze, format json) ${query?.sql}`, [
    ...(query?.parameters ?? []),
  ]);
  expect(itemsRead(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(SPACES + 4 * RECENT * RECENT);

  const listed: string[] = [];
  let after = '';
  for (let page = 0; page < 5; page += 1) {
    const response = await owner.client
      .in(hub)
      .get(`activity/?contents=true&page_size=${RECENT}${after && `&after=${after}`}`);
    listed.push(...expectData(response).map(({ item }) => item?.id ?? ''));
    after = String(Reflect.get(response.body, 'next'));
  }
  const { rows: sorted } = await pool.query(
    'select id from item where hub_id = $1 and trashed_at is null order by updated_at desc, id desc limit $2',
    [hub.id, listed.length],
  );
  expect(listed).toEqual(sorted.map((row) => row.id));
});

test('names 60 of 2,000 spaces to the index where a reader sees no others, and only the first of all', async () => {
  const hubId = many.hub.id;
  const principals: Principal[] = ['group:some', 'group:all'];
  for (const [n, count] of [60, SPACES].entries())
    await server.sql(
      `insert into scope_entry (scope_id, principal, hub_id, space_id, role)
       select scope_id, $1, hub_id, id, 1 from space where hub_id = $2 order by id limit $3`,
      [principals[n], hubId, count],
    );
  onTestFinished(async () => {
    await server.sql('delete from scope_entry where principal = any($1)', [principals]);
  });
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  const spacesFor = (principal: Principal) =>
    readableSpaces(database, {
      reader: { hubId, principals: ['*', principal] },
      ...{ terms: [], kinds: [], space: null, authors: null, from: null, until: null, offset: 0, limit: 10 },
    });
  const some = await spacesFor('group:some');
  expect(some.spaceIds).toHaveLength(60);
  expect(some.share).toBeCloseTo((60 / SPACES) * some.hubShare);
  const all = await spacesFor('group:all');
  expect(all.spaceIds.length).toBeLessThan(60);
  expect(all.share).toBe(all.hubShare);
});

test('pages through 2,000 spaces, each once', async () => {
  const slugs = new Set<string>();
  for (let page = 1; page <= SPACES / 100; page += 1) {
    const response = await many.member.client.in(many.hub).get(`spaces/?page_size=100&page=${page}`);
    for (const { slug } of expectData(response)) slugs.add(slug);
  }
  expect(slugs.size).toBe(SPACES);
});

test('lists many spaces in one order, without those that the reader may not see, whichever page is requested', async () => {
  const { member, hub } = await placeOf(900);
  await server.sql(
    `update space set name = case when length(slug) % 2 = 0 then 'b' else 'A' end || md5(slug),
      updated_at = now() - length(md5(slug)) * interval '1 minute' where hub_id = $1`,
    [hub.id],
  );
  await server.sql(
    `delete from scope_entry where hub_id = $1 and principal = 'members'
      and space_id in (select id from space where hub_id = $1 and slug like '%7')`,
    [hub.id],
  );
  const orders = { name: 'lower(name), id', '-created_at': 'id desc', updated_at: 'updated_at, id' };
  for (const [sort, order] of Object.entries(orders)) {
    const expected = await server.sql<{ id: string }>(
      `select id from space where hub_id = $1 and slug not like '%7' order by ${order}`,
      [hub.id],
    );
    const listed = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        member.client.in(hub).get('spaces/', { query: { sort, page: n + 1, page_size: 100 } }),
      ),
    );
    expect(
      listed.flatMap((response) => expectData(response).map(({ id }) => id)),
      sort,
    ).toEqual(expected.map(({ id }) => id));
    expect(listed[0]?.body).toMatchObject({ count: expected.length });
  }
});
