import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WhoCanSeeEntry } from '#lib/contract/access.ts';
import { openPool } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember, createEditorAndPlace, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function whoCanSee(client: Client, path: string, q?: string): Promise<WhoCanSeeEntry[]> {
  const all: WhoCanSeeEntry[] = [];
  for (let page = 1; ; page += 1) {
    const response = await client.get(`${path}who-can-see/`, {
      query: { page, page_size: 3, q },
    });
    all.push(...expectData(response));
    if (response.data.length < 3) return all;
    expect(response.body.count).toBeGreaterThanOrEqual(all.length);
  }
}

const roleOfEntry = (entries: WhoCanSeeEntry[], person: TestAccount) =>
  entries.find((entry) => entry.person?.id === person.user.id)?.role ?? null;

test('lists exactly the effective roles for every visibility of space, folder and item', async () => {
  const cast = await createMembers(server.client);
  const { hub, owner, admin, member, other, guest, stranger } = cast;
  const people = [owner, admin, member, other, guest];
  const levels = ['public', 'shared', 'private'] as const;
  let seen = 0;
  for (const spaceVisibility of levels) {
    for (const folderVisibility of levels) {
      const space = await createSpace(member, hub, {
        visibility: spaceVisibility,
        default_role: 'commenter',
      });
      const place = { hub, space };
      const folder = await createItem(member, place, { kind: 'folder', visibility: folderVisibility });
      expectData(
        await member.client.put(`items/${folder.id}/access/`, {
          people: [{ user_id: guest.user.id, role: 'viewer' }],
        }),
      );
      const link = await shareByLink(member, folder.id);
      for (const visibility of levels) {
        const item = await createItem(member, place, { parent: folder.id, visibility });
        expectData(
          await member.client.put(`items/${item.id}/access/`, {
            people: [{ user_id: other.user.id, role: 'editor' }],
          }),
        );
        for (const shared of [folder, item]) {
          const where = `${spaceVisibility} ${folderVisibility} ${visibility} ${shared.kind}`;
          const entries = await whoCanSee(member.client, `items/${shared.id}/`);
          for (const person of people) {
            const response = await person.client.get(`items/${shared.id}/`);
            expect(roleOfEntry(entries, person), where).toBe(response.ok ? response.data.my_role : null);
            const entry = entries.find((one) => one.person?.id === person.user.id);
            if (entry) expect(entry.reasons[0]?.role, where).toBe(entry.role);
            seen += 1;
          }
          const open = await stranger.client.get(`items/${shared.id}/`);
          expect(
            entries.some(({ kind }) => kind === 'anyone'),
            where,
          ).toBe(open.ok);
          const holder = await linkHolder(server, link);
          const throughLink = await holder.get(`items/${shared.id}/`);
          const linked = entries.some((one) => one.link?.id === link.id);
          expect(linked || open.ok, where).toBe(throughLink.ok);
          expect(new Set(entries.map((one) => one.person?.id ?? one.link?.id ?? '*')).size).toBe(
            entries.length,
          );
        }
      }
    }
  }
  expect(seen).toBe(3 * 3 * 3 * 2 * people.length);
});

test('lists the members of a space with the reasons', async () => {
  const { hub, space, owner, admin, member, guest, stranger } = await createEditorAndPlace(server.client);
  const of = (person: TestAccount) => whoCanSee(person.client.in(hub), `spaces/${space.slug}/`);
  const entries = await of(member);
  expect(entries.find((one) => one.person?.id === member.user.id)).toMatchObject({
    kind: 'person',
    role: 'editor',
    reasons: [{ code: 'member', source: { kind: 'space', id: space.id, name: space.name, is_this: true } }],
  });
  expect(entries.find((one) => one.person?.id === admin.user.id)?.reasons.map(({ code }) => code)).toEqual([
    'admin',
    'member',
  ]);
  expect(entries.find((one) => one.person?.id === owner.user.id)?.reasons.map(({ code }) => code)).toEqual([
    'by_name',
    'admin',
    'member',
  ]);
  expect(roleOfEntry(entries, guest)).toBeNull();
  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'public' }));
  const open = await of(member);
  expect(open[0]).toMatchObject({ kind: 'anyone', role: 'viewer', reasons: [{ code: 'public' }] });
  expect(roleOfEntry(open, guest)).toBe('viewer');
  expectRefusal(await stranger.client.in(hub).get(`spaces/${space.slug}/who-can-see/`), 403);
  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'private' }));
  expectRefusal(await admin.client.in(hub).get(`spaces/${space.slug}/who-can-see/`), 404);
  expectRefusal(await server.client.in(hub).get(`spaces/${space.slug}/who-can-see/`), 401);
});

test('omits suspended and former members and revoked links', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { visibility: 'private' });
  const grant = { people: [{ user_id: other.user.id, role: 'viewer' }] };
  expectData(await member.client.put(`items/${item.id}/access/`, grant));
  const link = await shareByLink(member, item.id);
  expect((await whoCanSee(member.client, `items/${item.id}/`)).length).toBe(3);
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update membership set suspended_at = now() where user_id = $1', [other.user.id]);
  await pool.query('update share_link set expires_at = now() where id = $1', [link.id]);
  await pool.end();
  const left = await whoCanSee(member.client, `items/${item.id}/`);
  expect(left.map((one) => one.person?.id)).toEqual([member.user.id]);
});

test('names no hidden resource to the caller, and no member to guests without a grant by name', async () => {
  const { hub, owner, member, guest } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { name: 'Merger with Acme', visibility: 'private' });
  const folder = await createItem(owner, { hub, space }, { kind: 'folder', title: 'Hush' });
  expectData(
    await owner.client.put(`items/${folder.id}/access/`, {
      people: [{ user_id: member.user.id, role: 'viewer' }],
    }),
  );
  const item = await createItem(owner, { hub, space }, { parent: folder.id });
  expectData(
    await owner.client.put(`items/${item.id}/access/`, {
      people: [{ user_id: guest.user.id, role: 'editor' }],
    }),
  );
  const entries = await whoCanSee(guest.client, `items/${item.id}/`);
  const text = JSON.stringify(entries);
  expect(text).not.toContain('Merger');
  expect(text).not.toContain('Hush');
  expect(text).not.toContain('@');
  expect(expectData(await guest.client.get(`items/${item.id}/`)).space_slug).toBe('');
  const shared = await createSpace(owner, hub, { visibility: 'shared' });
  const open = await createItem(owner, { hub, space: shared });
  expectData(
    await owner.client.put(`items/${open.id}/access/`, {
      people: [{ user_id: guest.user.id, role: 'editor' }],
    }),
  );
  const people = (await whoCanSee(guest.client, `items/${open.id}/`)).map((one) => one.person?.id);
  expect(people.sort()).toEqual([owner.user.id, guest.user.id].sort());
});

test('pages and searches the list in a hub of 2,000 members', async () => {
  const { hub, space, owner } = await createEditorAndPlace(server.client);
  const named = await addMember(server.client, owner, hub);
  const path = `spaces/${space.slug}/who-can-see/`;
  const ask = (query: Record<string, string | number>) =>
    owner.client.in(hub).get<WhoCanSeeEntry[]>(path, { query });
  const queriesOf = async (page: number) => {
    const response = await ask({ page, page_size: 25 });
    expectData(response);
    return Number(/desc="(\d+) queries"/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  };
  const few = await queriesOf(1);
  const pool = openPool(server.databaseUrl, 1);
  const ids = Array.from({ length: 2000 }, () => newId());
  await pool.query(
    `insert into app_user (id, email, email_key, first_name, last_name)
     select id, id || '@example.test', id || '@example.test', 'Person', 'Number ' || n
     from unnest($1::uuid[]) with ordinality as made (id, n)`,
    [ids],
  );
  await pool.query(
    `insert into membership (hub_id, user_id, role) select $1, id, 'member' from unnest($2::uuid[]) as made (id)`,
    [hub.id, ids],
  );
  await pool.end();
  const first = await ask({ page: 1, page_size: 25 });
  expect(expectData(first).length).toBe(25);
  // Everybody but the guest.
  expect(first.body.count).toBe(2000 + 5);
  expect(expectData(await ask({ page: 81, page_size: 25 })).length).toBe(5);
  expect(expectData(await ask({ q: 'number 1999' })).map((one) => one.person?.name)).toEqual([
    'Person Number 1999',
  ]);
  expect(expectData(await ask({ q: named.email })).map((one) => one.person?.id)).toEqual([named.user.id]);
  expect(expectData(await ask({ q: '%' }))).toEqual([]);
  expect(few).toBeGreaterThan(0);
  for (const page of [1, 40, 81]) expect(await queriesOf(page), `queries for page ${page}`).toBe(few);
  expect(expectData(await owner.client.in(hub).get(`spaces/${space.slug}/`)).slug).toBe(space.slug);
});

test('returns the allowed changes of each entry, and only those that the routes allow', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(owner, place, { kind: 'folder' });
  const item = await createItem(owner, place, { parent: folder.id });
  const grant = (id: string, person: TestAccount, role: string) =>
    owner.client.put(`items/${id}/access/`, { people: [{ user_id: person.user.id, role }] });
  expectData(await grant(folder.id, other, 'viewer'));
  expectData(await grant(item.id, member, 'owner'));
  const link = await shareByLink(owner, item.id);
  const entriesFor = (person: TestAccount) => whoCanSee(person.client, `items/${item.id}/`);
  const lineOf = (entries: WhoCanSeeEntry[], person: TestAccount) =>
    entries.find((entry) => entry.person?.id === person.user.id);

  const asOwner = await entriesFor(owner);
  expect(lineOf(asOwner, member)).toMatchObject({ own_role: 'owner', allowed: ['change_role', 'remove'] });
  // What is inherited from the folder is changed there.
  const above = lineOf(asOwner, other);
  expect(above).toMatchObject({ own_role: null, allowed: [], roles: [] });
  expect(above?.reasons.map(({ source }) => [source.id, source.space_slug])).toContainEqual([
    folder.id,
    space.slug,
  ]);
  expect(asOwner.find((entry) => entry.kind === 'link')).toMatchObject({ allowed: ['revoke'] });
  // An editor can't change anybody above their own role.
  expect(lineOf(await entriesFor(other), member)).toMatchObject({ allowed: [] });
  expectRefusal(await other.client.put(`items/${item.id}/access/`, { people: [] }), 403);
  expectData(await owner.client.delete(`items/${item.id}/share-links/${link.id}/`));
  expect((await entriesFor(owner)).some((entry) => entry.kind === 'link')).toBe(false);

  const ofSpace = await whoCanSee(owner.client.in(hub), `spaces/${space.slug}/`);
  expect(lineOf(ofSpace, owner)).toMatchObject({ own_role: 'owner', allowed: ['change_role', 'remove'] });
  const byEditor = await whoCanSee(member.client.in(hub), `spaces/${space.slug}/`);
  expect(lineOf(byEditor, owner)).toMatchObject({ allowed: [] });
});
