import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import { FolderScopePending, withFolderScopes } from '#server/access/policy/folder-scope.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { shareByLink } from '#tests/harness/links.ts';
import { lockRow } from '#tests/harness/locked-row.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

/** More than can be moved with a folder before it has a scope of its own. */
const ITEMS = 6_000;

const FILL = `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
  select gen_random_uuid(), hub_id, space_id, scope_id, id, 'document', 'Item ' || n, created_by, created_by
  from item, generate_series(1, $2::int) as n where id = $1`;

/**
 * Sends a request like the app's own clients: again while the server responds that it is still preparing a
 * folder (503 `preparing`), as a busy one may; each response takes eight seconds.
 */
async function whenPrepared<T>(send: () => Promise<ClientResponse<T>>): Promise<ClientResponse<T>> {
  for (let repeat = 0; ; repeat += 1) {
    const response = await send();
    if (response.body.code !== 'preparing' || repeat === 8) return response;
  }
}

/** A shared space with a folder, in it another folder with items; and a private folder. */
async function createTree() {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const member = await addMember(server.client, owner, hub);
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const inner = await createItem(owner, place, { kind: 'folder', title: 'Inner', parent: folder.id });
  const deep = await createItem(owner, place, { title: 'Deep', parent: inner.id });
  const named = await createItem(owner, place, { title: 'Public', parent: inner.id, visibility: 'public' });
  const closed = await createItem(owner, place, { kind: 'folder', title: 'Closed', visibility: 'private' });
  const scopes = async () =>
    (
      await server.sql<{ scope_id: string }>(
        `with recursive below as (select id from item where id = $1
           union select item.id from item join below on item.parent_id = below.id)
         select distinct scope_id from below join item using (id) where id <> $2`,
        [folder.id, named.id],
      )
    ).map((row) => row.scope_id);
  const move = (body: object) => whenPrepared(() => owner.client.post(`items/${folder.id}/move/`, body));
  return { ...place, member, folder, inner, deep, named, closed, scopes, move };
}

test('moves a large folder to a narrower audience, and back after confirmation', async () => {
  const { member, folder, deep, named, closed, scopes, move } = await createTree();
  await server.sql(FILL, [folder.id, ITEMS]);
  expectData(await member.client.get(`items/${deep.id}/`));
  expectData(await move({ parent: closed.id }));
  for (const { id } of [folder, deep, named]) expectRefusal(await member.client.get(`items/${id}/`), 404);
  const own = await scopes();
  expect(own).toHaveLength(1);

  const response = await move({ parent: null });
  expectRefusal(response, 409, 'more_would_see');
  expectRefusal(await member.client.get(`items/${deep.id}/`), 404);
  const { disclosure } = response.data as unknown as Disclosure;
  expectData(await move({ parent: null, disclosure }));
  for (const { id } of [folder, deep, named]) expectData(await member.client.get(`items/${id}/`));
  // None of its items was written for that.
  expect(await scopes()).toEqual(own);
});

test('makes a large folder private and shared again without a confirmation about itself', async () => {
  const { owner, member, hub, space, folder, deep, named, scopes } = await createTree();
  await server.sql(FILL, [folder.id, ITEMS]);
  const change = (body: object) => whenPrepared(() => owner.client.patch(`items/${folder.id}/`, body));
  expectData(await change({ visibility: 'private' }));
  expectRefusal(await member.client.get(`items/${deep.id}/`), 404);
  const own = await scopes();
  // Only the public items in it need a confirmation.
  const { things: resources, disclosure } = (await change({ visibility: 'shared' }))
    .data as unknown as Disclosure;
  expect(resources.map(({ id }) => id)).toEqual([named.id]);
  expectData(await change({ visibility: 'shared', disclosure }));
  expectData(await member.client.get(`items/${deep.id}/`));
  expect(await scopes()).toEqual(own);
  // It inherits: opening the space needs no confirmation for the folder.
  const opened = await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'public' });
  expect(JSON.stringify(opened.body)).not.toContain(folder.id);
});

/** The number of transactions that last wrote the contents of a folder. */
async function transactionsOn(folder: Item): Promise<number> {
  const [row] = await server.sql<{ count: number }>(
    'select count(distinct xmin::text)::int as count from item where parent_id = $1',
    [folder.id],
  );
  return row?.count ?? 0;
}

test.each<[string, (tree: Awaited<ReturnType<typeof createTree>>) => Promise<unknown>]>([
  [
    'made private',
    async ({ owner, folder }) =>
      expectData(
        await whenPrepared(() => owner.client.patch(`items/${folder.id}/`, { visibility: 'private' })),
      ),
  ],
  [
    'shared with a first person',
    async ({ owner, member, folder }) =>
      expectData(
        await whenPrepared(() =>
          owner.client.put(`items/${folder.id}/access/`, {
            people: [{ user_id: member.user.id, role: 'editor' }],
          }),
        ),
      ),
  ],
  [
    'shared by a first link',
    async ({ owner, folder }) => eventually(() => shareByLink(owner, folder.id, { role: 'viewer' }), 60_000),
  ],
])('a large folder that is %s has its own scope from batches', async (_act, change) => {
  const tree = await createTree();
  await server.sql(FILL, [tree.folder.id, ITEMS]);
  await change(tree);
  expect(await transactionsOn(tree.folder)).toBeGreaterThan(2);
  expect(await tree.scopes()).toHaveLength(1);
});

/** Creates the folder's own scope without any of its items in it: the job was killed. */
async function separateHalf(folder: Item): Promise<void> {
  await server.sql('begin');
  await server.sql(
    `insert into scope (id, hub_id, space_id, parent_id, item_id)
     select gen_random_uuid(), hub_id, space_id, scope_id, id from item where id = $1`,
    [folder.id],
  );
  await server.sql(
    `insert into scope_source (scope_id, source_id)
     select own.id, source.source_id
     from scope own join scope_source source on source.scope_id = own.parent_id where own.item_id = $1
     union all select id, id from scope where item_id = $1`,
    [folder.id],
  );
  await server.sql(
    'update item set scope_id = own.id from scope own where own.item_id = item.id and item.id = $1',
    [folder.id],
  );
  await server.sql('insert into pending_folder_scope (folder_id, root_id) values ($1, $1)', [folder.id]);
  await server.sql('commit');
}

test('moves an item that is created in a folder while the move is prepared', async () => {
  const place = await createTree();
  const { owner, member, folder, inner, deep, named, closed, scopes, move } = place;
  await separateHalf(folder);
  for (const one of [folder, inner, deep, named]) expectData(await member.client.get(`items/${one.id}/`));
  const late = await createItem(owner, place, { title: 'Late', parent: inner.id });
  const top = await createItem(owner, place, { title: 'Beside', parent: folder.id });
  const hidden = await createItem(owner, place, { title: 'Own', parent: inner.id, visibility: 'public' });
  expectData(await move({ parent: closed.id }));
  for (const one of [folder, inner, deep, named, late, top, hidden])
    expectRefusal(await member.client.get(`items/${one.id}/`), 404);
  expect(await server.sql('select from pending_folder_scope')).toEqual([]);
  // Except for the public one, which is among the scopes, too.
  expect(await scopes()).toHaveLength(2);
});

test('moves another folder of the space after the one in preparation', async () => {
  const place = await createTree();
  const { owner, folder, closed } = place;
  const other = await createItem(owner, place, { kind: 'folder', title: 'Other' });
  await createItem(owner, place, { title: 'Inside', parent: other.id });
  await separateHalf(folder);
  expectData(await whenPrepared(() => owner.client.post(`items/${other.id}/move/`, { parent: closed.id })));
  expect(await server.sql('select from pending_folder_scope')).toEqual([]);
});

test('moves two large folders of a space together, one prepared after the other', async () => {
  const place = await createTree();
  const { owner, hub, space, folder, closed } = place;
  const other = await createItem(owner, place, { kind: 'folder', title: 'Other' });
  for (const { id } of [folder, other]) await server.sql(FILL, [id, ITEMS]);
  const to = { space: space.slug, parent: closed.id };
  const ids = [folder.id, other.id];
  expectData(await whenPrepared(() => owner.client.in(hub).post('items/move/', { ids, ...to })));
  for (const one of [folder, other]) expect(await transactionsOn(one)).toBeGreaterThan(2);
});

/** Folders of a space that are small each and large together: of 2,500, 2,000 and 1,500 documents. */
async function createSmallFolders() {
  const tree = await createTree();
  const { owner, hub, member } = tree;
  const folders: Item[] = [];
  for (const size of [2_500, 2_000, 1_500]) {
    const folder = await createItem(owner, tree, { kind: 'folder', title: `Of ${size}` });
    await server.sql(FILL, [folder.id, size]);
    folders.push(folder);
  }
  const ids = folders.map(({ id }) => id);
  const [first] = folders;
  if (!first) throw new Error('there are folders');
  /** Those with a scope of their own. */
  const own = async () =>
    (
      await server.sql<{ item_id: string }>('select item_id from scope where item_id = any($1::uuid[])', [
        ids,
      ])
    ).map(({ item_id }) => item_id);
  /** The maximum number of items in the folders that one transaction wrote. */
  const most = async () =>
    (
      await server.sql<{ count: number }>(
        `select count(*)::int as count from item where parent_id = any($1::uuid[])
         group by xmin::text order by count desc limit 1`,
        [ids],
      )
    )[0]?.count ?? 0;
  const inside = async () =>
    (
      await server.sql<{ id: string }>(
        'select distinct on (parent_id) id from item where parent_id = any($1::uuid[])',
        [ids],
      )
    ).map(({ id }) => id);
  const act = (path: string, body: object) =>
    whenPrepared(() => owner.client.in(hub).post(`items/${path}/`, { ids, ...body }));
  const isSeen = async () => {
    const all = await Promise.all((await inside()).map((id) => member.client.get(`items/${id}/`)));
    return all.map(({ status }) => status === 200);
  };
  return { ...tree, folders, ids, first, own, most, act, isSeen };
}

/** The limit of one transaction, and the folders themselves. */
const AT_MOST = 5_003;

test('moves folders that are large only together after the largest has its own scope', async () => {
  const { space, closed, first, own, most, act, isSeen } = await createSmallFolders();
  expectData(await act('move', { space: space.slug, parent: closed.id }));
  expect(await own()).toEqual([first.id]);
  expect(await most()).toBeLessThanOrEqual(AT_MOST);
  expect(await isSeen()).toEqual([false, false, false]);
});

test('keeps the own scope of the largest of several folders that inherit access again', async () => {
  const { ids, first, own, most, act, isSeen, owner } = await createSmallFolders();
  for (const id of ids) expectData(await owner.client.patch(`items/${id}/`, { visibility: 'private' }));
  expect(await own()).toHaveLength(3);
  expect(await isSeen()).toEqual([false, false, false]);
  expectData(await act('visibility', { visibility: 'shared' }));
  expect(await own()).toEqual([first.id]);
  expect(await most()).toBeLessThanOrEqual(AT_MOST);
  expect(await isSeen()).toEqual([true, true, true]);
});

test('keeps the own scope of the largest of several folders that named only a removed member', async () => {
  const { ids, first, own, owner, hub, member } = await createSmallFolders();
  const people = [{ user_id: member.user.id, role: 'editor' }];
  for (const id of ids) expectData(await owner.client.put(`items/${id}/access/`, { people }));
  expect(await own()).toHaveLength(3);
  expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`));
  expect(await own()).toEqual([first.id]);
});

test('moves folders that are large only together to another space, the largest with its own scope', async () => {
  const { owner, hub, ids, first, own, act } = await createSmallFolders();
  const other = await createSpace(owner, hub);
  expectData(await act('move', { space: other.slug, parent: null, ...(await accepted()) }));
  async function accepted() {
    const response = await act('move', { space: other.slug, parent: null });
    return response.status === 409 ? { disclosure: (response.data as unknown as Disclosure).disclosure } : {};
  }
  expect(await own()).toEqual([first.id]);
  const elsewhere = await server.sql(
    'select from item where parent_id = any($1::uuid[]) and space_id <> $2',
    [ids, other.id],
  );
  expect(elsewhere).toEqual([]);
});

test('refuses to move more than 20,000 items to another space, also from several folders', async () => {
  const { owner, hub, ids, act, space } = await createSmallFolders();
  const other = await createSpace(owner, hub);
  await server.sql(FILL, [ids[1], 14_001]);
  expectRefusal(await act('move', { space: other.slug, parent: null }), 422, 'too_many_items');
  const left = await server.sql('select from item where id = any($1::uuid[]) and space_id = $2', [
    ids,
    space.id,
  ]);
  expect(left).toHaveLength(3);
});

test('waits with a folder while another one of its space is half prepared', async () => {
  const place = await createTree();
  const { folder, owner } = place;
  const other = await createItem(owner, place, { kind: 'folder', title: 'Other' });
  await separateHalf(folder);
  await server.sql(`select graphile_worker.add_job('separate-folder', json_build_object('item', $1::text))`, [
    other.id,
  ]);
  await eventually(async () =>
    expect(await server.sql('select from scope where item_id = $1', [other.id])).toHaveLength(1),
  );
  expect(await server.sql('select from pending_folder_scope')).toEqual([]);
});

test('neither polls nor retries an operation once its client has disconnected', async () => {
  const { folder } = await createTree();
  const pool = openPool(server.databaseUrl, 2);
  onTestFinished(() => pool.end());
  const database = openDatabase(pool);
  let tries = 0;
  let looks = 0;
  const act = async () => {
    tries += 1;
    throw new FolderScopePending([folder.id]);
  };
  const isGone = () => {
    looks += 1;
    return looks > 2;
  };
  // Only this test's server runs jobs, and none is queued: the folder never gets its own scope.
  const jobs = { ...createJobs({ pool, database }), add: async () => undefined };
  await expect(withFolderScopes({ database, jobs }, act, isGone)).rejects.toBeInstanceOf(FolderScopePending);
  expect({ tries, looks }).toEqual({ tries: 1, looks: 3 });
});

test('resumes the move of a large folder after a kill when it is requested again', async () => {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const database = new pg.Client(env.DATABASE_URL);
  await database.connect();
  database.on('error', () => undefined);
  onTestFinished(() => database.end());
  const place = await createPlace(client);
  const { owner } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Large' });
  const closed = await createItem(owner, place, { kind: 'folder', title: 'Closed', visibility: 'private' });
  // The contents of the inner folder are in a later batch than the folder itself.
  const inner = await createItem(owner, place, { kind: 'folder', title: 'Inner', parent: folder.id });
  const deep = await createItem(owner, place, { title: 'Deep', parent: inner.id });
  await database.query(FILL, [folder.id, ITEMS]);
  const all = ITEMS + 3;
  const count = async (text: string): Promise<number> =>
    (await database.query(`select count(*)::int as count from ${text}`, [folder.id])).rows[0].count;
  const prepared = () => count('item join scope own on own.id = item.scope_id where own.item_id = $1');
  const move = () => whenPrepared(() => owner.client.post(`items/${folder.id}/move/`, { parent: closed.id }));
  const lock = await lockRow(env.DATABASE_URL ?? '', 'item', deep.id);
  const cut = move().catch(() => undefined);
  await lock.untilWaitedFor();
  await first.kill();
  await cut;
  await lock.release();
  expect(await prepared()).toBeGreaterThan(1_000);
  expect(await prepared()).toBeLessThan(all);
  expect(await count('item where id = $1 and parent_id is null')).toBe(1);
  await startKillable(env);
  await eventually(async () => expect(await prepared()).toBe(all), 112_000);
  expectData(await move());
}, 180_000);
