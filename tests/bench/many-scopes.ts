import { join } from 'node:path';
import { sql } from 'kysely';
import { readSearchQuery } from '#lib/text/search-query.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import { rewriteScopes } from '#server/access/policy/rewrite-scopes.ts';
import { assignItemScope } from '#server/access/policy/scope.repo.ts';
import { rewriteMemberEntries } from '#server/access/policy/scope-entries.ts';
import { rebuildSourcesOfSpace } from '#server/access/policy/scope-sources.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { usageOf } from '#server/hubs/usage/usage.repo.ts';
import { activityOf } from '#server/items/activity/activity.repo.ts';
import { mergeItemCounts } from '#server/items/item/item-counts.repo.ts';
import {
  type Database,
  openDatabase,
  openPool,
  type Transaction,
} from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { writeCounts } from '#server/platform/indexing/index-counts.ts';
import type { IndexedItem } from '#server/platform/indexing/prepare-items.ts';
import { prepareTitles, writeTitles } from '#server/platform/indexing/title-index.ts';
import { latestItems } from '#server/search/candidates.ts';
import { postgresSearch } from '#server/search/postgres-search.ts';
import { countSpaceContents } from '#server/spaces/space/space.repo.ts';
import { spacesOf } from '#server/spaces/space/space-list.repo.ts';
import { shortcutsOf } from '#server/spaces/space/space-shortcut.repo.ts';
import type { Bench, BenchRow } from './bench.ts';
import { processorTime } from './processor-time.ts';
import { removeFolder, temporaryFolder } from './serving.ts';

type Size = { people: number; spaces: number; own: number; groups: number; items: number };

const FEW: Size = { people: 1_000, spaces: 10, own: 100, groups: 10, items: 20_000 };
const MANY: Size = {
  people: 10_000,
  spaces: 10_000,
  own: 100_000,
  groups: 200,
  items: Number(process.env.BENCH_ITEMS ?? 300_000),
};
const REPEATS = Number(process.env.BENCH_REPEATS ?? 5);
const GOAL_MS = 50;
const MEBIBYTE = 1024 ** 2;

const uuid = (hub: number, kind: string, n: number) =>
  `0000000${hub}-${kind.padStart(4, '0')}-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** The same in SQL; `n` is an expression. */
const id = (hub: number, kind: string, n: string) =>
  sql.raw(`('0000000${hub}-${kind.padStart(4, '0')}-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`);

/**
 * Fills a hub: the first person owns it, the second is in 200 private spaces, the third a guest of one item. Half of
 * the spaces are private, with 20 people each; all people are in the first; each list of its own names three.
 */
async function fillHub(database: Database, hub: number, size: Size): Promise<void> {
  const { people, spaces, own, groups, items } = size;
  const [hubId, owner] = [id(hub, 'b', '1'), id(hub, 'a', '1')];
  const others = sql.raw(`4 + (n * 37 + k * 101) % ${people - 4}`);
  const other = sql`('0000000${sql.raw(String(hub))}-000a-4000-8000-' || lpad(to_hex(${others}), 12, '0'))::uuid`;
  await database.transaction().execute(async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx);
    await run(sql`insert into app_user (id, email, email_key, first_name, last_name)
      select ${id(hub, 'a', 'n')}, 'p' || n || '@h${sql.raw(String(hub))}.example', 'p' || n || '@h${sql.raw(String(hub))}.example', 'Person', 'No ' || n
      from generate_series(1, ${sql.lit(people)}) n`);
    await run(sql`insert into hub (id, name, handle, visibility, created_by)
      values (${hubId}, 'Hub', ${sql.lit(`hub${hub}`)}, 'private', ${owner})`);
    await run(sql`insert into membership (hub_id, user_id, role)
      select ${hubId}, ${id(hub, 'a', 'n')}, case n when 1 then 'owner' when 3 then 'guest' else 'member' end
      from generate_series(1, ${sql.lit(people)}) n`);
    await run(sql`insert into space (id, hub_id, scope_id, slug, name, description, visibility, created_by)
      select ${id(hub, 'c', 'n')}, ${hubId}, ${id(hub, 'd', 'n')}, 'project-' || n, 'Project ' || n || ' of the river survey',
        'What group ' || n || ' measured, wrote down and agreed on since spring.',
        case when n % 2 = 0 then 'private' else 'shared' end, ${owner}
      from generate_series(1, ${sql.lit(spaces)}) n`);
    await run(sql`insert into scope (id, hub_id, space_id)
      select ${id(hub, 'd', 'n')}, ${hubId}, ${id(hub, 'c', 'n')} from generate_series(1, ${sql.lit(spaces)}) n`);
    await run(sql`insert into space_member (space_id, user_id, role, added_by)
      select ${id(hub, 'c', 'n')}, ${owner}, 'owner', ${owner} from generate_series(1, ${sql.lit(spaces)}) n
      union all select ${id(hub, 'c', 'n')}, ${other}, 'editor', ${owner}
      from generate_series(2, ${sql.lit(spaces)}, 2) n, generate_series(1, 20) k
      union all select ${id(hub, 'c', 'n')}, ${id(hub, 'a', '2')}, 'editor', ${owner}
      from generate_series(2, ${sql.lit(spaces)}, ${sql.lit(Math.max(2, 2 * Math.floor(spaces / 400)))}) n
      union all select ${id(hub, 'c', '1')}, ${id(hub, 'a', 'n')}, 'editor', ${owner}
      from generate_series(4, ${sql.lit(people)}) n
      on conflict do nothing`);
    await run(sql`insert into hub_group (id, hub_id, name, created_by)
      select ${id(hub, '9', 'n')}, ${hubId}, 'Group ' || n, ${owner} from generate_series(1, ${sql.lit(groups)}) n`);
    await run(sql`insert into group_member (group_id, user_id, hub_id)
      select ${id(hub, '9', 'n')}, ${other}, ${hubId} from generate_series(1, ${sql.lit(groups)}) n, generate_series(1, 50) k
      on conflict do nothing`);
    await run(sql`insert into group_grant (group_id, space_id, role)
      select ${id(hub, '9', `1 + n % ${groups}`)}, ${id(hub, 'c', 'n')}, 'viewer' from generate_series(2, ${sql.lit(spaces)}, 2) n`);
    const scopeOf = sql`case when n <= ${sql.lit(own)} then ${id(hub, 'e', 'n')} else ${id(hub, 'd', `1 + n % ${spaces}`)} end`;
    await run(sql`insert into scope (id, hub_id, space_id, parent_id, item_id)
      select ${id(hub, 'e', 'n')}, ${hubId}, ${id(hub, 'c', `1 + n % ${spaces}`)}, ${id(hub, 'd', `1 + n % ${spaces}`)}, ${id(hub, 'f', 'n')}
      from generate_series(1, ${sql.lit(own)}) n`);
    await run(sql`insert into item (id, hub_id, space_id, scope_id, visibility, kind, title, size, created_by, updated_by, updated_at)
      select ${id(hub, 'f', 'n')}, ${hubId}, ${id(hub, 'c', `1 + n % ${spaces}`)}, ${scopeOf},
        case when n <= ${sql.lit(own)} and n % 3 = 0 then 'private' else 'shared' end, 'document',
        'Report ' || n || ' on river ' || n % 997, 2000, ${id(hub, 'a', `1 + n % ${people}`)}, ${id(hub, 'a', `1 + n % ${people}`)},
        now() - (n::bigint * 7919 % 1000003) * interval '1 minute'
      from generate_series(1, ${sql.lit(items)}) n`);
    await run(sql`insert into item_grant (item_id, user_id, role, added_by)
      select ${id(hub, 'f', 'n')}, ${other}, 'viewer', ${owner} from generate_series(1, ${sql.lit(own)}) n, generate_series(1, 3) k
      union all select ${id(hub, 'f', '7')}, ${id(hub, 'a', '3')}, 'viewer', ${owner}
      on conflict do nothing`);
  });
  await sql`analyze`.execute(database);
  const { rows } = await sql<{
    id: string;
  }>`select id from space where hub_id = ${uuid(hub, 'b', 1)}`.execute(database);
  await database.transaction().execute(async (trx) => {
    for (const space of rows) await rebuildSourcesOfSpace(trx, space.id);
  });
  const { rows: scopes } = await sql<{
    id: string;
  }>`select id from scope where hub_id = ${uuid(hub, 'b', 1)}`.execute(database);
  for (let at = 0; at < scopes.length; at += 5_000) {
    const batch = scopes.slice(at, at + 5_000).map((scope) => scope.id);
    await database.transaction().execute((trx) => rewriteScopes(trx, batch));
  }
  while (await mergeItemCounts(database));
  await indexTitles(database, uuid(hub, 'b', 1));
  await sql`vacuum analyze`.execute(database);
}

const INDEXED_TOGETHER = 5_000;

/** Makes all items of a hub found by their titles, as the indexer does. */
async function indexTitles(database: Database, hubId: string): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<IndexedItem>`select id, hub_id, space_id, kind, title from item
      where hub_id = ${hubId} and id > ${after} order by id limit ${INDEXED_TOGETHER}`.execute(database);
    const last = rows.at(-1);
    if (!last) return;
    const titles = await prepareTitles(database, rows);
    await database.transaction().execute(async (trx) => {
      const counts = await writeTitles(trx, titles, new Set(rows.map((item) => item.id)));
      await writeCounts(trx, hubId, counts);
    });
    after = last.id;
  }
}

const READERS = {
  owner: { person: 1, role: 'owner', general: ['members', 'admins'] },
  member: { person: 2, role: 'member', general: ['members'] },
  'guest of 200 spaces': { person: 2, role: 'guest', general: [] },
  'guest of an item': { person: 3, role: 'guest', general: [] },
} satisfies Record<string, { person: number; role: HubCaller['hubRole']; general: Principal[] }>;

function readerOf(
  hub: number,
  { person, role, general }: (typeof READERS)[keyof typeof READERS],
): HubCaller & { user: NonNullable<HubCaller['user']> } {
  const userId = uuid(hub, 'a', person);
  return {
    user: { id: userId, email: '', isEmailVerified: true, activeHubId: null },
    sessionId: null,
    links: [],
    origin: { address: '', userAgent: '' },
    hub: { id: uuid(hub, 'b', 1), handle: '', name: '', membersCreateSpaces: true },
    hubRole: role,
    principals: ['*', `user:${userId}`, ...general],
  };
}

/** The fastest run, and the mean of what the database computed for each. */
type Measured = { ms: number; mebibytes: number; database: string };

async function fastest(act: () => Promise<unknown>): Promise<Measured> {
  let best = { ms: Number.POSITIVE_INFINITY, mebibytes: 0 };
  const computed = computedBelow();
  for (let n = 0; n < REPEATS; n += 1) {
    const before = process.memoryUsage().heapUsed;
    const began = performance.now();
    await act();
    const ms = performance.now() - began;
    const mebibytes = Math.max(0, process.memoryUsage().heapUsed - before) / MEBIBYTE;
    if (ms < best.ms) best = { ms, mebibytes };
  }
  return { ...best, database: ((computedBelow() - computed) / REPEATS).toFixed(1) };
}

/** Milliseconds of processor time of what runs below this process: the database. */
const computedBelow = () => processorTime(process.pid, { descendants: true }) - processorTime(process.pid);

/** Runs a write, and rolls it back. */
async function undone(database: Database, act: (trx: Transaction) => Promise<unknown>): Promise<void> {
  const trx = await database.startTransaction().execute();
  try {
    await act(trx);
  } finally {
    await trx.rollback().execute();
  }
}

const search =
  (query: string) =>
  async (database: Database, { hub, principals }: HubCaller) => {
    const { hits } = await postgresSearch(database).search({
      ...{ kinds: [], space: null, authors: null, from: null, until: null, offset: 0, limit: 10 },
      reader: { hubId: hub.id, principals },
      terms: readSearchQuery(query).terms,
    });
    await hits();
  };

async function spacesWithContents(
  database: Database,
  reader: ReturnType<typeof readerOf>,
  size: number,
): Promise<void> {
  const { spaces } = await spacesOf(database, reader, {
    ...{ page: 1, page_size: size, archived: false, writable: false },
  });
  await countSpaceContents(
    database,
    reader,
    spaces.map(({ id }) => id),
  );
}

const READS: Record<string, (database: Database, reader: ReturnType<typeof readerOf>) => Promise<unknown>> = {
  'activity, 25': (database, reader) => activityOf(database, reader, { contents: false }, 25),
  'space list, 25': (database, reader) =>
    spacesOf(database, reader, { page: 1, page_size: 25, archived: false, writable: false }),
  'numbers of items in the spaces of a page, 25': (database, reader) =>
    spacesWithContents(database, reader, 25),
  'home: 50 spaces with their numbers beside the latest changes': (database, reader) =>
    Promise.all([
      spacesWithContents(database, reader, 50),
      activityOf(database, reader, { contents: true }, 10),
    ]),
  'wallet (of any reader)': (database, { hub }) => usageOf(database, hub.id),
  'sidebar (space-shortcuts)': (database, reader) => shortcutsOf(database, reader),
  'search of a word that all items have': search('river'),
  'search of a word that one in a thousand has': search('river 501'),
  'latest items that match filters, 25': (database, { hub, principals }) =>
    latestItems(
      database,
      {
        reader: { hubId: hub.id, principals },
        ...{
          terms: [],
          kinds: [],
          space: null,
          authors: null,
          from: null,
          until: null,
          offset: 0,
          limit: 25,
        },
      },
      [],
      25,
    ),
};

async function measureReads(database: Database): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [work, read] of Object.entries(READS)) {
    for (const [name, who] of Object.entries(READERS)) {
      const small = await fastest(() => read(database, readerOf(1, who)));
      const large = await fastest(() => read(database, readerOf(2, who)));
      rows.push({
        work: `rights: ${work}, ${name}`,
        value: large.ms,
        unit: 'ms',
        goal: { value: 2 * small.ms, atMost: true },
        floor: { what: 'hub of 10 spaces', value: small.ms },
        note: `processor time of PostgreSQL ${large.database} and ${small.database} ms`,
      });
    }
  }
  return rows;
}

async function measureWrites(database: Database): Promise<BenchRow[]> {
  const [space, item] = [uuid(2, 'd', 1), uuid(2, 'f', 5)];
  const [firstSpace, privateSpace] = [uuid(2, 'c', 1), { id: uuid(2, 'c', 4), scope: uuid(2, 'd', 4) }];
  const member = uuid(2, 'a', 5);
  const outside = uuid(2, 'a', 2);
  const WRITES: Record<string, (trx: Transaction) => Promise<unknown>> = {
    'remove one of 10,000 members of a space': async (trx) => {
      await sql`delete from space_member where user_id = ${member} and space_id = ${firstSpace}`.execute(trx);
      await rewriteMemberEntries(trx, { userId: member, scopeIds: [space] });
    },
    'add one person to a space of 10,000 members': async (trx) => {
      await sql`insert into space_member (space_id, user_id, role, added_by) values (${firstSpace}, ${outside}, 'editor', ${outside})`.execute(
        trx,
      );
      await rewriteMemberEntries(trx, { userId: outside, scopeIds: [space] });
    },
    'add one person to a group that is granted spaces': (trx) =>
      sql`insert into group_member (group_id, user_id, hub_id) values (${uuid(2, '9', 1)}, ${outside}, ${uuid(2, 'b', 1)})`.execute(
        trx,
      ),
    'grant a private space to another group': async (trx) => {
      await sql`insert into group_grant (group_id, space_id, role) values (${uuid(2, '9', 100)}, ${privateSpace.id}, 'viewer')`.execute(
        trx,
      );
      await rewriteScopes(trx, [privateSpace.scope]);
    },
    'grant an item to one person': async (trx) => {
      await sql`insert into item_grant (item_id, user_id, role) values (${item}, ${outside}, 'viewer')
        on conflict do nothing`.execute(trx);
      const place = { id: item, hub_id: uuid(2, 'b', 1), space_id: uuid(2, 'c', 6), parent_id: null };
      await assignItemScope(trx, { ...place, visibility: 'shared' });
    },
  };
  const rows: BenchRow[] = [];
  for (const [name, act] of Object.entries(WRITES)) {
    const { ms, mebibytes, database: computed } = await fastest(() => undone(database, act));
    rows.push({
      work: `rights: ${name}`,
      value: ms,
      unit: 'ms',
      goal: { value: GOAL_MS, atMost: true },
      note: `${mebibytes.toFixed(1)} MiB, processor time of PostgreSQL ${computed} ms`,
    });
  }
  return rows;
}

/** Rights at the size that the product promises, beside a hub of ten spaces. */
export const manyScopesBench: Bench = {
  name: 'many-scopes',
  async run() {
    const folder = temporaryFolder();
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), {});
    const { host, port, user } = server.connection;
    const admin = openPool({ host, port, user, database: 'postgres' }, 1);
    await admin.query('create database many_scopes');
    await admin.end();
    const database = openDatabase(openPool({ host, port, user, database: 'many_scopes' }, 2));
    try {
      await migrate(database);
      await fillHub(database, 1, FEW);
      await fillHub(database, 2, MANY);
      return [...(await measureReads(database)), ...(await measureWrites(database))];
    } finally {
      await database.destroy();
      await server.stop();
      removeFolder(folder);
    }
  },
};
