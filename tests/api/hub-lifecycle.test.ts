import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import type { DeletedHub } from '#lib/contract/hub-lifecycle.ts';
import { createHub, createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('transferring a hub', () => {
  it('makes the member the owner and the previous owner an admin', async () => {
    const { hub, owner, member } = await createMembers(server.client);
    const path = `hubs/${hub.domain_handle}/transfer/`;
    const moved = expectData(
      await owner.client.post<Hub>(path, { user_id: member.user.id, password: owner.password }),
    );
    expect(moved.my_role).toBe('admin');
    expect(moved.allowed).not.toContain('hub.transfer');
    const theirs = expectData(await member.client.get(`hubs/${hub.domain_handle}/`));
    expect(theirs.my_role).toBe('owner');
    expectRefusal(await owner.client.post(path, { user_id: member.user.id, password: owner.password }), 403);
    const [entry] = expectData(
      await member.client.get(`hubs/${hub.domain_handle}/audit-log/?action=hub.transferred`),
    );
    expect(entry).toMatchObject({ actor: { id: owner.user.id }, target: { id: member.user.id } });
  });

  it('keeps the roles of other owners', async () => {
    const { hub, owner, member, other } = await createMembers(server.client);
    const path = `hubs/${hub.domain_handle}/transfer/`;
    expectData(await owner.client.post(path, { user_id: member.user.id, password: owner.password }));
    // The first owner, an admin now, becomes an owner again beside the second.
    await withDatabase(server, (database) =>
      database.query("update membership set role = 'owner' where hub_id = $1 and user_id = $2", [
        hub.id,
        owner.user.id,
      ]),
    );
    expectData(await owner.client.post(path, { user_id: other.user.id, password: owner.password }));
    expect(expectData(await member.client.get(`hubs/${hub.domain_handle}/`)).my_role).toBe('owner');
    expect(expectData(await other.client.get(`hubs/${hub.domain_handle}/`)).my_role).toBe('owner');
  });

  it('is refused to non-owners, without the password, and for a target that is no active member', async () => {
    const { hub, owner, admin, member, guest, stranger } = await createMembers(server.client);
    const path = `hubs/${hub.domain_handle}/transfer/`;
    const heir = member.user.id;
    expectRefusal(await admin.client.post(path, { user_id: heir, password: admin.password }), 403);
    expectRefusal(await member.client.post(path, { user_id: heir, password: member.password }), 403);
    expectRefusal(await stranger.client.post(path, { user_id: heir, password: stranger.password }), 404);
    expectRefusal(await server.client.post(path, { user_id: heir, password: owner.password }), 401);
    expectRefusal(await owner.client.post(path, { user_id: heir, password: 'Not-the-one-7' }), 422);
    expectRefusal(await owner.client.post(path, { user_id: heir }), 422);
    for (const user_id of [guest.user.id, stranger.user.id, owner.user.id, randomUUID(), 'nobody']) {
      const response = await owner.client.post(path, { user_id, password: owner.password });
      expectRefusal(response, 422);
      expect(response.body.fields).toHaveProperty('user_id');
    }
    await withDatabase(server, (database) =>
      database.query('update membership set suspended_at = now() where user_id = $1', [heir]),
    );
    expectRefusal(await owner.client.post(path, { user_id: heir, password: owner.password }), 422);
    expect(expectData(await owner.client.get(`hubs/${hub.domain_handle}/`)).my_role).toBe('owner');
  });

  it('counts wrong passwords as sign-in does, also with an idempotency key', async () => {
    const limited = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '1' } });
    const owner = await registerUser(limited.client);
    const hub = await createHub(owner);
    const guesses = Array.from({ length: 50 }, (_, at) =>
      owner.client.post(
        `hubs/${hub.domain_handle}/transfer/`,
        { user_id: randomUUID(), password: `Wrong-guess-${at}` },
        { headers: { 'idempotency-key': randomUUID(), 'x-forwarded-for': `10.0.0.${at}` } },
      ),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(35);
    expect(statuses.every((status) => status === 422 || status === 429)).toBe(true);
  });
});

describe('deleting a hub', () => {
  it('makes it unavailable to all at once, and an owner restores it completely', async () => {
    const { owner, hub, space } = await createPlace(server.client, { visibility: 'public' });
    const member = await addMember(server.client, owner, hub);
    const place = { hub, space };
    const document = await createItem(owner, place, { title: 'Kept words', content: 'zanzibar' });
    const [file] = expectData(
      await uploadBytes(owner, place, [{ name: 'a.txt', bytes: 'bytes' }]),
      201,
    ).items;
    const path = `hubs/${hub.domain_handle}/`;
    const deleted = expectData(await owner.client.delete<DeletedHub>(path, { password: owner.password }));
    expect(Date.parse(deleted.restorable_until) - Date.parse(deleted.deleted_at)).toBe(30 * 24 * 3_600_000);
    expect(deleted.deleted_by?.id).toBe(owner.user.id);

    for (const person of [owner, member]) {
      const { client } = person;
      expectRefusal(await client.get(path), 404);
      expectRefusal(await client.in(hub).get('spaces/'), 404);
      expectRefusal(await client.in(hub).get(`spaces/${space.slug}/`), 404);
      expectRefusal(await client.in(hub).get('search/?q=zanzibar'), 404);
      expectRefusal(await client.in(hub).get('activity/'), 404);
      expectRefusal(await client.get(`items/${document.id}/`), 404);
      expectRefusal(await client.get(`items/${document.id}/content/`), 404);
      expectRefusal(await client.get(`items/${file?.id}/file/`), 404);
      expectRefusal(await client.get(`${path}audit-log/`), 404);
      expectRefusal(await client.get(`${path}export/`), 404);
      expectRefusal(await client.post(`${path}activate/`), 404);
      const me = expectData(await client.get('auth/me/'));
      expect(me.organization_list).toEqual([]);
      expect(me.active_organization).toBeNull();
      expectRefusal(await client.get('spaces/'), 409, 'no_hub');
    }
    expectRefusal(await server.client.get(`items/${document.id}/`), 404);
    // Its handle stays reserved.
    expectRefusal(
      await member.client.post('hubs/', { name: 'Another', domain_handle: hub.domain_handle }),
      422,
    );

    expect(expectData(await owner.client.get('hubs/deleted/'))).toEqual([deleted]);
    expect(expectData(await member.client.get<DeletedHub[]>('hubs/deleted/'))).toEqual([]);
    expectRefusal(await member.client.post(`${path}restore/`), 404);
    const back = expectData(await owner.client.post<Hub>(`${path}restore/`));
    expect(back.my_role).toBe('owner');
    expectRefusal(await owner.client.post(`${path}restore/`), 404);
    expect(expectData(await member.client.get(`items/${document.id}/`)).title).toBe('Kept words');
    expect(expectData(await member.client.in(hub).get('search/?q=zanzibar'))).toHaveLength(1);
    const log = expectData(await owner.client.get(`${path}audit-log/?action=hub.deleted,hub.restored`));
    expect(log.map(({ action }) => action)).toEqual(['hub.restored', 'hub.deleted']);
  });

  it('is refused to non-owners, and without the password', async () => {
    const { hub, owner, admin, stranger } = await createMembers(server.client);
    const path = `hubs/${hub.domain_handle}/`;
    expectRefusal(await admin.client.delete(path, { password: admin.password }), 403);
    expectRefusal(await stranger.client.delete(path, { password: stranger.password }), 404);
    expectRefusal(await owner.client.delete(path, { password: 'Not-the-one-7' }), 422);
    expectRefusal(await owner.client.delete(path), 422);
    expectData(await owner.client.get(path));
  });

  it('cannot be undone after its retention, by a suspended owner, or by a former owner', async () => {
    const { hub, owner, member } = await createMembers(server.client);
    const path = `hubs/${hub.domain_handle}/`;
    expectData(
      await owner.client.post(`${path}transfer/`, { user_id: member.user.id, password: owner.password }),
    );
    expectData(await member.client.delete(path, { password: member.password }));
    expectRefusal(await owner.client.post(`${path}restore/`), 404);
    await withDatabase(server, (database) =>
      database.query("update hub set deleted_at = now() - interval '30 days 1 minute' where id = $1", [
        hub.id,
      ]),
    );
    expect(expectData(await member.client.get('hubs/deleted/'))).toEqual([]);
    expectRefusal(await member.client.post(`${path}restore/`), 404);
  });

  it('leaves no row, token, job, audit entry or file after the purge', async () => {
    const own = await startServerForTest();
    const remaining = await createPlace(own.client);
    await createItem(remaining.owner, remaining, { title: 'Stays' });
    const { owner, hub, space } = await createPlace(own.client);
    const member = await addMember(own.client, owner, hub);
    await createSpace(member, hub, { visibility: 'private' });
    const place = { hub, space };
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
    await createItem(owner, place, {
      title: 'Below',
      parent: folder.id,
      visibility: 'private',
      content: '# Words',
    });
    const uploaded = expectData(
      await uploadBytes(owner, place, [{ name: 'gone.txt', bytes: 'bytes that go' }]),
      201,
    );
    for (const one of uploaded.items) await waitUntilReady(owner, one.id);
    expect(await storedFiles(own.dataDir)).not.toEqual([]);
    expectData(await owner.client.delete(`hubs/${hub.domain_handle}/`, { password: owner.password }));

    await withDatabase(own, async (database) => {
      await database.query("update file set created_at = now() - interval '2 hours'");
      await database.query(
        "select graphile_worker.add_job('process-item', $1::json, run_at => now() + interval '1 day')",
        [
          JSON.stringify({
            item: folder.id,
            job: (await database.query('select id from job where hub_id = $1', [hub.id])).rows[0]?.id,
          }),
        ],
      );
      await database.query("update hub set deleted_at = now() - interval '30 days 2 hours' where id = $1", [
        hub.id,
      ]);
      await database.query("select graphile_worker.add_job('purge')");
      await eventually(async () => {
        const { rows } = await database.query(
          "select from graphile_worker.jobs where task_identifier = 'purge'",
        );
        expect(rows).toHaveLength(0);
      });
      const { rows: tables } = await database.query<{ name: string }>(
        `select table_name as name from information_schema.columns
         where table_schema = 'public' and column_name = 'hub_id'`,
      );
      expect(tables.length).toBeGreaterThan(8);
      for (const { name } of tables) {
        const { rows } = await database.query(`select from ${name} where hub_id = $1`, [hub.id]);
        expect(rows, name).toHaveLength(0);
      }
      const orphans = `select (select count(*) from hub) as hubs,
        (select count(*) from passage where not exists (select from item where item.id = item_id)) as passages,
        (select count(*) from graphile_worker.jobs where task_identifier = 'process-item') as queued,
        (select count(*) from app_user where active_hub_id is not null) as active`;
      expect((await database.query(orphans)).rows[0]).toEqual({
        hubs: 1,
        passages: 0,
        queued: 0,
        active: 1,
      });
    });
    expect(await storedFiles(own.dataDir)).toEqual([]);
    expect(
      expectData(await remaining.owner.client.in(remaining.hub).get(`spaces/${remaining.space.slug}/items/`)),
    ).toHaveLength(1);
    expect(
      expectData(await remaining.owner.client.get(`hubs/${remaining.hub.domain_handle}/audit-log/`)).length,
    ).toBeGreaterThan(0);
  });
});

async function withDatabase<T>(of: TestServer, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client(of.databaseUrl);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
