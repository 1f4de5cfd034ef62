import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ITEM_SORTS, itemListQuery } from '#lib/contract/item.ts';
import { principalsOf } from '#server/access/policy/principals.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { itemsOfSpace } from '#server/items/item/item-list.repo.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/**
 * So many that reading all of them shows in the number of rows, not in time: the plan does not depend on it.
 */
const ITEMS = 20_000;
/** Twice what a page of 25, its folders and its other items need. */
const ROWS_READ = 400;

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

test('reads the first and next page of a large list from an index, in every order', async () => {
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

  const tooMany: string[] = [];
  const list = async (name: string, query: object) => {
    queries.length = 0;
    const found = await itemsOfSpace(
      database,
      caller,
      space,
      itemListQuery.parse({ page_size: 25, ...query }),
    );
    expect(found.items).toHaveLength(25);
    expect(queries).not.toEqual([]);
    let rows = 0;
    for (const { sql, parameters } of [...queries]) {
      const { rows: plans } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
      rows += itemsRead(plans[0]['QUERY PLAN'][0].Plan);
    }
    if (rows > ROWS_READ) tooMany.push(`${name}: ${rows}`);
    return found;
  };
  for (const sort of ITEM_SORTS) {
    for (const parent of [folder.id, undefined]) {
      const name = `${sort} ${parent ? 'in a folder' : 'in all'}`;
      const { next } = await list(name, { sort, parent });
      await list(`${name}, next page`, { sort, parent, after: next ?? '' });
    }
  }
  expect(tooMany).toEqual([]);
});
