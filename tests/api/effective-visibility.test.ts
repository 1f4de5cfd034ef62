import { expect, test } from 'vitest';
import { HUB_ROLE_NAMES, ITEM_ROLE_NAMES } from '#lib/access/role-names.ts';
import type { Visibility } from '#lib/access/roles.ts';
import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('returns the effective visibility from space, folders and the item itself', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const mine = owner.client.in(hub);
  const spaceOf = (visibility: Visibility) => createSpace(owner, hub, { name: visibility, visibility });
  const [open, shared, closed] = await Promise.all([
    spaceOf('public'),
    spaceOf('shared'),
    spaceOf('private'),
  ]);
  const make = async (slug: string, more: Record<string, unknown> = {}) =>
    expectData(
      await mine.post(`spaces/${slug}/items/`, {
        kind: 'document',
        title: 'Quarterly wombat',
        ...more,
      }),
      201,
    );
  const folder = await make(open.slug, { kind: 'folder', visibility: 'private' });
  const cases = [
    { made: await make(open.slug), seen: 'public' },
    { made: await make(shared.slug), seen: 'shared' },
    { made: await make(closed.slug), seen: 'private' },
    { made: await make(closed.slug, { visibility: 'public' }), seen: 'public' },
    { made: await make(shared.slug, { visibility: 'private' }), seen: 'private' },
    { made: folder, seen: 'private' },
    { made: await make(open.slug, { parent: folder.id }), seen: 'private' },
  ];
  const found = expectData(await mine.get('search/?q=wombat&page_size=50'));
  for (const { made, seen } of cases) {
    const read = expectData(await mine.get(`items/${made.id}/`));
    const access = expectData(await mine.get(`items/${made.id}/access/`));
    const result = found.find(({ item }) => item.id === made.id);
    const items = expectData(await mine.get(`spaces/${made.space_slug}/items/`));
    const listed = items.find(({ id }) => id === made.id);
    const visibilities = [made, read, access, result?.item, listed].map((one) => one?.effective_visibility);
    expect(visibilities, `${made.visibility} in ${made.space_slug}`).toEqual([seen, seen, seen, seen, seen]);
    expect(read.visibility).toBe(made.visibility);
  }
  const [first] = cases;
  const asVisitor = await server.client.in(hub).get(`items/${first?.made.id}/`);
  expect(expectData(asVisitor).effective_visibility).toBe('public');
});

test('publishes the role names that all screens use', async () => {
  const { roles } = expectData(await server.client.get('core/basic-settings/'));
  expect(Object.fromEntries(roles.hub.map(({ code, name }) => [code, name]))).toEqual(HUB_ROLE_NAMES);
  for (const of of [roles.space, roles.item, roles.form]) {
    expect(Object.fromEntries(of.map(({ code, name }) => [code, name]))).toEqual(ITEM_ROLE_NAMES);
  }
});
