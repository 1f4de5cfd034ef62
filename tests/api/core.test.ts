import { afterAll, beforeAll, expect, test } from 'vitest';
import { basicSettings } from '#lib/contract/core.ts';
import { createHub, registerUser } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('returns the basic settings without authentication', async () => {
  const settings = basicSettings.parse(expectData(await server.client.get('core/basic-settings/')));
  const codes = (list: { code: string }[]) => list.map((one) => one.code);
  expect(codes(settings.permissions.space)).toEqual(['public', 'shared', 'private']);
  expect(settings.permissions.item[0]).toEqual({ code: 'public', name: 'Everyone' });
  // This server has no SMTP.
  expect(settings.mail).toEqual({ is_configured: false });
  expect(codes(settings.roles.hub)).toEqual(['owner', 'admin', 'member', 'guest']);
  for (const kind of ['space', 'item', 'form'] as const) {
    expect(codes(settings.roles[kind])).toEqual(['owner', 'editor', 'commenter', 'viewer']);
  }
  const admin = settings.roles.hub.find((role) => role.code === 'admin');
  expect(admin?.operations).toContain('hub.change');
  expect(admin?.operations).not.toContain('hub.delete');
  expect(settings.contact_kinds).toEqual([
    { code: 'general', label: 'General' },
    { code: 'email', label: 'Emails' },
    { code: 'contact', label: 'Contacts' },
  ]);
  expect(settings.kinds).toEqual([
    { code: 'document', label: 'Documents' },
    { code: 'table', label: 'Tables' },
    { code: 'email', label: 'Emails' },
    { code: 'contact', label: 'Contacts' },
    { code: 'general', label: 'General' },
    { code: 'image', label: 'Images' },
    { code: 'media', label: 'Media' },
    { code: 'folder', label: 'Folder' },
  ]);
  expect(settings.field_types).toHaveLength(15);
  expect(settings.upload_types.image).toContain('webp');
  expect(settings.limits).toMatchObject({ page_size: 10, max_page_size: 100 });
  expect(settings.profile_roles.length).toBeGreaterThan(50);
  expect(new Set(codes(settings.profile_roles)).size).toBe(settings.profile_roles.length);
});

test('returns the self-hosted plan without limits and with the real usage', async () => {
  const owner = await registerUser(server.client);
  expectRefusal(await owner.client.get('wallet/subscription-detail/'), 409, 'no_hub');
  const hub = await createHub(owner, { visibility: 'public' });
  const plan = expectData(await owner.client.get('wallet/subscription-detail/'));
  expect(plan).toMatchObject({
    plan: 'self-hosted',
    status: 'active',
    currency: 'INR',
    limits: { members: null, spaces: null, items: null, bytes: null },
    usage: { members: 1, items: 0, bytes: 0 },
    valid_until: null,
  });
  const stranger = await registerUser(server.client);
  expectRefusal(await stranger.client.in(hub).get('wallet/subscription-detail/'), 404);
  expectRefusal(await server.client.in(hub).get('wallet/subscription-detail/'), 401);
});

test('robots.txt disallows everything but what all may list until a hub may be indexed, then only personal and API addresses', async () => {
  const robots = async () => {
    const response = await fetch(`${server.url}/robots.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return (await response.text()).split('\n');
  };
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  expect(await robots()).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /', 'Allow: /$', 'Allow: /f/']),
  );
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { allow_indexing: true }));
  const rules = await robots();
  expect(rules).not.toContain('Disallow: /');
  expect(rules).toEqual(
    expect.arrayContaining([
      'Disallow: /api/',
      'Disallow: /profile$',
      'Disallow: /s/',
      'Disallow: /*/settings/',
    ]),
  );
  expect(rules.join()).not.toContain(hub.domain_handle);
});

test('serves the frame that draws diagrams without an origin, and its library to be stored for long', async () => {
  const frame = await fetch(`${server.url}/static/diagrams/frame`);
  expect(frame.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-scripts; default-src 'none'; script-src 'self';/,
  );
  const [, library = ''] = /src="(\/static\/[^"]+)"/.exec(await frame.text()) ?? [];
  const script = await fetch(`${server.url}${library}`);
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(await script.text()).toContain('flowchart');
});
