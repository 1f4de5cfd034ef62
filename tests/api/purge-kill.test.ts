import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { createKillablePlace, startKillable } from '#tests/harness/killable.ts';
import { lockRow } from '#tests/harness/locked-row.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';

/** Several batches: of 500 items, and of 1,000 submissions. */
const ITEMS = 2_000;
const SUBMISSIONS = 4_000;
/** A purge of this size takes seconds; longer beside the rest of the test suite. */
const PURGE_WITHIN = 120_000;
/** The highest id: the last of what is deleted together. */
const LAST_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** A server that can be killed, its database, and a user with a space. */
async function arrange() {
  const place = await createKillablePlace();
  const count = async (text: string, ...values: unknown[]): Promise<number> =>
    (await place.database.query(`select count(*)::int as count from ${text}`, values)).rows[0].count;
  return { ...place, count };
}

async function fillFolder(database: pg.Client, folder: Item): Promise<void> {
  await database.query(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
     select case n when $2 then $3::uuid else gen_random_uuid() end, hub_id, space_id, scope_id, id, 'document',
       'Item ' || n, created_by, created_by
     from item, generate_series(1, $2::int) as n where id = $1`,
    [folder.id, ITEMS, LAST_ID],
  );
}

async function trash(owner: TestAccount, id: string): Promise<void> {
  expectData(await owner.client.delete(`items/${id}/`));
}

test('completes the purge of a large folder after a kill, hides all of it, and spares what was restored', async () => {
  const { first, env, database, count, owner, hub, space } = await arrange();
  const place = { hub, space };
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Ended' });
  const inside = await createItem(owner, place, { title: 'Inside', parent: folder.id });
  await fillFolder(database, folder);
  // Three that must stay: a folder and its item that were trashed and restored, and a trashed item.
  const restored = await createItem(owner, place, { kind: 'folder', title: 'Restored' });
  const within = await createItem(owner, place, { title: 'Within', parent: restored.id });
  const trashed = await createItem(owner, place, { title: 'Trashed' });
  await trash(owner, folder.id);
  await trash(owner, restored.id);
  await trash(owner, trashed.id);
  const countActive = () => count('item where parent_id = $1 and trashed_at is null', folder.id);
  await eventually(async () => expect(await countActive()).toBe(0));

  const left = () => count('item where parent_id = $1', folder.id);
  const lock = await lockRow(env.DATABASE_URL ?? '', 'item', LAST_ID);
  expectData(await owner.client.in(hub).delete(`trash/${folder.id}/`));
  expectData(await owner.client.post(`items/${restored.id}/restore/`));
  await lock.untilWaitedFor();
  await first.kill();
  await lock.release();
  expect(await left()).toBeGreaterThan(0);

  await startKillable(env);
  // However far the purge has got, none of it can be found or restored.
  for (const id of [folder.id, inside.id]) {
    expectRefusal(await owner.client.get(`items/${id}/`), 404);
    expectRefusal(await owner.client.post(`items/${id}/restore/`), 404);
  }
  const listed = expectData(await owner.client.in(hub).get('trash/'));
  expect(listed.map(({ item }) => item.id)).toEqual([trashed.id]);
  await eventually(async () => expect(await count('item where id = $1', folder.id)).toBe(0), PURGE_WITHIN);
  expect(await left()).toBe(0);
  for (const { id } of [restored, within]) {
    expect(expectData(await owner.client.get(`items/${id}/`)).trashed_at).toBeNull();
  }
  expectData(await owner.client.post(`items/${trashed.id}/restore/`));
}, 240_000);

test('completes the purge of a form with many submissions after a kill, and spares other forms', async () => {
  const { first, env, database, count, owner, hub, space } = await arrange();
  const place = { hub, space };
  const [form, other] = [await createOpenForm(owner, place), await createOpenForm(owner, place)];
  const insertSubmissions = async (id: string, many: number) => {
    await database.query(
      `insert into submission (id, form_id, version, data)
       select case when n = $2 and $2 = ${SUBMISSIONS} then $3::uuid else gen_random_uuid() end, $1, 1, '{"f_name": "Bo"}'
       from generate_series(1, $2::int) n`,
      [id, many, LAST_ID],
    );
    await database.query(
      `insert into submission_value (submission_id, form_id, field_id, position, text)
       select id, form_id, 'f_name', 0, 'Bo' from submission where form_id = $1`,
      [id],
    );
  };
  await insertSubmissions(form.id, SUBMISSIONS);
  await insertSubmissions(other.id, 10);
  for (const { id } of [form, other]) expectData(await owner.client.delete(`forms/${id}/`));
  const left = () => count('submission where form_id = $1', form.id);
  const lock = await lockRow(env.DATABASE_URL ?? '', 'submission', LAST_ID);
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  expectData(await owner.client.post(`forms/${other.id}/restore/`));
  await lock.untilWaitedFor();
  await first.kill();
  await lock.release();
  expect(await left()).toBeGreaterThan(0);

  await startKillable(env);
  expectRefusal(await owner.client.get(`forms/${form.id}/`), 404);
  expectRefusal(await owner.client.get(`forms/${form.id}/submissions/`), 404);
  expectRefusal(await owner.client.post(`forms/${form.id}/restore/`), 404);
  await eventually(async () => expect(await count('form where id = $1', form.id)).toBe(0), PURGE_WITHIN);
  expect(await left()).toBe(0);
  expect(await count('submission_value where form_id = $1', form.id)).toBe(0);
  expect(await count('scope where form_id = $1', form.id)).toBe(0);
  expect(expectData(await owner.client.get(`forms/${other.id}/submissions/`))).toHaveLength(10);
}, 240_000);
