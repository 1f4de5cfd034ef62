import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpaceMemberOutcome } from '#lib/contract/space-member.ts';
import { createSpace, registerUser } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
/** Holds locks that force the order of the other transactions. */
let holder: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  server = await startServer();
  [holder, watcher] = [new pg.Client(server.databaseUrl), new pg.Client(server.databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await server.stop();
});

/** Resolves once this many requests wait for a lock. */
const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await watcher.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(count);
  });

async function createClosedSpace() {
  const cast = await createMembers(server.client);
  const space = await createSpace(cast.owner, cast.hub, { visibility: 'private' });
  return { ...cast, space, people: `spaces/${space.slug}/members/` };
}

test('accepts an invitation while the members of its space are changed', async () => {
  const { owner, hub, space, people } = await createClosedSpace();
  const invited = await registerUser(server.client);
  const { link = '' } = expectData(
    await owner.client.in(hub).post<SpaceMemberOutcome>(people, { email: invited.email, role: 'viewer' }),
    201,
  );
  await holder.query('begin');
  await holder.query('select from space where id = $1 for update', [space.id]);
  const accepting = invited.client.post(`invites/${link.split('/').at(-1)}/accept/`);
  await waiting(1);
  // In the lock order of a change of members: the space, then the invite.
  await holder.query("set local lock_timeout = '1s'");
  await holder.query('update invite set created_at = now() where hub_id = $1', [hub.id]);
  await holder.query('commit');
  expectData(await accepting);
  expectData(await invited.client.in(hub).get(`spaces/${space.slug}/`));
});

test('leaves no grant to a member who is removed while one is given', async () => {
  const { owner, hub, space, people, member } = await createClosedSpace();
  const item = await createItem(owner, { hub, space });
  const person = { user_id: member.user.id, role: 'editor' };
  for (const give of [
    () => owner.client.in(hub).post(people, person),
    () => owner.client.in(hub).put(`items/${item.id}/access/`, { people: [person] }),
  ]) {
    await holder.query('begin');
    await holder.query('lock table audit_entry in share mode');
    const giving = give();
    await waiting(1);
    const removing = owner.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`);
    await waiting(2);
    await holder.query('commit');
    expectData(await removing);
    expect((await giving).ok).toBe(true);
    await watcher.query("insert into membership (hub_id, user_id, role) values ($1, $2, 'member')", [
      hub.id,
      member.user.id,
    ]);
    expectRefusal(await member.client.in(hub).get(`spaces/${space.slug}/`), 404);
    expectRefusal(await member.client.in(hub).get(`items/${item.id}/`), 404);
  }
});
