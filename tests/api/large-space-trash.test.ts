import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { watchDeletions } from '#tests/harness/deletions.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

/** More rows of access lists than one transaction deletes. */
const ROWS = 25_000;

async function createLargeSpace() {
  const place = await createPlace(server.client);
  const { owner, space } = place;
  const item = await createItem(owner, place, { visibility: 'private' });
  await server.sql(
    `with made as (
       insert into scope (id, hub_id, space_id, parent_id)
       select gen_random_uuid(), hub_id, space_id, scope_id from item, generate_series(1, $2::int) where id = $1
       returning id
     ) insert into scope_source (scope_id, source_id) select id, id from made`,
    [item.id, ROWS],
  );
  const count = async () =>
    (
      await server.sql<{ count: number }>(
        'select count(*) from scope_source source join scope on scope.id = source.scope_id where scope.space_id = $1',
        [space.id],
      )
    )[0]?.count ?? -1;
  return { ...place, item, count };
}

test('deletes the access lists of a large space in batches, and hides it at once', async () => {
  const { owner, hub, space, item, count } = await createLargeSpace();
  expect(await count()).toBeGreaterThan(ROWS);
  const deletions = await watchDeletions(server, 'scope_source');
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
  expectRefusal(await owner.client.get(`items/${item.id}/`), 404);
  await eventually(async () => expect(await count()).toBe(0));
  expect(Math.max(...(await deletions()))).toBeLessThanOrEqual(10_000);
});

test('rebuilds the access lists of a large space that is restored while they are deleted', async () => {
  const { owner, hub, space, item } = await createLargeSpace();
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
  const back = await owner.client.in(hub).post(`trash/spaces/${space.id}/restore/`);
  expect(expectData(back).my_role).toBe('owner');
  expect(expectData(await owner.client.get(`items/${item.id}/`)).my_role).toBe('owner');
  // Still so after the queue is empty.
  await eventually(async () =>
    expect(
      await server.sql("select from graphile_worker.jobs where task_identifier = 'revoke-space-access'"),
    ).toEqual([]),
  );
  expect(expectData(await owner.client.get(`items/${item.id}/`)).my_role).toBe('owner');
});

/** More items than one transaction moves to the trash. */
const ITEMS = 12_000;

async function createLargeFolder() {
  const place = await createPlace(server.client);
  const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Large' });
  await server.sql(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
     select gen_random_uuid(), hub_id, space_id, scope_id, id, 'document', 'Item ' || n, created_by, created_by
     from item, generate_series(1, $2::int) as n where id = $1`,
    [folder.id, ITEMS],
  );
  const countActive = async () =>
    (
      await server.sql<{ count: number }>(
        'select count(*)::int from item where parent_id = $1 and trashed_at is null',
        [folder.id],
      )
    )[0]?.count ?? -1;
  const jobs = () =>
    server.sql("select from graphile_worker.jobs where task_identifier in ('trash-below', 'restore-below')");
  return { ...place, folder, countActive, jobs };
}

test('trashes a large folder in batches and restores it completely', async () => {
  const { owner, folder, countActive } = await createLargeFolder();
  expectData(await owner.client.delete(`items/${folder.id}/`));
  expect(expectData(await owner.client.get(`items/${folder.id}/`)).trashed_at).toBeTruthy();
  await eventually(async () => expect(await countActive()).toBe(0));
  const moments = await server.sql('select distinct trashed_at from item where parent_id = $1 or id = $1', [
    folder.id,
  ]);
  expect(moments).toHaveLength(1);
  const transactions = await server.sql('select distinct xmin::text from item where parent_id = $1', [
    folder.id,
  ]);
  expect(transactions.length).toBeGreaterThan(2);
  expectData(await owner.client.post(`items/${folder.id}/restore/`));
  await eventually(async () => expect(await countActive()).toBe(ITEMS));
});

test('keeps a large folder that is restored while its trash job is running', async () => {
  const { owner, folder, countActive, jobs } = await createLargeFolder();
  expectData(await owner.client.delete(`items/${folder.id}/`));
  expectData(await owner.client.post(`items/${folder.id}/restore/`));
  await eventually(async () => expect(await jobs()).toEqual([]));
  await eventually(async () => expect(await countActive()).toBe(ITEMS));
});
