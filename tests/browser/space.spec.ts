import { readFile } from 'node:fs/promises';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';

const rows = (page: import('@playwright/test').Page) =>
  page.getByRole('list', { name: 'Items' }).getByRole('listitem');

test('shows a public space without JavaScript and without an account', async ({ browser, baseURL, api }) => {
  const place = await createPlace(api, { name: 'Handbook', visibility: 'public' });
  const { owner, hub, space } = place;
  for (let number = 1; number <= 26; number += 1) await createItem(owner, place, { title: `Page ${number}` });
  await createItem(owner, place, { title: 'Secret', visibility: 'private' });
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await bare.newPage();
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Handbook' })).toBeVisible();
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByText('Secret')).toHaveCount(0);
  // What its makers chose is “shared”; in a public space everybody sees it.
  await expect(rows(page).filter({ hasText: 'Public' })).toHaveCount(25);
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(rows(page).getByRole('link', { name: 'Page 26', exact: true })).toBeVisible();
  await bare.close();
});

test('shows the not-found page for a hidden space', async ({ page, api }) => {
  const { hub, space } = await createPlace(api, { visibility: 'private' });
  const address = `/${hub.domain_handle}/${space.slug}`;
  expect((await page.goto(address))?.status()).toBe(404);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`/auth/signin?next=${encodeURIComponent(address)}`);
  expect((await page.goto(`/${hub.domain_handle}/there-is-none`))?.status()).toBe(404);
});

test('stores kinds, order and filter in the URL', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  await createItem(owner, place, { title: 'Bylaws', content: 'x'.repeat(300) });
  await createItem(owner, place, { title: 'Anchor', content: 'x' });
  await createItem(owner, place, { kind: 'folder', title: 'Chest' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Documents 2' }).click();
  await expect(page).toHaveURL(/kind=document/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Order: Last changed' }).click();
  await page.getByRole('menuitemradio', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(rows(page).first()).toContainText('Anchor');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('searchbox', { name: 'Filter by title' }).fill('byl');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=byl/);
  await page.reload();
  await expect(rows(page)).toHaveText([/Bylaws/]);
  await page.getByRole('searchbox', { name: 'Filter by title' }).fill('nothing like it');
  await expect(page.getByText('No title contains “nothing like it”')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(2);

  // By a column, with the keyboard alone, there and back; folders stay first.
  await page.getByRole('link', { name: 'All 3' }).click();
  const column = (name: string) => page.getByRole('columnheader', { name });
  await expect(rows(page)).toHaveText([/Chest/, /Anchor/, /Bylaws/]);
  await column('Name').getByRole('link').press('Enter');
  await expect(rows(page)).toHaveText([/Chest/, /Bylaws/, /Anchor/]);
  await expect(column('Name')).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect(rows(page)).toHaveText([/Chest/, /Anchor/, /Bylaws/]);
  await expect(page.getByRole('link', { name: 'All 3' })).toBeVisible();
  await page.getByRole('link', { name: 'Folders 1' }).click();
  await expect(rows(page)).toHaveText([/Chest/]);

  // By person and date; the empty list says why, and leads out.
  await page.getByRole('button', { name: 'People and dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sort and filter' });
  await dialog.getByRole('combobox', { name: 'Created by' }).click();
  await expect(page.getByRole('option', { name: 'Ada Lovelace' })).toBeAttached();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Changed until').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/by=.*to=2020-01-01/);
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).first().click();
  await expect(rows(page)).toHaveText([/Chest/]);
});

test('creates, opens and leaves folders', async ({ page, api }) => {
  const place = await createPlace(api, { name: 'Archive' });
  const { owner, hub, space } = place;
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  for (const name of ['Outer 🚢', 'مجلد']) {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Folder' }).click();
    await page.getByRole('button', { name: 'Create folder' }).click();
    await expect(page.getByText('Please enter Title')).toBeVisible();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Name').press('Enter');
    await rows(page).getByRole('link', { name }).click();
    await expect(page.getByRole('navigation', { name: 'Folders' })).toContainText(name);
    await expect(page.getByText('This folder is empty')).toBeVisible();
  }
  const trail = page.getByRole('navigation', { name: 'Folders' });
  await trail.getByRole('link', { name: 'Outer 🚢' }).click();
  await expect(rows(page)).toHaveText([/مجلد/]);
  await trail.getByRole('link', { name: 'Archive' }).click();
  await expect(rows(page)).toHaveText([/Outer 🚢[\s\S]*1 item/]);
});

test('creates a document, saves it while typing, and opens it', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  await signIn(page, owner);
  const address = `/${hub.domain_handle}/${space.slug}`;
  await page.goto(address);
  const open = async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Document', exact: true }).click();
  };
  await open();
  await page.getByLabel('Title').fill('Minutes of May');
  await page.getByLabel(/^Text/).fill('# Present\n\nAll of us');
  await page.reload();
  await open();
  await expect(page.getByText('Your unsaved draft was restored.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Minutes of May');
  await page.getByRole('button', { name: 'Create document' }).click();
  await page.waitForURL(new RegExp(`${address}/[^/?]+`));
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('Minutes of May');
  await expect(page.getByText('All of us')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('draft-keys') ?? '[]')).toBe('[]');
});

test('renames an item, changes its visibility, trashes and restores it', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const item = await createItem(owner, place, { title: 'Draft' });
  await createItem(owner, place, { title: 'Other' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  const act = async (title: string, role: 'menuitem' | 'menuitemradio', name: string) => {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole(role, { name, exact: true }).click();
  };

  await act('Draft', 'menuitem', 'Rename');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('   ');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Title cannot be a blank character')).toBeVisible();
  await page.getByLabel('Title').fill('Final');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('link', { name: 'Final', exact: true })).toBeVisible();

  await act('Final', 'menuitemradio', 'Private');
  const row = rows(page).filter({ hasText: 'Final' });
  await expect(row).toContainText('Private');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Shared');

  await act('Final', 'menuitem', 'Move to trash');
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'All 1' })).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect(row).toHaveCount(1);
  expect((await owner.client.get(`items/${item.id}/`)).data.trashed_at).toBe(null);
});

test('shows the current item when a change is stale', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const item = await createItem(owner, place, { title: 'Plan' });
  await signIn(page, owner);
  // Without change events the list is as it was when it was opened.
  await page.routeWebSocket(/\/ws/, () => undefined);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await owner.client.patch(`items/${item.id}/`, { title: 'Plan B' });
  await page.getByRole('button', { name: 'More actions for Plan' }).click();
  await page.getByRole('menuitemradio', { name: 'Public' }).click();
  await expect(page.getByText('Somebody else changed “Plan” in the meantime.')).toBeVisible();
  await expect(rows(page)).toHaveText([/Plan B[\s\S]*Shared/]);
});

test('operates a list by keyboard alone', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  await createItem(owner, place, { title: 'Compass' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('link', { name: 'Compass' }).focus();
  await page.keyboard.press('Tab');
  const more = page.getByRole('button', { name: 'More actions for Compass' });
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Sextant');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Sextant' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions for Sextant' })).toBeFocused();
});

test('makes rows, menus and dialogs accessible @phone', async ({ page, api }) => {
  const place = await createPlace(api, { description: 'How we do things' });
  const { owner, hub, space } = place;
  await createItem(owner, place, { title: 'מסמך 😀' });
  await createItem(owner, place, { title: 'W'.repeat(255), visibility: 'private' });
  for (let number = 1; number <= 5; number += 1) await createItem(owner, place, { title: `Above ${number}` });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}?new=item`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Document', exact: true }).click();
  await expect(page.getByLabel('Title')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions for מסמך 😀' }).click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('menuitem', { name: 'Move to trash' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('changes a space’s name, address and visibility, unless the change is stale', async ({ page, api }) => {
  const { owner, hub, space } = await createPlace(api, { name: 'Handbook' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('button', { name: 'Space settings' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Manual');
  await dialog.getByLabel('Address').fill('manual');
  await dialog.getByRole('radio', { name: /^Public/ }).check();
  await dialog.getByRole('button', { name: 'Show it to everyone' }).click();
  await page.waitForURL(`/${hub.domain_handle}/manual`);
  await expect(page.getByRole('heading', { level: 1, name: 'Manual' })).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('link', { name: /Manual/ })).toBeVisible();
  expect((await api.in(hub).get('spaces/manual/')).status).toBe(200);

  await page.getByRole('button', { name: 'Space settings' }).click();
  await expect(dialog.getByLabel('Address')).toHaveValue('manual');
  await owner.client.in(hub).patch('spaces/manual/', { name: 'Guide' });
  await dialog.getByLabel('Description').fill('Late');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else changed this space in the meantime.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible();
});

test('selects items by row, range and key, and acts on them with each refusal listed', async ({
  page,
  api,
  context,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  for (const title of ['One', 'Two', 'Three', 'Four']) await createItem(owner, place, { title });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}?sort=title`);
  const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await box('Four').check();
  await box('Three').click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 selected');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar).toContainText('4 selected');
  await box('One').uncheck();
  const started = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Download' }).click();
  const archive = await readArchive(await readFile(await (await started).path()));
  expect([...archive.keys()].sort()).toEqual(['Four.md', 'Three.md', 'Two.md']);
  await bar.getByRole('button', { name: 'Who can see it' }).click();
  await page.getByRole('menuitem', { name: 'Private' }).click();
  await expect(page.getByText('3 items can be seen only by you and people added.')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Private' })).toHaveCount(3);

  await page.getByRole('link', { name: 'Two', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar).toContainText('4 selected');
  await bar.getByRole('button', { name: 'Move to trash' }).click();
  await expect(rows(page)).toHaveCount(0);
  // Until then the last one takes back what was done before.
  await expect(page.getByText('4 items are in the trash.')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect(rows(page)).toHaveCount(4);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Two', exact: true }).click({ button: 'right' });
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied. It is private')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toContain(`/${space.slug}/`);
  await page.getByRole('link', { name: 'One', exact: true }).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Copy of One', exact: true })).toBeVisible();
});

test.describe('with a lost response', () => {
  test.use({ expectedProblems: [/items\/trash\/: Failed to load resource: net::ERR_CONNECTION_RESET/] });

  test('loads more of a long list near its end, restores the position on Back, and selects all of it, beyond what is loaded', async ({
    page,
    api,
  }) => {
    test.slow();
    const place = await createPlace(api);
    const { owner, hub, space } = place;
    for (let number = 1; number <= 60; number += 1) {
      await createItem(owner, place, { title: `Document ${number}`, content: 'Text' });
    }
    await signIn(page, owner);
    await page.goto(`/${hub.domain_handle}/${space.slug}`);
    await expect(rows(page)).toHaveCount(25);
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await page.getByRole('checkbox', { name: 'Select Document 60', exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await bar.getByRole('button', { name: 'Select the whole list' }).click();
    await expect(bar).toContainText('60 selected');
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await page.reload();

    await expect(rows(page)).toHaveCount(25);
    await page.mouse.wheel(0, 100_000);
    await expect(rows(page)).toHaveCount(50);
    await page.mouse.wheel(0, 100_000);
    await expect(rows(page)).toHaveCount(60);
    await expect(page.getByText('End of the list')).toBeVisible();
    const wanted = page.getByRole('link', { name: 'Document 5', exact: true });
    await wanted.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await wanted.click();
    await page.waitForURL(/\/[^/]+\/[^/]+\/[^/?]+/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Document 5');
    await page.goBack();
    await expect(rows(page)).toHaveCount(60);
    await expect(wanted).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);

    await wanted.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar).toContainText('60 selected');

    const keys: (string | undefined)[] = [];
    await page.route('**/items/trash/', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await bar.getByRole('button', { name: 'Move to trash' }).click();
    await expect(page.getByText('60 items are in the trash.')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}/);
    expect(keys[1]).toBe(keys[0]);
  });
});

test('drags selected items into a folder and onto a space, and moves them there by a dialog', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const other = await createSpace(owner, hub, { name: 'Elsewhere', visibility: 'shared' });
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Drawer' });
  await createItem(owner, place, { kind: 'folder', title: 'Chest' });
  for (const title of ['One', 'Two', 'Three']) await createItem(owner, place, { title });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  for (const title of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await link('One').dragTo(link('Drawer'));
  await expect(page.getByText('2 items are in Drawer now.')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'Drawer' })).toContainText('2 items');

  // A folder, too, with what lies in it.
  await link('Drawer').dragTo(link('Chest'));
  await expect(page.getByText('1 item is in Chest now.')).toBeVisible();
  await expect(link('Drawer')).toHaveCount(0);
  await link('Chest').click();
  await expect(rows(page)).toHaveText([/Drawer/]);
  const trail = page.getByRole('navigation', { name: 'Folders' });
  await link('Drawer').dragTo(trail.getByRole('link').first());
  await expect(rows(page)).toHaveCount(0);
  await trail.getByRole('link').first().click();

  await link('Three').dragTo(page.getByRole('complementary').getByRole('link', { name: 'Elsewhere' }));
  await expect(page.getByText('1 item is in Elsewhere now.')).toBeVisible();
  await expect(link('Three')).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Select Drawer' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 1 item' });
  await dialog.getByLabel('Space').selectOption('Elsewhere');
  await expect(dialog).toContainText('Everyone with access to Elsewhere can see what is moved there');
  await expectAccessible(page);
  await dialog.getByRole('treeitem', { name: 'Top level of the space' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(link('Drawer')).toHaveCount(0);
  // The address that it had leads on to where it is.
  await page.goto(`/${hub.domain_handle}/${space.slug}?parent=${folder.id}`);
  await expect(page).toHaveURL(`/${hub.domain_handle}/${other.slug}?parent=${folder.id}`);
  await expect(link('One')).toBeVisible();
});
