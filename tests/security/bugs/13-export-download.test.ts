import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { SESSION_COOKIE } from '#server/platform/http/cookie.ts';
import { createSpace, PASSWORD, signInAgain } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { createTable } from '#tests/harness/tables.ts';

// Bug class 13 of docs/permissions.md: an export that is authorized when it is requested, but not while it is
// downloaded.

let server: TestServer;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  server = await startServer({ plans: 'default' });
  pool = openPool(server.databaseUrl, 2);
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

/** A hub with much to export, and an admin whose download has begun. */
async function beginDownload(path: 'export/' | 'audit-log/export/') {
  const cast = await createMembers(server.client);
  const { hub, owner, admin } = cast;
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' });
  const bytes = Buffer.alloc(256 * 1024, 'y');
  const [first] = expectData(await uploadBytes(owner, { hub, space }, [{ name: 'large.txt', bytes }])).items;
  await pool.query(
    `insert into item (id, hub_id, space_id, scope_id, kind, title, file_sha256, file_name, mime, size, created_by, updated_by)
     select overlay(gen_random_uuid()::text placing '0000' from 1 for 4)::uuid, hub_id, space_id, scope_id, kind,
       'Copy ' || n, file_sha256, file_name, 'application/zip', size, created_by, updated_by
     from item, generate_series(1, 150) as n where id = $1`,
    [first?.id],
  );
  if (path !== 'export/') {
    await pool.query(
      `insert into audit_entry (id, hub_id, actor_id, actor_name, actor_email, action, target_kind, target_name, created_at)
       select gen_random_uuid(), $1, $2, 'Ada', 'ada@example.test', 'space.changed', 'space', repeat('x', 200),
         now() - n * interval '1 minute' from generate_series(1, 60000) as n`,
      [hub.id, owner.user.id],
    );
  }
  const last = await createItem(owner, { hub, space }, { title: 'Last', content: 'words of the last' });
  const response = await admin.client.fetch('GET', `hubs/${hub.domain_handle}/${path}`);
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  if (!reader) throw new Error('nothing is sent');
  const begun = await reader.read();
  expect(begun.done).toBe(false);
  const parts: Uint8Array[] = begun.value ? [begun.value] : [];
  const readOn = async (): Promise<Buffer> => {
    for (let part = await reader.read(); part.value; part = await reader.read()) parts.push(part.value);
    return Buffer.concat(parts);
  };
  return { ...cast, space, last, readOn };
}
type Begun = Awaited<ReturnType<typeof beginDownload>>;

const memberPath = ({ hub, admin }: Begun) => `hubs/${hub.domain_handle}/members/${admin.user.id}/`;
const REVOCATIONS: [string, (begun: Begun) => Promise<ClientResponse>][] = [
  ['suspended', (begun) => begun.owner.client.patch(memberPath(begun), { suspended: true })],
  ['removed', (begun) => begun.owner.client.delete(memberPath(begun))],
  ['an admin no more', (begun) => begun.owner.client.patch(memberPath(begun), { role: 'member' })],
  [
    'signed out from another device',
    async ({ admin }) => (await signInAgain(server.client, admin)).client.delete('auth/sessions/'),
  ],
  [
    'signed out by a new password',
    async ({ admin }) =>
      (await signInAgain(server.client, admin)).client.post('auth/password/change/', {
        old_password: PASSWORD,
        password: 'Another-Boat-8',
      }),
  ],
  ['gone with the account', ({ admin }) => admin.client.delete('auth/me/', { password: PASSWORD })],
  [
    'left without the hub',
    ({ owner, hub }) => owner.client.delete(`hubs/${hub.domain_handle}/`, { password: PASSWORD }),
  ],
];

describe.each(['export/', 'audit-log/export/'] as const)('%s', (path) => {
  test.each(REVOCATIONS)('stops for a reader who is %s while it is sent', async (_how, revoke) => {
    const begun = await beginDownload(path);
    expectData(await revoke(begun));
    await expect(begun.readOn().then(({ length }) => length)).rejects.toThrow();
    const again = await begun.admin.client.fetch('GET', `hubs/${begun.hub.domain_handle}/${path}`);
    expect([401, 403, 404]).toContain(again.status);
  });
});

test('leaves out what is hidden, trashed or reassigned while an export runs', async () => {
  const hides: ((begun: Begun) => Promise<ClientResponse>)[] = [
    ({ owner, last }: Begun) => owner.client.patch(`items/${last.id}/`, { visibility: 'private' }),
    ({ owner, last }: Begun) => owner.client.delete(`items/${last.id}/`),
    ({ owner, hub, space }: Begun) =>
      owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'private' }),
    ({ owner, hub, space }: Begun) => owner.client.in(hub).delete(`spaces/${space.slug}/`),
  ];
  for (const hide of hides) {
    const begun = await beginDownload('export/');
    expectData(await hide(begun));
    const files = await readArchive(await begun.readOn());
    const text = [...files].map(([name, bytes]) => `${name} ${bytes}`).join('\n');
    expect(text, String(hide)).not.toContain('words of the last');
    expect(text, String(hide)).not.toContain(begun.last.id);
  }
});

describe('an export requested by an image of a document', () => {
  const PICTURES: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' },
    // Over plain HTTP, browsers send no other hint.
    { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' },
  ];
  const DOWNLOADS: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  ];

  test('is not started by a cookie, published or logged; a download is', async () => {
    const { hub, owner } = await createMembers(server.client);
    const space = await createSpace(owner, hub, { visibility: 'private' });
    const item = await createItem(owner, { hub, space }, { content: 'text' });
    const table = await createTable(owner, { hub, space });
    const form = await createOpenForm(owner, { hub, space }, { visibility: 'private' });
    const exports = [
      `hubs/${hub.domain_handle}/export/`,
      `hubs/${hub.domain_handle}/audit-log/export/`,
      `items/archive/?ids=${item.id}`,
      `items/${table.id}/export/`,
      `forms/${form.id}/export/`,
    ];
    const cookie = `${SESSION_COOKIE}=${owner.token}`;
    const ask = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/api/v1/${path}`, { headers: { cookie, ...headers } });
      await response.arrayBuffer();
      return response.status;
    };
    const logged = async () => {
      const path = `hubs/${hub.domain_handle}/audit-log/`;
      return expectData(await owner.client.get<unknown[]>(path, { query: { page_size: 100 } })).length;
    };
    const before = await logged();
    for (const path of exports)
      for (const headers of PICTURES)
        expect([401, 404], `${path} ${JSON.stringify(headers)}`).toContain(await ask(path, headers));
    expect(await logged()).toBe(before);
    for (const path of exports)
      for (const headers of DOWNLOADS)
        expect(await ask(path, headers), `${path} ${JSON.stringify(headers)}`).toBe(200);
    expect(await logged()).toBeGreaterThan(before);
  });
});
