import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createSpace } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

// Bug class 16 of docs/permissions.md: filtering by permission after the limit, which makes pages short and
// counts disclose hidden rows.

const MANY = 120;
/** The reader may see every tenth of many resources. */
const SEEN = MANY / 10;
const PAGE = 5;

let server: TestServer;
let scene: Awaited<ReturnType<typeof createScene>>;

/** Many resources of each kind, of which the reader may see every tenth. */
async function createScene() {
  const cast = await createEditorAndPlace(server.client);
  const { hub, space, owner, member, other } = cast;
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Folder' });
  for (let n = 0; n < MANY; n += 1) {
    const isSeen = n % 10 === 3;
    const visibility = isSeen ? 'shared' : 'private';
    await createItem(member, place, { title: `Sandpiper ${n}`, parent: folder.id, visibility });
    const trashed = await createItem(member, place, { title: `Curlew ${n}`, visibility });
    expectData(await member.client.delete(`items/${trashed.id}/`));
    const secret = await createSpace(member, hub, { name: `Space ${n}`, visibility });
    if (n % 5 > 0) continue;
    const item = await createItem(member, place, { title: `Given ${n}`, visibility: 'private' });
    const people = [{ user_id: other.user.id, role: 'viewer' }];
    expectData(await member.client.put(`items/${item.id}/access/`, { people }));
    if (n % 10 === 0) expectData(await member.client.in(hub).delete(`spaces/${secret.slug}/`));
  }
  return { ...cast, folder, owner };
}

beforeAll(async () => {
  server = await startServer();
  scene = await createScene();
}, 120_000);
afterAll(() => server.stop());

type Page = { data: unknown[]; count: number | null };

/** Requests all pages of a list; every page but the last must be full. */
async function visit(client: Client, path: string, limit = PAGE): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let page = 1; page < 200; page += 1) {
    const response = await client.get(path, { query: { page, page_size: limit } });
    const { data = [], count = null } = response.body as Partial<Page>;
    expect(response.status, path).toBe(200);
    seen.push(...data);
    if (count !== null) expect(count, `${path} page ${page}`).toBeGreaterThanOrEqual(seen.length);
    if (data.length < limit) {
      if (count !== null && data.length > 0) expect(count, path).toBe(seen.length);
      return seen;
    }
  }
  throw new Error(`${path} has no end`);
}

/** The same with cursors. */
async function readAllPages(client: Client, path: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  let after: string | undefined;
  do {
    const response = await client.get(path, { query: { page_size: PAGE, after } });
    const { data, next } = response.body as { data: unknown[]; next: string | null };
    seen.push(...data);
    if (next) expect(data, path).toHaveLength(PAGE);
    after = next ?? undefined;
  } while (after);
  return seen;
}

describe('a reader who may see every tenth entry gets full pages of exactly those', () => {
  test('in a space, a folder and a search, in every order', async () => {
    const { hub, space, folder, other } = scene;
    const by = other.client.in(hub);
    const sorts = ['title', '-title', 'created_at', '-created_at', 'updated_at', '-updated_at', '-size'];
    for (const sort of sorts) {
      const path = `spaces/${space.slug}/items/?q=sandpiper&sort=${sort}`;
      expect(await visit(by, path), sort).toHaveLength(SEEN);
    }
    for (const path of [
      `spaces/${space.slug}/items/?parent=${folder.id}`,
      `items/${folder.id}/items/`,
      'search/?q=sandpiper',
      'search/?q=sandpi',
      'search/?q=sandpipre',
      `search/?q=sandpiper&space=${space.slug}`,
      'search/?q=sandpiper&kind=document',
    ])
      expect(await visit(by, path), path).toHaveLength(SEEN);
    const holder = await linkHolder(server, await shareByLink(scene.member, folder.id));
    expect(await visit(holder, `items/${folder.id}/items/`)).toHaveLength(SEEN);
  });

  test('among spaces, in the trash, and of shared items', async () => {
    const { hub, space, other } = scene;
    const by = other.client.in(hub);
    expect(await visit(by, 'spaces/?q=space')).toHaveLength(SEEN + 1);
    expect(await visit(by, 'trash/?q=curlew')).toHaveLength(SEEN);
    expect(await visit(by, `spaces/${space.slug}/items/?trashed=true`)).toHaveLength(SEEN);
    expect(await visit(by, 'shared/')).toHaveLength(MANY / 5);
    expect(await visit(by, 'trash/spaces/')).toHaveLength(0);
  });

  test('in the activity, continued by cursor', async () => {
    const { hub, other, owner } = scene;
    for (const client of [other, owner].map((one) => one.client.in(hub))) {
      const entries = await readAllPages(client, 'activity/');
      expect(entries.filter((one) => JSON.stringify(one).includes('Sandpiper'))).toHaveLength(SEEN);
    }
  });

  test('in the log, where hidden resources have no name and are not found by it', async () => {
    const { hub, owner } = scene;
    const path = `hubs/${hub.domain_handle}/audit-log/`;
    const found = await readAllPages(owner.client, `${path}?q=curlew`);
    expect(found).toHaveLength(SEEN);
    const spaces = await readAllPages(owner.client, `${path}?q=space&action=space.created`);
    expect(JSON.stringify(spaces)).not.toContain('"name":"Space 1"');
    const all = await readAllPages(owner.client, `${path}?action=item.trashed`);
    expect(all).toHaveLength(MANY);
  });

  test('of members, by name', async () => {
    const { hub, owner, other } = scene;
    const pool = openPool(server.databaseUrl, 1);
    await pool.query(
      `with made as (insert into app_user (id, email, email_key, password_hash, first_name, last_name)
         select gen_random_uuid(), 'many-' || n || '@example.test', 'many-' || n || '@example.test', 'none', 'Many', n::text
         from generate_series(1, 120) as n returning id, last_name)
       insert into membership (hub_id, user_id, role, suspended_at)
         select $1, id, 'member', case when last_name::int % 10 <> 3 then now() end from made`,
      [hub.id],
    );
    await pool.end();
    const path = `hubs/${hub.domain_handle}/members/`;
    // Suspended members are only visible to users who may reinstate them.
    const forMembers = await visit(other.client, `${path}?q=many`);
    const forOwner = await visit(owner.client, `${path}?q=many`, 50);
    expect(forOwner).toHaveLength(MANY);
    expect(forMembers).toHaveLength(SEEN);
    const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
    const candidates = await owner.client.in(hub).get(`spaces/${space.slug}/candidates/?q=many`);
    expect(expectData(candidates)).toHaveLength(8);
    const watching = await visit(owner.client.in(hub), `spaces/${space.slug}/who-can-see/?q=many`);
    expect(watching).toHaveLength(SEEN);
  });
});
