import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { lockRow } from '#tests/harness/locked-row.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

/** A folder that was restored without the folder and the document in it: its job has not begun. */
async function createHalfRestored() {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const inner = await createItem(owner, place, { kind: 'folder', title: 'Inner', parent: folder.id });
  const deep = await createItem(owner, place, { title: 'Deep', parent: inner.id });
  const flat = await createItem(owner, place, { title: 'Flat', parent: folder.id });
  expectData(await owner.client.delete(`items/${folder.id}/`));
  await server.sql(
    'insert into pending_folder_restore (folder_id, moment, root_id) select id, trashed_at, id from item where id = $1',
    [folder.id],
  );
  await server.sql('update item set trashed_at = null, trashed_by = null where id = $1', [folder.id]);
  const follow = () =>
    server.sql("select graphile_worker.add_job('restore-below', $1::json)", [
      JSON.stringify({ item: folder.id }),
    ]);
  const below = [inner, deep, flat];
  const trashed = async () => {
    const all = await Promise.all(below.map(({ id }) => owner.client.get(`items/${id}/`)));
    return all.map((one) => expectData(one).trashed_at !== null);
  };
  const trash = async () =>
    expectData(await owner.client.in(hub).get('trash/')).map(({ item }) => item.title);
  return { ...place, folder, inner, deep, flat, follow, trashed, trash };
}

const ALL_BACK = [false, false, false];

test('excludes items pending restore from the trash list and from deletion', async () => {
  const { owner, hub, deep, flat, follow, trashed, trash } = await createHalfRestored();
  expect(await trash()).toEqual([]);
  expect(expectData(await owner.client.in(hub).delete('trash/')).deleted).toBe(0);
  for (const { id } of [deep, flat]) {
    expectRefusal(await owner.client.in(hub).delete(`trash/${id}/`), 409, 'being_restored');
    expectRefusal(await owner.client.post(`items/${id}/restore/`), 409, 'being_restored');
  }
  await follow();
  await eventually(async () => expect(await trashed()).toEqual(ALL_BACK));
  expect(await server.sql('select from pending_folder_restore')).toEqual([]);
});

test('does not purge expired items that are pending restore with their folder', async () => {
  const { follow, trashed, folder } = await createHalfRestored();
  const long = "- interval '400 days'";
  await server.sql(`update item set trashed_at = trashed_at ${long} where trashed_at is not null`);
  await server.sql(`update pending_folder_restore set moment = moment ${long} where folder_id = $1`, [
    folder.id,
  ]);
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () =>
    expect(await server.sql("select from graphile_worker.jobs where task_identifier = 'purge'")).toEqual([]),
  );
  await follow();
  await eventually(async () => expect(await trashed()).toEqual(ALL_BACK));
});

test('trashes items that are pending restore when their folder is trashed again', async () => {
  const { owner, folder, follow, trashed, trash } = await createHalfRestored();
  expectData(await owner.client.delete(`items/${folder.id}/`));
  expect(await trash()).toEqual(['Folder']);
  await follow();
  await eventually(async () => expect(await server.sql('select from pending_folder_restore')).toEqual([]));
  expect(await trashed()).toEqual([true, true, true]);
  expect(await trash()).toEqual(['Folder']);
  expectData(await owner.client.post(`items/${folder.id}/restore/`));
  await eventually(async () => expect(await trashed()).toEqual(ALL_BACK));
});

test('leaves a folder in the trash that was trashed before its parent', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const earlier = await createItem(owner, place, { kind: 'folder', title: 'Earlier', parent: folder.id });
  const within = await createItem(owner, place, { title: 'Within', parent: earlier.id });
  expectData(await owner.client.delete(`items/${earlier.id}/`));
  expectData(await owner.client.delete(`items/${folder.id}/`));
  expectData(await owner.client.post(`items/${folder.id}/restore/`));
  for (const { id } of [earlier, within]) {
    expect(expectData(await owner.client.get(`items/${id}/`)).trashed_at).toBeTruthy();
  }
  expectData(await owner.client.post(`items/${earlier.id}/restore/`));
  expect(expectData(await owner.client.get(`items/${within.id}/`)).trashed_at).toBeNull();
});

test('creates items in a space while a batch of a restore is running', async () => {
  const place = await createPlace(server.client);
  const { owner, space } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  await server.sql('begin');
  // The same lock as in `lockSpaceTreesForBatch`.
  await server.sql('select from space where id = $1 for no key update', [space.id]);
  await createItem(owner, place, { title: 'At the top' });
  await createItem(owner, place, { title: 'In the folder', parent: folder.id });
  await server.sql('rollback');
});

test('completes the restore of a large folder after a kill', async () => {
  // The request restores 2,000 items, the job the other 4,000 in batches of 2,000.
  const ITEMS = 6_000;
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const database = new pg.Client(env.DATABASE_URL);
  await database.connect();
  database.on('error', () => undefined);
  onTestFinished(() => database.end());
  const place = await createPlace(client);
  const { owner, hub } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Large' });
  await database.query(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
     select gen_random_uuid(), hub_id, space_id, scope_id, id, 'document', 'Item ' || n, created_by, created_by
     from item, generate_series(1, $2::int) as n where id = $1`,
    [folder.id, ITEMS],
  );
  const countActive = async (): Promise<number> =>
    (
      await database.query(
        'select count(*)::int as count from item where parent_id = $1 and trashed_at is null',
        [folder.id],
      )
    ).rows[0].count;
  // What was changed last is in the last batch.
  const { rows } = await database.query(
    `update item set updated_at = now() + interval '1 day'
     where id = (select max(id::text)::uuid from item where parent_id = $1) returning id`,
    [folder.id],
  );
  expectData(await owner.client.delete(`items/${folder.id}/`));
  await eventually(async () => expect(await countActive()).toBe(0));
  const last = await lockRow(env.DATABASE_URL ?? '', 'item', rows[0].id);
  expect(expectData(await owner.client.post(`items/${folder.id}/restore/`)).trashed_at).toBeNull();
  await last.untilWaitedFor();
  await first.kill();
  await last.release();
  // The batches before the interrupted one are committed, and nothing of that one.
  expect(await countActive()).toBe(4_000);
  await startKillable(env);
  expect(expectData(await owner.client.in(hub).get('trash/'))).toEqual([]);
  await eventually(async () => expect(await countActive()).toBe(ITEMS), 120_000);
}, 180_000);
