import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  openPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { createForm } from '#tests/harness/forms.ts';
import { shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('listitem');

test('shows items that others add, rename and trash without a reload', async ({ page, api }) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  await signIn(page, other);
  await openConnectedPage(page, `/${hub.domain_handle}/${space.slug}`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  const made = await createItem(member, { hub, space }, { title: 'Winter plan' });
  await expect(rows(page).filter({ hasText: 'Winter plan' })).toBeVisible();
  await member.client.patch(`items/${made.id}/`, { title: 'Spring plan' });
  await expect(rows(page).filter({ hasText: 'Spring plan' })).toBeVisible();
  await createItem(member, { hub, space }, { title: 'Mine alone', visibility: 'private' });
  await member.client.delete(`items/${made.id}/`);
  await expect(rows(page).filter({ hasText: 'Spring plan' })).toHaveCount(0);
  await expect(page.getByText('Mine alone')).toHaveCount(0);
});

test('updates an open item that somebody else changed', async ({ page, api }) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Minutes', content: 'Rain all day.' });
  await signIn(page, other);
  await openConnectedPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}`);
  await expect(page.getByText('Rain all day.')).toBeVisible();
  await member.client.patch(`items/${item.id}/`, { content: 'Sun at noon.' });
  await expect(page.getByText('Sun at noon.')).toBeVisible();
  await member.client.delete(`items/${item.id}/`);
  await expect(page.getByText('This is in the trash.')).toBeVisible();
  await expect(page.getByText('Sun at noon.')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('notifies a removed member on open screens, and at every address of the hub', async ({ page, api }) => {
  const place = await createEditorAndPlace(api);
  const { hub, space, owner, other } = place;
  const handle = hub.domain_handle;
  expectData(await owner.client.patch(`hubs/${handle}/members/${other.user.id}/`, { role: 'admin' }));
  const item = await createItem(other, place, { title: 'Minutes', content: 'Rain all day.' });
  const form = await createForm(other, place, { title: 'Camp' });
  const home = `/${handle}`;
  const inSpace = `${home}/${space.slug}`;
  await signIn(page, other);
  const open = new Map<string, Page>();
  for (const path of [inSpace, `${inSpace}/${item.id}`, `${home}/settings/audit-log`, '/search?q=minutes']) {
    const tab = await page.context().newPage();
    await openConnectedPage(tab, path);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    open.set(path, tab);
  }
  const removal = await owner.client.delete(`hubs/${handle}/members/${other.user.id}/`);
  expect(removal.ok).toBe(true);
  const removedHeading = { level: 1, name: 'You were removed from this hub' } as const;
  for (const [path, tab] of open) {
    await expect(tab.getByRole('heading', removedHeading), path).toBeVisible();
    // Search is of no hub: it leads to the one that is meant.
    await expect(tab).toHaveURL(path.startsWith(home) ? path : home);
    await tab.close();
  }
  // It stays, also for who has no other hub and would be led on to make one.
  await page.goto(inSpace);
  await expect(page.getByRole('heading', removedHeading)).toBeVisible();
  for (const path of [
    home,
    `${inSpace}/forms/${form.id}`,
    `${inSpace}/people`,
    `${home}/members`,
    `${home}/settings`,
  ])
    expect(await (await page.request.get(path)).text(), path).toContain(removedHeading.name);
});

test('notifies a suspended member on an open screen, and lets them back in afterwards', async ({
  page,
  api,
}) => {
  const { hub, space, owner, other } = await createEditorAndPlace(api);
  const home = `/${hub.domain_handle}`;
  const membership = `hubs/${hub.domain_handle}/members/${other.user.id}/`;
  await signIn(page, other);
  await openConnectedPage(page, `${home}/${space.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(space.name);
  expectData(await owner.client.patch(membership, { suspended: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'You were suspended in this hub' })).toBeVisible();
  await expect(page.getByText(space.name)).toHaveCount(0);
  expectData(await owner.client.patch(membership, { suspended: false }));
  await page.goto(`${home}/${space.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(space.name);
});

test('closes every open screen when the user signs out in another tab', async ({ page, api }) => {
  const place = await createEditorAndPlace(api);
  const { hub, space, owner } = place;
  const home = `/${hub.domain_handle}`;
  const form = await createForm(owner, place, { title: 'Camp' });
  await signIn(page, owner);
  const open: Page[] = [];
  for (const path of [`${home}/members`, `${home}/settings`, `${home}/${space.slug}/forms/${form.id}`]) {
    const tab = await page.context().newPage();
    await openConnectedPage(tab, path);
    open.push(tab);
  }
  await openPage(page, home);
  await page.getByRole('button', { name: /, Account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of open) {
    await tab.waitForURL((url) => url.pathname === '/auth/signin');
    await expect(tab.getByText('You signed out in this browser.')).toBeVisible();
  }
  expect((await owner.client.get('auth/me/')).status).toBe(401);
});

test('closes the open pages of a share link’s holder when the link is revoked, of an item and of a folder', async ({
  page,
  api,
}) => {
  const place = await createEditorAndPlace(api);
  const { member } = place;
  const item = await createItem(member, place, { title: 'Minutes', content: 'Rain all day.' });
  const folder = await createItem(member, place, { kind: 'folder', title: 'Boats' });
  await createItem(member, place, { title: 'Gannet', parent: folder.id });
  const ofItem = await shareByLink(member, item.id);
  const ofFolder = await shareByLink(member, folder.id);
  for (const [link, shown, id] of [
    [ofItem, 'Rain all day.', item.id],
    [ofFolder, 'Gannet', folder.id],
  ] as const) {
    const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/ws?link='));
    await page.goto(`/s/${link.token}`);
    await opened;
    await expect(page.getByText(shown)).toBeVisible();
    expect((await member.client.delete(`items/${id}/share-links/${link.id}/`)).ok).toBe(true);
    await expect(page.getByText(shown)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/link/i);
  }
});

test('shows in the list, the tree and on its page who writes in a document', async ({
  page,
  api,
  baseURL,
}) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Minutes', content: 'Rain all day.' });
  await signIn(page, other);
  const home = `/${hub.domain_handle}/${space.slug}`;
  await openConnectedPage(page, home);
  const row = rows(page).filter({ hasText: 'Minutes' });
  await expect(row).toBeVisible();
  const writing = await openDocumentPage(baseURL ?? '', member.token, item.id);
  writing.send({ kind: 'presence', connection: 0, state: JSON.stringify({ cursor: null }) });
  await expect(row.getByText(/ is writing now$/)).toBeAttached();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await openConnectedPage(page, `${home}/${item.id}`);
  const line = page.getByRole('main').getByText(/ is writing now$/);
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Documents' }).click();
  const entry = page.getByRole('treeitem', { name: 'Minutes' });
  await expect(entry.getByText(/ is writing now$/)).toBeAttached();
  writing.close();
  await expect(entry.getByText(/ is writing now$/)).toHaveCount(0);
  await expect(page.getByText(/ is writing now$/)).toHaveCount(0);
});

test('counts unread discussions on the tab and in the sidebar, until all are marked as read', async ({
  page,
  api,
}) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const begin = (title: string) =>
    member.client.in(hub).post(`spaces/${space.slug}/posts/`, { title, body: 'Words.' });
  const first = expectData(await begin('First'));
  expectData(await begin('Second'));
  await signIn(page, other);
  const home = `/${hub.domain_handle}/${space.slug}`;
  await openConnectedPage(page, home);
  const tab = page.getByRole('link', { name: /^Discussions/ });
  await expect(tab).toHaveText(/2 unread discussions$/);
  expectData(await begin('Third'));
  await expect(tab).toHaveText(/3 unread discussions$/);
  const entry = page.getByRole('link', { name: /^Test space .*3 unread discussions/ });
  await expect(entry.first()).toBeVisible();
  await expectAccessible(page);

  await openConnectedPage(page, `${home}/posts/${first.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible();
  await openConnectedPage(page, `${home}/posts`);
  await expect(tab).toHaveText(/2 unread discussions$/);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(tab).toHaveText('Discussions');
});
