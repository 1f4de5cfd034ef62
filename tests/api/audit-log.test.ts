import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#lib/contract/audit.ts';
import { recordRepeatCounts } from '#server/access/audit/record-repeatable.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createPlace, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

const server = sharedServer({ plans: 'default' });

type Hub = { id: string; domain_handle: string };
const pathOf = (hub: Hub) => `hubs/${hub.domain_handle}/audit-log/`;

const log = async (person: TestAccount, hub: Hub, query: Record<string, string | number | undefined> = {}) =>
  expectData(await person.client.get<AuditEntry[]>(pathOf(hub), { query }));

const nextOf = (response: ClientResponse): unknown =>
  'next' in response.body ? response.body.next : undefined;

/** Inserts entries directly, a minute apart, the last one now. */
async function fill(hub: Hub, count: number, actor: TestAccount): Promise<void> {
  await server.sql(
    `insert into audit_entry (id, hub_id, actor_id, actor_name, actor_email, action, target_kind, target_name, created_at)
     select gen_random_uuid(), $1, $2, 'Ada Lovelace', $3, case when n % 1000 = 0 then 'member.left' else 'space.changed' end,
       'space', 'Space ' || n, now() - n * interval '1 minute' from generate_series(1, $4::int) as n`,
    [hub.id, actor.user.id, actor.email, count],
  );
}

describe('the audit log', () => {
  it('lists who did what to which target, when and from where, newest first', async () => {
    const { hub, owner, admin } = await createMembers(server.client);
    const space = await createSpace(owner, hub, { name: 'Boathouse' });
    await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'private' });
    await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'shared' });
    for (const reader of [owner, admin]) {
      const [latest, , created] = await log(reader, hub, { target: space.id });
      expect(latest).toMatchObject({
        action: 'space.visibility_changed',
        actor: { id: owner.user.id, email: owner.email },
        target: { kind: 'space', id: space.id, name: 'Boathouse' },
        details: { from: 'private', to: 'shared' },
        hidden: false,
        address: '127.0.0.1',
      });
      expect(latest?.user_agent).not.toBe('');
      expect(Date.now() - Date.parse(latest?.at ?? '')).toBeLessThan(60_000);
      expect(created?.action).toBe('space.created');
    }
    const all = await log(owner, hub, { page_size: 100 });
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(all.at(-1)?.action).toBe('hub.created');
  });

  it('returns 403 to everybody but owners and admins', async () => {
    const { hub, member, guest, stranger } = await createMembers(server.client);
    for (const path of [pathOf(hub), `${pathOf(hub)}export/`]) {
      expectRefusal(await server.client.get(path), 401);
      for (const person of [member, guest]) expectRefusal(await person.client.get(path), 403);
      expectRefusal(await stranger.client.get(path), 404);
    }
  });

  it('filters by actor, action, target, time and text, and refuses an invalid filter', async () => {
    const { hub, owner, admin } = await createMembers(server.client);
    const space = await createSpace(admin, hub, { name: 'Kraków 100%_net' });
    expect(
      (await log(owner, hub, { actor: admin.user.id })).every(({ actor }) => actor?.id === admin.user.id),
    ).toBe(true);
    expect((await log(owner, hub, { actor: admin.email }))[0]?.action).toBe('space.created');
    expect(
      (await log(owner, hub, { action: 'space.created,hub.created' })).map(({ action }) => action),
    ).toEqual(['space.created', 'hub.created']);
    expect(await log(owner, hub, { target: space.id })).toHaveLength(1);
    expect((await log(owner, hub, { target: hub.id })).map(({ action }) => action)).toEqual(['hub.created']);
    expect(await log(owner, hub, { q: 'KRAKÓW' })).toHaveLength(1);
    expect(await log(owner, hub, { q: '100%_' })).toHaveLength(1);
    expect(await log(owner, hub, { q: '0%n' })).toHaveLength(0);
    expect(await log(owner, hub, { q: '\\' })).toHaveLength(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await log(owner, hub, { from: today, to: today })).toHaveLength(2);
    expect(await log(owner, hub, { to: '2020-01-01' })).toHaveLength(0);
    expect(await log(owner, hub, { from: '2999-01-01' })).toHaveLength(0);
    for (const query of [
      { action: 'space.painted' },
      { from: 'yesterday' },
      { target: 'planet' },
      { page_size: 101 },
    ]) {
      expectRefusal(await owner.client.get(pathOf(hub), { query }), 422);
    }
    expect(await log(owner, hub, { after: 'nowhere' })).toHaveLength(0);
    expect(await log(owner, hub, { after: randomUUID() })).toHaveLength(0);
  });

  it('continues after the cursor of the previous page without gaps or duplicates', async () => {
    const { owner, hub } = await createPlace(server.client);
    await fill(hub, 250, owner);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const response = await owner.client.get<AuditEntry[]>(pathOf(hub), { query: { page_size: 40, after } });
      seen.push(...expectData(response).map(({ id }) => id));
      const next = nextOf(response);
      after = typeof next === 'string' ? next : undefined;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(252);
  });

  it('returns no entries after a cursor of another hub', async () => {
    const { owner, hub } = await createPlace(server.client);
    const other = await createPlace(server.client);
    const [foreign] = await log(other.owner, other.hub);
    expect(await log(owner, hub, { after: foreign?.id ?? '' })).toHaveLength(0);
  });

  it('reads few of its entries however many there are, by every filter', async () => {
    const { owner, hub } = await createPlace(server.client);
    // Autovacuum reads the whole table, at any moment, and its reads would be counted, too.
    await server.sql('alter table audit_entry set (autovacuum_enabled = false)');
    await fill(hub, 100_000, owner);
    await server.sql('analyze audit_entry');
    // Include everything that was read until now in the statistics.
    await server.sql('select pg_stat_force_next_flush()');
    const counted = async () => {
      const [row] = await server.sql<{ blocks: number; scans: number; size: number }>(
        `select heap_blks_read + heap_blks_hit as blocks, idx_scan + seq_scan as scans,
           pg_relation_size(relid) / 8192 as size
         from pg_statio_user_tables join pg_stat_user_tables using (relid) where relid = 'audit_entry'::regclass`,
      );
      return row ?? { blocks: 0, scans: 0, size: 0 };
    };
    const before = await counted();
    const queries = [
      {},
      { action: 'member.left' },
      { q: 'space 77777' },
      { from: '2020-01-01', to: new Date(Date.now() - 60_000_000).toISOString() },
    ];
    for (const query of queries) expect((await log(owner, hub, query)).length).toBeGreaterThan(0);
    // PostgreSQL updates its statistics some seconds later.
    const after = await eventually(async () => {
      const now = await counted();
      expect(now.scans).toBeGreaterThanOrEqual(before.scans + queries.length);
      return now;
    });
    expect(after.size).toBeGreaterThan(1_000);
    expect(after.blocks - before.blocks).toBeLessThan(after.size / 5);
  });
});

describe('private items in the audit log', () => {
  it('hides names, ids and details of private items from an admin, in lists and in search', async () => {
    const { hub, owner, admin, member } = await createMembers(server.client);
    const space = await createSpace(member, hub, { name: 'Secret plan', visibility: 'private' });
    const item = await createItem(member, { hub, space }, { title: 'Hidden paper' });
    expectData(await member.client.delete(`items/${item.id}/`));
    for (const reader of [admin, owner]) {
      const entries = await log(reader, hub, { actor: member.user.id, action: 'space.created,item.trashed' });
      expect(entries).toHaveLength(2);
      for (const entry of entries) {
        expect(entry).toMatchObject({ hidden: true, target: { id: null, name: '' }, details: {} });
        expect(entry.actor?.id).toBe(member.user.id);
      }
      expect(JSON.stringify(entries)).not.toMatch(/secret|hidden paper/i);
      for (const query of [
        { q: 'Secret' },
        { q: 'Hidden paper' },
        { target: space.id },
        { target: item.id },
      ]) {
        expect(await log(reader, hub, query)).toEqual([]);
      }
      const csv = await (await reader.client.fetch('GET', `${pathOf(hub)}export/`)).text();
      expect(csv).not.toMatch(/Secret plan|Hidden paper/);
      // The actor is visible in hidden entries, too.
      expect((await log(reader, hub, { q: member.email, action: 'item.trashed' })).length).toBe(1);
    }
  });

  it('are named to an owner who can take over their space', async () => {
    const { hub, owner, admin, member } = await createMembers(server.client);
    const names = async (id: string) =>
      (await log(admin, hub, { action: 'space.created,space.deleted,space.member_added', target: id })).map(
        ({ target }) => target.name,
      );
    const open = await createSpace(member, hub, { name: 'Open plan', visibility: 'shared' });
    const added = { user_id: owner.user.id, role: 'editor' };
    expectData(await member.client.in(hub).post(`spaces/${open.slug}/members/`, added), 201);
    expectData(await member.client.in(hub).delete(`spaces/${open.slug}/`));
    expect(await names(open.id)).toEqual(['Open plan', 'Open plan', 'Open plan']);
    const closed = await createSpace(member, hub, { name: 'Closed plan', visibility: 'shared' });
    expectData(await member.client.in(hub).patch(`spaces/${closed.slug}/`, { visibility: 'private' }));
    expectData(await member.client.in(hub).delete(`spaces/${closed.slug}/`));
    expect(await names(closed.id)).toEqual([]);
  });

  it('are named again once the reader may see them, and never for what became private', async () => {
    const { hub, owner, admin, member } = await createMembers(server.client);
    const space = await createSpace(member, hub, { visibility: 'shared' });
    const item = await createItem(member, { hub, space }, { title: 'Paper', visibility: 'private' });
    expectData(await member.client.delete(`items/${item.id}/`));
    expectData(await member.client.post(`items/${item.id}/restore/`));
    const names = async () =>
      (await log(admin, hub, { actor: member.user.id, action: 'item.trashed,item.restored' })).map(
        ({ target }) => target.name,
      );
    expect(await names()).toEqual(['', '']);
    expectData(await member.client.patch(`items/${item.id}/`, { visibility: 'shared' }));
    expect(await names()).toEqual(['Paper', 'Paper']);
    expectData(await member.client.patch(`items/${item.id}/`, { visibility: 'private' }));
    expect(await names()).toEqual(['', '']);
    // Permanently deleted: what was hidden when it was recorded stays hidden.
    await server.sql('delete from item where id = $1', [item.id]);
    await server.sql('delete from scope where item_id = $1', [item.id]);
    expect(await names()).toEqual(['', '']);
    expect(owner.user.id).not.toBe(member.user.id);
  });

  it('stay named after their visible space is deleted', async () => {
    const { owner, hub } = await createPlace(server.client);
    const space = await createSpace(owner, hub, { name: 'Gone but open', visibility: 'shared' });
    await server.sql('delete from space where id = $1', [space.id]);
    expect((await log(owner, hub, { q: 'gone but' }))[0]?.target.name).toBe('Gone but open');
  });
});

describe('the export of the log', () => {
  it('contains all entries that match the filters, as CSV and JSON, and is logged itself', async () => {
    const { owner, hub } = await createPlace(server.client);
    await fill(hub, 2_345, owner);
    const json = await owner.client.fetch('GET', `${pathOf(hub)}export/?format=json&action=space.changed`);
    expect(json.headers.get('content-disposition')).toContain(`${hub.domain_handle}-audit-log.json`);
    const entries: AuditEntry[] = JSON.parse(await json.text());
    expect(entries).toHaveLength(2_343);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2_343);
    const csv = await (await owner.client.fetch('GET', `${pathOf(hub)}export/?format=csv`)).text();
    const rows = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    }).data;
    // Two entries from the setup, and two exports afterwards.
    expect(rows).toHaveLength(2_349);
    expect(rows[0]).toMatchObject({
      action: 'hub.audit_exported',
      actor_email: owner.email,
      target_kind: 'hub',
    });
    expectRefusal(await owner.client.get(`${pathOf(hub)}export/?format=xml`), 422);
  });

  it('escapes names that would begin a formula', async () => {
    const { owner, hub } = await createPlace(server.client);
    const names = ['=1+1', '@cmd', '+1', '-2+3', '\uFF1Dx'];
    for (const name of names) await createSpace(owner, hub, { name });
    const csv = await (await owner.client.fetch('GET', `${pathOf(hub)}export/`)).text();
    const rows = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), { header: true }).data;
    for (const name of names) expect(rows.some(({ target }) => target === `'${name}`)).toBe(true);
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\uFF1D]/);
  });

  it('stops when the reader’s access is revoked during the export', async () => {
    const { owner, hub } = await createPlace(server.client);
    const admin = await addMember(server.client, owner, hub, 'admin');
    await fill(hub, 60_000, owner);
    const response = await admin.client.fetch('GET', `${pathOf(hub)}export/`);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await server.sql('update membership set suspended_at = now() where user_id = $1', [admin.user.id]);
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow();
  });
});

describe('the application’s database connection', () => {
  it('cannot update, delete or truncate the log of an active hub', async () => {
    const { owner, hub } = await createPlace(server.client);
    const before = await log(owner, hub);
    for (const statement of [
      "update audit_entry set actor_name = 'Nobody'",
      'update audit_entry set created_at = now() where false',
      'delete from audit_entry',
      'delete from audit_entry where hub_id in (select id from hub limit 1)',
      'truncate audit_entry',
      'truncate hub, audit_entry cascade',
      `merge into audit_entry using hub on hub.id = audit_entry.hub_id when matched then delete`,
      `insert into audit_entry (id, hub_id, action, target_kind) select id, hub_id, action, target_kind from audit_entry
        on conflict (id) do update set action = 'hub.changed'`,
    ]) {
      await expect(server.sql(statement), statement).rejects.toThrow('can only be added to');
    }
    // Not even as a replica, or with a temporary table that shadows the hub's.
    await server.sql('begin');
    await server.sql('set local session_replication_role = replica');
    await expect(server.sql('delete from audit_entry')).rejects.toThrow('can only be added to');
    await server.sql('rollback');
    await server.sql('begin');
    await server.sql('create temp table hub (id uuid) on commit drop');
    await expect(server.sql('delete from audit_entry')).rejects.toThrow('can only be added to');
    await server.sql('rollback');
    expect(await log(owner, hub)).toEqual(before);
  });

  it('cannot do so as an owner of the tables that is no superuser either', async () => {
    const name = `app_${randomUUID().replaceAll('-', '')}`;
    await server.sql(`create role ${name} login`);
    await server.sql(`create database ${name} owner ${name}`);
    const address = new URL(server.databaseUrl);
    address.username = name;
    address.pathname = name;
    const own = openDatabase(openPool(address.href, 1));
    try {
      await migrate(own);
      for (const statement of ["update audit_entry set action = ''", 'truncate audit_entry']) {
        await expect(sql.raw(statement).execute(own), statement).rejects.toThrow(/permission denied/);
      }
    } finally {
      await own.destroy();
      await server.sql(`drop database ${name} with (force)`);
      await server.sql(`drop role ${name}`);
    }
  });

  it('groups repeated entries of outsiders into one, and after an hour into one with their count', async () => {
    const place = await createPlace(server.client, { visibility: 'public' });
    const { owner, hub } = place;
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { visibility: 'shared' }));
    const table = await createTable(owner, place);
    const stranger = await registerUser(server.client);
    const exported = async ({ client }: Pick<TestAccount, 'client'>) => {
      const response = await client.fetch('GET', `items/${table.id}/export/?format=csv`);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    };
    for (let n = 0; n < 4; n += 1) {
      expectData(await stranger.client.post(`hubs/${hub.domain_handle}/join-requests/`, { message: `${n}` }));
      await exported(server);
      await exported(stranger);
    }
    // Downloads by members are recorded one by one.
    for (let n = 0; n < 2; n += 1) await exported(owner);
    const entries = async () => {
      const all = [...(await log(owner, hub, { action: 'item.exported' }))];
      all.push(...(await log(owner, hub, { action: 'member.join_requested' })));
      return all.map(({ action, actor, details }) => [action, actor?.id ?? null, details.times ?? 1]).sort();
    };
    const first = [
      ['item.exported', null, 1],
      ['item.exported', stranger.user.id, 1],
      ['member.join_requested', stranger.user.id, 1],
      ['item.exported', owner.user.id, 1],
      ['item.exported', owner.user.id, 1],
    ];
    expect(await entries()).toEqual(first.sort());
    await server.sql("update audit_repeat set ends_at = now() - interval '1 second' where hub_id = $1", [
      hub.id,
    ]);
    // The next download records the number of earlier ones; the nightly job those of all other downloads.
    await exported(stranger);
    const pool = openPool(server.databaseUrl);
    await recordRepeatCounts(openDatabase(pool), new AbortController().signal);
    await pool.end();
    expect(await entries()).toEqual(
      [
        ...first,
        ['item.exported', null, 3],
        ['item.exported', stranger.user.id, 3],
        ['item.exported', stranger.user.id, 1],
        ['member.join_requested', stranger.user.id, 3],
      ].sort(),
    );
  });
});
