import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ITEM_SORTS, type Item, itemListQuery } from '#lib/contract/item.ts';
import { principalsOf } from '#server/access/policy/principals.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { itemsOfSpace } from '#server/items/item/item-list.repo.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

/**
 * So many that reading all of them shows in the number of rows, not in time: the plan does not depend on it.
 */
const ITEMS = 20_000;
/** Twice what a page of 25, its folders and its other items need. */
const ROWS_READ = 400;
/** A text in a title is looked for among so many first, of folders and of other items. */
const ROWS_READ_BY_TEXT = 5_000;

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** The rows of items that a plan reads, including those that are filtered out. */
function itemsRead(plan: Plan): number {
  const own =
    plan['Relation Name'] === 'item'
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + itemsRead(part), own);
}

/** A space with a large folder, and a list of it that reports how many rows of items it read. */
async function largeFolder() {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Large' });
  await server.sql(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, size, created_by, updated_by, updated_at)
     select gen_random_uuid(), hub_id, space_id, scope_id, id,
       (array['document','table','email','contact','image','media','general','folder'])[1 + n % 8],
       'Report ' || (n * 7919) % 100003, (n * 31) % 1000003, created_by, created_by, now() - n * interval '1 minute'
     from item, generate_series(1, $2::int) as n where id = $1`,
    [folder.id, ITEMS],
  );
  await server.sql('vacuum analyze item');

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
  const space = await spaceBySlug(database, caller, place.space.slug);
  if (!space) throw new Error('the space was not found');
  const list = async (query: object) => {
    queries.length = 0;
    const { items, next } = await itemsOfSpace(
      database,
      caller,
      space,
      itemListQuery.parse({ page_size: 25, ...query }),
    );
    expect(queries).not.toEqual([]);
    let rows = 0;
    for (const { sql, parameters } of [...queries]) {
      const { rows: plans } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
      rows += itemsRead(plans[0]['QUERY PLAN'][0].Plan);
    }
    return { titles: items.map(({ title }) => title), next, rows };
  };
  return { folder, list };
}

test('reads the first and next page of a large list from an index, in every order', async () => {
  const { folder, list } = await largeFolder();
  const tooMany: string[] = [];
  for (const sort of ITEM_SORTS) {
    for (const parent of [folder.id, undefined]) {
      const first = await list({ sort, parent });
      const second = await list({ sort, parent, after: first.next ?? '' });
      expect([first.titles.length, second.titles.length]).toEqual([25, 25]);
      if (first.rows > ROWS_READ || second.rows > ROWS_READ)
        tooMany.push(`${sort} ${parent ? 'in a folder' : 'in all'}: ${first.rows}, ${second.rows}`);
    }
  }
  expect(tooMany).toEqual([]);
});

test('reads few items of a large list for a text that many, few or none of their titles have', async () => {
  const { folder, list } = await largeFolder();
  const rare = 'Report 10003';
  const inAll = await server.sql(
    `select title from item where parent_id = $1 and title like 'Report 10003%'`,
    [folder.id],
  );
  const tooMany: string[] = [];
  for (const sort of ['-updated_at', 'title', '-size'] as const) {
    for (const [q, wanted] of [
      ['report', 25],
      [rare, inAll.length],
      ['zeppelin', 0],
    ] as const) {
      const { titles, rows } = await list({ sort, q });
      expect(titles, `${q} by ${sort}`).toHaveLength(wanted);
      if (rows > ROWS_READ_BY_TEXT) tooMany.push(`${q} by ${sort}: ${rows}`);
    }
  }
  expect(tooMany).toEqual([]);
});

test('finds a text in titles whatever its characters mean to a pattern or an index', async () => {
  const place = await createPlace(server.client);
  const client = place.owner.client.in(place.hub);
  const titles = [
    '100 % done',
    '100 x done',
    'a_b_c',
    'aXbXc',
    'C:\\temp',
    'Große Ärzte',
    'ΣΊΣΥΦΟΣ',
    '会议纪要二',
    'Ilan İzmir',
    'x',
  ];
  for (const title of titles) await createItem(place.owner, place, { kind: 'document', title });
  for (const q of [
    '100 %',
    '0 % d',
    'a_b',
    '_b_',
    'C:\\t',
    '\\temp',
    'ÄRZTE',
    'ße ä',
    'σίσυφο',
    '会议纪',
    '纪要',
    'izmir',
    'X',
  ]) {
    const path = `spaces/${place.space.slug}/items/`;
    const listed = expectData(await client.get<Item[]>(path, { query: { page_size: 50, q } }));
    const found = await server.sql<{ title: string }>(
      'select title from item where space_id = $1 and strpos(lower(title), lower($2)) > 0 order by title',
      [place.space.id, q],
    );
    expect(listed.map(({ title }) => title).sort(), q).toEqual(found.map(({ title }) => title).sort());
  }
});
