import { expect, test } from 'vitest';
import type { ListedForm } from '#lib/contract/public-form.ts';
import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { changeForm, createForm, createOpenForm } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('lists to visitors the public, listed forms of spaces that they may see, and no others', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'public' });
  const shown = await createSpace(owner, hub, { name: 'Shown', visibility: 'public' });
  const hidden = await createSpace(owner, hub, { name: 'Hidden', visibility: 'shared' });
  const at = { hub, space: shown };
  const open = await createOpenForm(owner, at, { title: 'Booking', description: 'For members.' });
  const closed = await createOpenForm(owner, at, {
    title: 'Closed',
    settings: { closes_at: '2020-01-01T00:00:00Z' },
  });
  const unlisted = await createOpenForm(owner, at, { title: 'Unlisted', settings: { listed: false } });
  await createOpenForm(owner, at, { title: 'Shared', visibility: 'shared' });
  await createForm(owner, at, { title: 'Never published' });
  await createOpenForm(owner, { hub, space: hidden }, { title: 'Elsewhere' });
  const trashed = await createOpenForm(owner, at, { title: 'Trashed' });
  expectData(await owner.client.delete(`forms/${trashed.id}/`));

  const list = async (query = '') =>
    expectData(await server.client.in(hub).get<ListedForm[]>(`public/forms/${query}`));
  const entry = { slug: open.slug, title: 'Booking', description: 'For members.', state: 'open' };
  expect(await list()).toEqual([
    { ...entry, space_slug: shown.slug },
    { slug: closed.slug, title: 'Closed', description: '', state: 'closed', space_slug: shown.slug },
  ]);
  expect(await list(`?space=${shown.slug}`)).toHaveLength(2);
  expect(await list(`?space=${hidden.slug}`)).toEqual([]);

  await changeForm(owner, unlisted, { settings: { listed: true } });
  await changeForm(owner, open, { visibility: 'private' });
  expect((await list()).map(({ title }) => title)).toEqual(['Closed', 'Unlisted']);
});
