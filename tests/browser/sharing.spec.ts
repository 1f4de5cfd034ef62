import type { Browser, Page } from '@playwright/test';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';

const addressOf = ({ hub, space }: { hub: { domain_handle: string }; space: { slug: string } }, id: string) =>
  `/${hub.domain_handle}/${space.slug}/${id}`;

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Public|Shared|Private)$/ }).click();
  await page.getByRole('menuitem', { name: 'People and links…' }).click();
  await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();
}

/** A page in which no script runs. */
async function withoutScripts(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  return context.newPage();
}

test('adds members by name, changes their role and removes them, by mouse and keyboard', async ({
  page,
  api,
}) => {
  const place = await createPlace(api, { visibility: 'private' });
  const friend = await addMember(api, place.owner, place.hub);
  const item = await createItem(place.owner, place, { title: 'Plans', content: 'Text' });
  await signIn(page, place.owner);
  await page.goto(addressOf(place, item.id));
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Add people' });
  await field.fill(friend.email.slice(0, 15));
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(dialog.getByLabel('Role', { exact: true }).getByRole('option')).toHaveText([
    'Viewer',
    'Commenter',
    'Editor',
    'Owner',
  ]);
  await dialog.getByLabel('Role', { exact: true }).selectOption('viewer');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const role = dialog.getByRole('combobox', { name: /^Role of/ });
  await expect(role).toHaveValue('viewer');
  expect((await friend.client.get(`items/${item.id}/`)).status).toBe(200);
  await role.selectOption('editor');
  await expect(role).toBeEnabled();
  await expect(role).toHaveValue('editor');
  await expectFitsPhone(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect(role).toHaveCount(0);
  expect((await friend.client.get(`items/${item.id}/`)).status).toBe(404);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('invites an unknown address, and offers its link to copy', async ({ page, api }) => {
  const place = await createPlace(api);
  const item = await createItem(place.owner, place, { title: 'Plans', content: 'Text' });
  await signIn(page, place.owner);
  await page.goto(addressOf(place, item.id));
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Add people' }).fill('new.person');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Choose somebody from the list')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Add people' }).fill('new.person@example.test');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Invited', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Send new.person@example.test this link' })).toHaveValue(
    /\/invite\//,
  );
  await dialog.getByRole('radio', { name: /^Private/ }).check();
  await expect(page.getByRole('dialog').getByRole('radio', { name: /^Private/ })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Private', exact: true })).toBeVisible();
});

test('creates a link in the dialog, which opens for everybody until revoked', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const place = await createPlace(api);
  const item = await createItem(place.owner, place, { title: 'Boat rules', content: 'Mind the *keel*.' });
  await signIn(page, place.owner);
  await page.goto(addressOf(place, item.id));
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Links' }).click();
  await expect(dialog.getByText('No link yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue();
  expect(address).toMatch(/\/s\/[\w-]{43}$/);
  await expectAccessible(page);
  await expectFitsPhone(page);

  const visitor = await withoutScripts(browser, baseURL);
  const path = new URL(address).pathname;
  const response = await visitor.goto(path);
  expect(response?.status()).toBe(200);
  expect(response?.headers()['x-robots-tag']).toContain('noindex');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Boat rules' })).toBeVisible();
  await expect(visitor.getByText('Mind the keel.')).toBeVisible();
  await expect(visitor.getByText('Ada Lovelace')).toHaveCount(0);

  await dialog.getByRole('button', { name: /^Revoke link by/ }).click();
  await expect(page.getByRole('heading', { name: 'Revoke this link?' })).toBeVisible();
  expect((await visitor.goto(path))?.status()).toBe(200);
  await page.getByRole('button', { name: 'Revoke link', exact: true }).click();
  await expect(dialog.getByText('No link yet')).toBeVisible();
  expect((await visitor.goto(path))?.status()).toBe(404);
  await expect(visitor.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
  await visitor.context().close();
});

test('leaves its tabs where they are when what they show has come @phone', async ({ page, api }) => {
  const place = await createPlace(api);
  const item = await createItem(place.owner, place, { title: 'Boat rules', content: 'Mind the *keel*.' });
  await signIn(page, place.owner);
  const came = Promise.withResolvers<void>();
  await page.route(/\/items\/[^/]+\/access\/?$/, async (route) => {
    await came.promise;
    await route.continue();
  });
  await page.goto(addressOf(place, item.id));
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  const tab = dialog.getByRole('tab', { name: 'Links' });
  const before = await tab.boundingBox();
  await expect(dialog.getByRole('combobox', { name: 'Add people' })).toHaveCount(0);
  came.resolve();
  await expect(dialog.getByRole('combobox', { name: 'Add people' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Also in' })).toBeVisible();
  expect(await tab.boundingBox()).toEqual(before);
});

test('asks for the password of a protected link without a script, and reveals nothing before', async ({
  browser,
  baseURL,
  api,
  page,
}) => {
  const place = await createPlace(api);
  const item = await uploadFixture(place.owner, place, 'files/photo.jpg', { name: 'Zanzibar.jpg' });
  await waitUntilReady(place.owner, item.id);
  const link = await shareByLink(place.owner, item.id, { password: 'open sesame' });
  const path = `/s/${link.token}`;

  const visitor = await withoutScripts(browser, baseURL);
  await visitor.goto(path);
  expect(await visitor.content()).not.toContain('Zanzibar');
  await visitor.getByLabel('Password').fill('wrong');
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByText('This is not the password of this link.')).toBeVisible();
  expect(await visitor.content()).not.toContain('Zanzibar');
  await visitor.getByLabel('Password').fill('open sesame');
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Zanzibar' })).toBeVisible();
  // Its picture comes by the cookie that the page set, and is not asked for with a token in its address.
  const picture = visitor.getByRole('article').getByRole('img').first();
  await expect(picture).toBeVisible();
  expect(await picture.getAttribute('src')).not.toContain(link.token);
  const download = visitor.getByRole('link', { name: 'Download' });
  const [saved] = await Promise.all([visitor.waitForEvent('download'), download.click()]);
  expect(saved.suggestedFilename()).toBe('Zanzibar.jpg');
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Zanzibar' })).toBeVisible();
  await visitor.context().close();

  await page.goto(path);
  await expect(page.getByLabel('Password')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('open sesame');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zanzibar' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test('browses a shared folder by its link, without private items', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Harbour' });
  const inner = await createItem(owner, place, { kind: 'folder', title: 'Maps', parent: folder.id });
  await createItem(owner, place, { title: 'East quay', parent: inner.id, content: 'Deep water.' });
  await createItem(owner, place, { title: 'Hidden', parent: inner.id, visibility: 'private' });
  const outside = await createItem(owner, place, { title: 'Outside' });
  const link = await shareByLink(owner, folder.id);
  await page.goto(`/s/${link.token}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await page.getByRole('link', { name: /Maps/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maps' })).toBeVisible();
  await expect(page.getByText('Hidden')).toHaveCount(0);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: /East quay/ }).click();
  await expect(page.getByText('Deep water.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Harbour', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  expect((await page.goto(`/s/${link.token}?item=${outside.id}`))?.status()).toBe(404);
});

test('“Who can see this?” lists who and why, and searches a long list', async ({ page, api }) => {
  const place = await createPlace(api, { visibility: 'shared' });
  const { owner, hub } = place;
  const ida = await addMember(api, owner, hub);
  await ida.client.patch('auth/me/', { first_name: 'Ida', last_name: 'Wells' });
  const item = await createItem(owner, place, { title: 'Plans' });
  await shareByLink(owner, item.id, { password: 'x' });
  await signIn(page, owner);
  await page.goto(addressOf(place, item.id));
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'People' }).press('ArrowLeft');
  const list = dialog.getByRole('list', { name: 'Everybody who can see this' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByText('Ida Wells')).toBeVisible();
  await expect(
    list.getByText('member of the hub, and the space Test space is open to members').first(),
  ).toBeVisible();
  await expect(list.getByText('with a password')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await dialog.getByRole('searchbox', { name: 'Find a person' }).fill('ida');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('searchbox', { name: 'Find a person' }).fill('nobody of this name');
  await expect(dialog.getByText('Nobody of that name can see this.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Find a person' }).fill('');
  await expect(list.getByRole('link', { name: 'Test space' }).first()).toBeVisible();
  await list.getByRole('button', { name: 'Revoke link' }).click();
  const requested = page.getByRole('dialog', { name: 'Revoke this link?' });
  await requested.getByRole('button', { name: 'Revoke link' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
});

test('a guest opens the shared list, empty at first, and browses a shared folder without its space', async ({
  page,
  api,
}) => {
  const place = await createPlace(api, { name: 'Secret space', visibility: 'private' });
  const { owner, hub } = place;
  const guest = await addMember(api, owner, hub, 'guest');
  await signIn(page, guest);
  const empty = await (await page.request.get('/shared')).text();
  expect(empty).toContain('Nothing was shared with you yet');
  const folder = await createItem(owner, place, { kind: 'folder', title: 'For you' });
  await createItem(owner, place, { title: 'Letter', parent: folder.id, content: 'Dear guest' });
  const access = { people: [{ user_id: guest.user.id, role: 'viewer' }] };
  expect((await owner.client.put(`items/${folder.id}/access/`, access)).status).toBe(200);
  await page.goto(`/${hub.domain_handle}`);
  await expect(page.getByRole('heading', { name: 'Shared with me' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /For you/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'For you' })).toBeVisible();
  await expect(page.getByText('Secret space')).toHaveCount(0);
  await page.getByRole('link', { name: /Letter/ }).click();
  await expect(page.getByText('Dear guest')).toBeVisible();
  await page.goto('/shared');
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with me' })).toBeVisible();
  await expect(page.getByText(/shared by Ada Lovelace/)).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test('shows a public item of a private space without a script, in its language, without its surroundings', async ({
  browser,
  baseURL,
  api,
}) => {
  const place = await createPlace(api, { name: 'Secret merger', visibility: 'private' });
  const german =
    'Wir treffen uns am Hafen, sobald das Wetter besser geworden ist. Bitte bringt eure Schwimmwesten und warme Kleidung mit.';
  const item = await createItem(place.owner, place, {
    title: '"><script>alert(1)</script> Rudern',
    visibility: 'public',
    content: german,
  });
  const page = await withoutScripts(browser, baseURL);
  const response = await page.goto(addressOf(place, item.id));
  expect(response?.status()).toBe(200);
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/${place.hub.domain_handle}/~/${item.id}`));
  // Its language is known once it is indexed.
  await expect(async () => {
    await page.goto(addressOf(place, item.id));
    await expect(page.locator('html')).toHaveAttribute('lang', 'de', { timeout: 100 });
  }).toPass({ timeout: 20_000 });
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', item.title);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Wir treffen uns/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url());
  const html = await page.content();
  for (const word of ['merger', place.space.slug, 'Ada', 'Test hub', '<script>alert(1)'])
    expect(html).not.toContain(word);
  // Whatever space the address names, the answer is the same.
  const wrong = await page.goto(`/${place.hub.domain_handle}/there-is-none/${item.id}`);
  expect(wrong?.status()).toBe(200);
  expect((await page.goto(`/${place.hub.domain_handle}/${place.space.slug}`))?.status()).toBe(404);

  await place.owner.client.patch(`hubs/${place.hub.domain_handle}/`, { allow_indexing: true });
  await page.goto(addressOf(place, item.id));
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'index, follow');
  await page.context().close();
});

test('returns a visitor the same page for hidden and missing items', async ({ browser, baseURL, api }) => {
  const place = await createPlace(api, { visibility: 'public' });
  const hidden = await createItem(place.owner, place, { title: 'Hidden', visibility: 'private' });
  const shut = await createSpace(place.owner, place.hub, { visibility: 'private' });
  const page = await withoutScripts(browser, baseURL);
  const read = async (path: string) => {
    const response = await page.goto(path);
    const text = await page.locator('main').innerText();
    return { status: response?.status(), text };
  };
  const missing = await read(`/${place.hub.domain_handle}/no-such-space`);
  expect(missing.status).toBe(404);
  for (const path of [
    `/${place.hub.domain_handle}/${shut.slug}`,
    addressOf(place, hidden.id),
    addressOf(place, '0199f3a0-0000-7000-8000-000000000000'),
    `/${place.hub.domain_handle}/~/${hidden.id}`,
  ])
    expect(await read(path)).toEqual(missing);
  // A public space of a private hub says nothing of the hub.
  await page.goto(`/${place.hub.domain_handle}/${place.space.slug}`);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', place.space.name);
  expect(await page.content()).not.toContain('Test hub');
  await page.context().close();
});
