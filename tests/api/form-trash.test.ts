import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { purgeTrash } from '#server/trash/purge-trash.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { purgeFormsOfServer } from '#tests/harness/purge.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

async function createTrash() {
  const cast = await createEditorAndPlace(server.client);
  const trash = async (person: TestAccount, query: Record<string, string> = {}) =>
    expectData(await person.client.in(cast.hub).get('trash/forms/', { query }));
  const titles = async (person: TestAccount, query: Record<string, string> = {}) =>
    (await trash(person, query)).map(({ title }) => title);
  const put = async (by: TestAccount, title: string, input: object = {}) => {
    const form = await createOpenForm(by, cast, { title, visibility: 'shared', ...input });
    expectData(await by.client.delete(`forms/${form.id}/`));
    return form;
  };
  return { ...cast, trash, titles, put };
}

test('lists trashed forms with space, deleter and remaining days to those who may restore them', async () => {
  const { hub, space, owner, member, other, guest, trash, titles, put } = await createTrash();
  const form = await put(member, 'Registration');
  await put(member, 'Secret', { visibility: 'private' });
  const [entry] = await trash(other);
  expect(entry).toMatchObject({
    id: form.id,
    title: 'Registration',
    space: { slug: space.slug, name: space.name },
    deleted_by: { id: member.user.id },
    allowed: ['form.restore'],
  });
  expect(await titles(other)).toEqual(['Registration']);
  expect(await titles(member)).toEqual(['Secret', 'Registration']);
  expect((await trash(owner))[0]?.allowed).toEqual(['form.restore', 'form.delete']);
  expect(await titles(owner, { q: 'regis' })).toEqual(['Registration']);
  expect(await titles(owner, { q: 'secret' })).toEqual([]);
  expect(await titles(guest)).toEqual([]);
  const elsewhere = await createSpace(owner, hub, { visibility: 'private' });
  expect(await titles(owner, { space: elsewhere.slug })).toEqual([]);
  expectRefusal(await guest.client.in(hub).get('trash/forms/', { query: { space: space.slug } }), 404);
  expectRefusal(await server.client.in(hub).get('trash/forms/'), 401);
});

test('emptying the trash deletes the forms that the caller may delete, with their submissions', async () => {
  const { hub, owner, member, titles, put } = await createTrash();
  const form = await put(owner, 'Registration');
  await put(member, 'Secret', { visibility: 'private' });
  expect(expectData(await member.client.in(hub).delete('trash/'))).toEqual({
    deleted: 1,
    more: false,
  });
  expect(await titles(member)).toEqual(['Registration']);
  expect(expectData(await owner.client.in(hub).delete('trash/')).deleted).toBe(1);
  expect(await titles(owner)).toEqual([]);
  expectRefusal(await owner.client.get(`forms/${form.id}/`), 404);
  await eventually(async () => {
    expect(await server.sql('select from form_version where form_id = $1', [form.id])).toEqual([]);
  });
});

test('a permanently deleted form is unavailable at once, and its submissions are purged in the background', async () => {
  const { hub, owner, trash, put } = await createTrash();
  const form = await put(owner, 'Registration');
  await server.sql(
    `insert into submission (id, form_id, version, data)
     select gen_random_uuid(), $1, 1, '{"name": "Ada"}' from generate_series(1, 2500)`,
    [form.id],
  );
  // While a submission is locked, they can't all be deleted: the request must not wait for that.
  await server.sql('begin');
  await server.sql('select from submission where form_id = $1 limit 1 for update', [form.id]);
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  expect(await trash(owner)).toEqual([]);
  expectRefusal(await owner.client.post(`forms/${form.id}/restore/`), 404);
  for (const path of ['', 'submissions/', 'summary/'])
    expectRefusal(await owner.client.get(`forms/${form.id}/${path}`), 404);
  expectRefusal(await server.client.get(`public/forms/${form.slug}/`), 404);
  const activity = expectData(await owner.client.in(hub).get('activity/'));
  expect(JSON.stringify(activity)).not.toContain(form.id);
  await server.sql('rollback');
  await eventually(async () => {
    expect(await server.sql('select from form where id = $1', [form.id])).toEqual([]);
    expect(await server.sql('select from submission where form_id = $1', [form.id])).toEqual([]);
  }, 30_000);
});

test('keeps trashed items for as long as the hub’s setting says', async () => {
  const { hub, space, owner, admin, member, trash, put } = await createTrash();
  const path = `hubs/${hub.domain_handle}/`;
  const form = await put(owner, 'Registration');
  for (const wrong of [0, 366, 1.5, '30', null]) {
    const response = await admin.client.patch(path, { trash_days: wrong });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual(['trash_days']);
  }
  expectRefusal(await member.client.patch(path, { trash_days: 3 }), 403);
  expectData(await admin.client.patch(path, { trash_days: 3 }));
  const [entry] = await trash(owner);
  const days = (Date.parse(entry?.expires_at ?? '') - Date.parse(entry?.deleted_at ?? '')) / 86_400_000;
  expect(days).toBe(3);
  // Of two items trashed four days ago, in hubs with retention of three and of thirty days, one has expired.
  const elsewhere = await createTrash();
  const otherForm = await elsewhere.put(elsewhere.owner, 'Kept');
  const item = await createItem(owner, { hub, space });
  expectData(await owner.client.delete(`items/${item.id}/`));
  const ids = [form.id, otherForm.id, item.id];
  for (const table of ['form', 'item']) {
    await server.sql(`update ${table} set trashed_at = now() - interval '4 days' where id = any($1)`, [ids]);
  }
  const database = openDatabase(openPool(server.databaseUrl));
  const { signal } = new AbortController();
  const storage = await openDiskStorage(join(server.dataDir, 'files'));
  await purgeTrash({ database, storage }, signal, { isNight: true });
  await database.destroy();
  await purgeFormsOfServer(server);
  expectRefusal(await owner.client.get(`forms/${form.id}/`), 404);
  expectRefusal(await owner.client.get(`items/${item.id}/`), 404);
  expectData(await elsewhere.owner.client.get(`forms/${otherForm.id}/`));
  const log = await owner.client.get(`${path}audit-log/`);
  for (const action of ['form.deleted', 'item.deleted'])
    expect(expectData(log).find((one) => one.action === action)?.details).toEqual({ days: 3 });
  expect(expectData(log).find(({ action }) => action === 'hub.changed')?.details).toMatchObject({
    trash_days: { from: 30, to: 3 },
  });
});
