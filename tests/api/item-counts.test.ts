import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import { recountItems } from '#server/items/item/item-counts.repo.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const COMMAND = join(import.meta.dirname, '..', '..', 'server', 'commands', 'reindex.ts');
const SECRET = 'the secret key of a test server';
const ROUNDS = 160;
const COMPARED_EVERY = 8;
const server = sharedServer();

type Cast = Awaited<ReturnType<typeof createMembers>>;
let cast: Cast;
let spaces: Space[];
beforeAll(async () => {
  cast = await createMembers(server.client);
  spaces = await Promise.all([createSpace(cast.owner, cast.hub), createSpace(cast.owner, cast.hub)]);
});

/** The same sequence each time: a failure can be looked at again. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const at = (person: TestAccount) => person.client.in(cast.hub);

/** The kinds of each space as the API counts them, without those of which there are none. */
async function countedBy(person: TestAccount): Promise<Record<string, Record<string, number>>> {
  const listed = expectData(await at(person).get('spaces/?page_size=100'));
  return Object.fromEntries(
    listed.map(({ slug, counts }) => [
      slug,
      Object.fromEntries(Object.entries(counts.kinds).filter(([, count]) => count > 0)),
    ]),
  );
}

/** The same by looking at each item. */
async function trueCounts(person: TestAccount, principals: string[]) {
  const listed = Object.keys(await countedBy(person));
  const rows = await server.sql<{ slug: string; kind: string; count: number }>(
    `select space.slug, item.kind, count(*)::int as count from item join space on space.id = item.space_id
     where item.hub_id = $1 and item.trashed_at is null and item.archived_at is null and exists (
       select from scope_access list where list.scope_id = item.scope_id and list.principal = any($2::text[]))
     group by space.slug, item.kind`,
    [cast.hub.id, principals],
  );
  return Object.fromEntries(
    listed.map((slug) => [
      slug,
      Object.fromEntries(rows.filter((row) => row.slug === slug).map(({ kind, count }) => [kind, count])),
    ]),
  );
}

async function expectTrueCounts(): Promise<void> {
  const readers: [TestAccount, string[]][] = [
    [cast.owner, ['*', `user:${cast.owner.user.id}`, 'members', 'admins']],
    [cast.member, ['*', `user:${cast.member.user.id}`, 'members']],
    [cast.guest, ['*', `user:${cast.guest.user.id}`]],
  ];
  for (const [person, principals] of readers)
    expect(await countedBy(person)).toEqual(await trueCounts(person, principals));
  const { usage } = expectData(await at(cast.owner).get('wallet/subscription-detail/'));
  const [stored] = await server.sql<{ items: number; bytes: number }>(
    `select count(*)::int as items, sum(size)::int as bytes from item
     join space on space.id = item.space_id and space.purged_at is null where item.hub_id = $1`,
    [cast.hub.id],
  );
  expect(usage).toMatchObject(stored ?? {});
}

const itemsInDatabase = (condition: string) =>
  server.sql<{ id: string; kind: string; title: string }>(
    `select id, kind, title from item where hub_id = $1 and purged_at is null and ${condition} order by title, id`,
    [cast.hub.id],
  );

test('counts what is there after any sequence of acts', { timeout: 120_000 }, async () => {
  const random = sequence(2_026);
  const pick = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
  const space = () => pick(spaces) ?? spaces[0] ?? expect.fail('there are two spaces');
  const owner = at(cast.owner);
  const refused: number[] = [];
  /** Some acts are refused by rights or places, which is right: they must then count nothing. */
  const attempt = async (response: Promise<{ status: number }>) => {
    const { status } = await response;
    if (status >= 400) refused.push(status);
    expect(status).toBeLessThan(500);
  };
  for (let n = 1; n <= ROUNDS; n += 1) {
    const there = await itemsInDatabase('trashed_at is null');
    const trashed = await itemsInDatabase('trashed_at is not null');
    const folders = there.filter(({ kind }) => kind === 'folder');
    const one = pick(there);
    const gone = pick(trashed);
    const act = random(12);
    const title = `Act ${String(n).padStart(3, '0')}`;
    const kind = pick(['document', 'folder', 'table', 'contact'] as const) ?? 'document';
    const place = { hub: cast.hub, space: space() };
    if (act <= 2 || !one) await createItem(cast.owner, place, { kind, title });
    else if (act === 3) {
      const bytes = `${title} `.repeat(1 + random(50));
      await attempt(uploadBytes(cast.owner, place, [{ name: `${title}.txt`, bytes }]));
    } else if (act === 4) await attempt(owner.delete(`items/${one.id}/`));
    else if (act === 5 && gone)
      await attempt(owner.post(`items/${gone.id}/restore/`, { visibility: 'shared' }));
    else if (act === 6 && gone) await attempt(owner.delete(`trash/${gone.id}/`));
    else if (act === 7 || act === 8) {
      const into = pick(folders)?.id ?? null;
      await attempt(owner.post(`items/${one.id}/move/`, { parent: into, visibility: 'shared' }));
    } else if (act === 9) {
      const visibility = pick(['shared', 'private', 'public'] as const);
      const change = (more: { disclosure?: string }) =>
        owner.patch<Item & { disclosure?: string }>(`items/${one.id}/`, { visibility, ...more });
      const response = await change({});
      // More people would see it: accepted as on screen.
      const disclosure = response.status === 409 ? response.data.disclosure : undefined;
      await attempt(disclosure ? change({ disclosure }) : Promise.resolve(response));
    } else if (act === 10) {
      const to = space();
      await attempt(
        owner.post(`items/${one.id}/move/`, { space: to.slug, parent: null, visibility: 'shared' }),
      );
    } else {
      const people = [{ user: pick([cast.guest, cast.member])?.user.id, role: 'viewer' }];
      await attempt(
        random(2) === 0
          ? owner.put(`items/${one.id}/access/`, { visibility: 'private', people })
          : owner.post(`items/${one.id}/${pick(['archive', 'unarchive'])}/`),
      );
    }
    if (n % COMPARED_EVERY === 0) await eventually(expectTrueCounts);
  }
  expect(refused.length).toBeLessThan(ROUNDS / 2);
});

test('merges counts, and removes those of what is deleted', async () => {
  const place = { hub: cast.hub, space: await createSpace(cast.owner, cast.hub) };
  const item: Item = await createItem(cast.owner, place, { content: 'Some text.' });
  const stored = () =>
    server.sql<{ items: number; bytes: number }>('select items, bytes from space_usage where space_id = $1', [
      place.space.id,
    ]);
  const listed = () =>
    server.sql(
      'select kind, items from scope_item_count where scope_id = (select scope_id from space where id = $1)',
      [place.space.id],
    );
  await eventually(async () => expect(await stored()).toEqual([{ items: 1, bytes: 'Some text.'.length }]));
  expect(await listed()).toEqual([{ kind: 'document', items: 1 }]);
  expectData(await at(cast.owner).delete(`items/${item.id}/`));
  expectData(await at(cast.owner).delete(`trash/${item.id}/`));
  await eventually(async () => expect([await stored(), await listed()]).toEqual([[], []]));
  expect(await server.sql('select from item_count_change where space_id = $1', [place.space.id])).toEqual([]);
});

test('corrects wrong counts when a hub is indexed again', async () => {
  await server.sql(
    `update scope_item_count set items = items + 7 where scope_id in (select id from scope where hub_id = $1)`,
    [cast.hub.id],
  );
  await server.sql(
    `insert into scope_item_count (scope_id, kind, items)
    select scope_id, 'media', 3 from space where id = $1 on conflict do nothing`,
    [spaces[0]?.id],
  );
  await server.sql('delete from space_usage where space_id = $1', [spaces[1]?.id]);
  await expect(expectTrueCounts()).rejects.toThrow();
  const { status } = spawnSync(process.execPath, [COMMAND, '--hub', cast.hub.domain_handle], {
    env: {
      ...process.env,
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.databaseUrl,
      SECRET_KEY: SECRET,
    },
  });
  expect(status).toBe(0);
  await eventually(expectTrueCounts, 20_000);
});

/** Counts the hub again while nothing merges, after an act that others commit meanwhile. */
async function recountAfter(act: () => Promise<unknown>): Promise<void> {
  const database = openDatabase(openPool(server.databaseUrl, 2));
  try {
    await database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(712401)`.execute(trx);
      await act();
      await recountItems(trx, cast.hub.id);
    });
  } finally {
    await database.destroy();
  }
}

test('counts again what changed since the last merge once, and nothing of scopes that are no more', async () => {
  const place = { hub: cast.hub, space: await createSpace(cast.owner, cast.hub) };
  const item = await createItem(cast.owner, place, { visibility: 'private' });
  const scopes = await server.sql<{ scope_id: string }>('select scope_id from item where id = $1', [item.id]);
  const counted = () =>
    server.sql('select items from scope_item_count where scope_id = $1', [scopes[0]?.scope_id]);
  await eventually(async () => expect(await counted()).toEqual([{ items: 1 }]));
  await recountAfter(async () => {
    const response = await at(cast.owner).patch<{ disclosure?: string }>(`items/${item.id}/`, {
      visibility: 'shared',
    });
    const { disclosure } = response.data;
    if (response.status === 409)
      expectData(await at(cast.owner).patch(`items/${item.id}/`, { visibility: 'shared', disclosure }));
  });
  expect(await server.sql('select from scope where id = $1', [scopes[0]?.scope_id])).toEqual([]);
  expect(await counted()).toEqual([]);
  await expectTrueCounts();
});
