import { expect, test } from 'vitest';
import type { Space } from '#lib/contract/space.ts';
import { expectData, expectRefusal } from '#tests/harness/answers.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createPlace } from '#tests/harness/people.ts';
import { serverOfFile } from '#tests/harness/server-of-file.ts';

const server = serverOfFile();

/** More rows of access lists than end in one transaction. */
const ROWS = 25_000;

async function createLargeSpace() {
  const place = await createPlace(server.client);
  const { owner, space } = place;
  const item = await createItem(owner, place, { visibility: 'private' });
  await server.sql(
    `insert into scope_access (scope_id, hub_id, space_id, principal, role)
     select scope_id, hub_id, space_id, 'user:' || gen_random_uuid(), 1 from item, generate_series(1, $2::int) where id = $1`,
    [item.id, ROWS],
  );
  const count = async () =>
    (
      await server.sql<{ count: number }>('select count(*) from scope_access where space_id = $1', [space.id])
    )[0]?.count ?? -1;
  return { ...place, item, count };
}

test('the lists of a large space end batch by batch, and it is gone at once', async () => {
  const { owner, hub, space, item, count } = await createLargeSpace();
  expect(await count()).toBeGreaterThan(ROWS);
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
  expectRefusal(await owner.client.get(`items/${item.id}/`), 404);
  await eventually(async () => expect(await count()).toBe(0));
});

test('a large space that is taken back at once has its lists again, whatever the job was at', async () => {
  const { owner, hub, space, item } = await createLargeSpace();
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
  const back = await owner.client.in(hub).post<Space>(`trash/spaces/${space.id}/restore/`);
  expect(expectData(back).my_role).toBe('owner');
  expect(expectData(await owner.client.get<{ my_role: string }>(`items/${item.id}/`)).my_role).toBe('owner');
  // Once the queue is empty it still is so.
  await eventually(async () =>
    expect(await server.sql("select from graphile_worker.jobs where task_identifier = 'end-lists'")).toEqual(
      [],
    ),
  );
  expect(expectData(await owner.client.get<{ my_role: string }>(`items/${item.id}/`)).my_role).toBe('owner');
});
