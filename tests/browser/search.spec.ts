import { createHub, createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

/** A hub with a PDF whose third page says saltmarsh, a sheet and a note. */
async function library(api: Client) {
  const place = await createPlace(api, { name: 'Handbook' });
  const { owner } = place;
  const pdf = await uploadFixture(owner, place, 'files/handbook.pdf', { kind: 'document' });
  const sheet = await uploadFixture(owner, place, 'files/budget.xlsx', { kind: 'table' });
  const note = await createItem(owner, place, { title: 'A note', content: 'About the saltmarsh & the sea.' });
  for (const { id } of [pdf, sheet, note]) await waitUntilReady(owner, id);
  return { ...place, pdf, sheet, note };
}

const palette = (page: import('@playwright/test').Page) =>
  page.getByRole('dialog', { name: 'Search everything' });

/** Presses the key that opens the palette, once the page listens. */
async function openPalette(page: import('@playwright/test').Page, key = '/'): Promise<void> {
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press(key);
    await expect(palette(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
}

test('finds a token inside a PDF and opens it at its page', async ({ page, api }) => {
  const { owner, pdf, hub, space } = await library(api);
  await signIn(page, owner);
  await page.goto('/search');
  await page.getByRole('searchbox').fill('saltmarsh');
  await page.getByRole('searchbox').press('Enter');
  const results = page.getByRole('list', { name: 'Results' });
  const hit = results.getByRole('link', { name: /page 3/ });
  await expect(hit).toBeVisible();
  await expect(hit.locator('mark').first()).toHaveText(/saltmarsh/i);
  await expect(page.getByText('2 results')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await hit.click();
  await page.waitForURL((url) => url.pathname.startsWith(`/${hub.domain_handle}/${space.slug}/${pdf.id}`));
  expect(new URL(page.url()).hash).toBe('#page=3');
  const third = page.getByRole('img', { name: 'Page 3 of 3' });
  await expect(third).toBeInViewport();
  await expect.poll(() => third.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('opens a found row of a table at its position, however far down @phone', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const table = await createTable(owner, place, undefined, { title: 'Boats' });
  const rows = Array.from({ length: 400 }, (_, at) => ({
    name: at === 333 ? 'Gannetwing' : `Boat ${at + 1}`,
  }));
  await addRows(owner, table, rows);
  // Rows are found a moment after they were added.
  await eventually(async () =>
    expect(expectData(await owner.client.in(place.hub).get('search/?q=gannetwing'))).toHaveLength(1),
  );
  await signIn(page, owner);
  await page.goto('/search?q=gannetwing');
  await page.getByRole('list', { name: 'Results' }).getByRole('link').click();
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const marked = page.locator(isPhone ? 'li[aria-current]' : '[role="row"][aria-current]');
  await expect(marked).toContainText('Gannetwing');
  await expect(marked).toBeInViewport();
  if (isPhone) {
    await page.getByRole('button', { name: 'Load earlier rows' }).click();
    await expect(page.getByRole('button', { name: 'Boat 300', exact: true })).toBeAttached();
  } else {
    await expect(marked.locator(':focus')).toHaveCount(1);
    expect(await page.locator('[role="row"]').count()).toBeLessThanOrEqual(60);
    // The rows before it are there to scroll to.
    await page.keyboard.press('Control+Home');
    await expect(page.getByRole('row', { name: /Boat 1\b/ })).toBeAttached();
  }
  await expectAccessible(page);
});

test('opens a found row of a file at its position, and one of a workbook in its sheet', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner } = place;
  const lines = Array.from({ length: 3000 }, (_, at) => `${at + 1},${at === 2800 ? 'zuiderzee' : 'usual'}`);
  const sent = await uploadBytes(owner, place, [{ name: 'people.csv', bytes: lines.join('\n') }]);
  const book = await uploadFixture(owner, place, 'files/budget.xlsx', { kind: 'table' });
  for (const id of [expectData(sent, 201).items[0]?.id ?? '', book.id]) await waitUntilReady(owner, id);
  await signIn(page, owner);
  await page.goto('/search?q=zuiderzee');
  const results = page.getByRole('list', { name: 'Results' });
  await results.getByRole('link', { name: /row 2801/ }).click();
  const found = page.locator('tr[aria-current]');
  await expect(found).toContainText('zuiderzee');
  await expect(found).toBeInViewport();
  await page.getByRole('button', { name: 'Show rows before 2,801' }).click();
  await expect(page.getByRole('row', { name: /^2700 / })).toBeAttached();

  await page.goto('/search?q=thistledown');
  await results.getByRole('link', { name: /Grants/ }).click();
  await expect(page.getByRole('button', { name: 'Grants' })).toHaveAttribute('aria-pressed', 'true');
  await expect(found).toContainText('Thistledown');
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
});

test('does not delay opening a result after typing', async ({ page, api }) => {
  const place = await createPlace(api);
  const { id } = await createItem(place.owner, place, { title: 'Saltmarsh' });
  await waitUntilReady(place.owner, id);
  await signIn(page, place.owner);
  await page.goto('/search?q=saltma');
  const hit = page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Saltmarsh' });
  await expect(hit).toBeVisible();
  // The item takes longer to come than the pause after which typing asks.
  await page.route(`**/_next/data/**/${id}*`, async (route) => {
    await new Promise((passed) => setTimeout(passed, 1000));
    await route.continue();
  });
  await page.getByRole('searchbox').fill('saltmarsh');
  await hit.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Saltmarsh' })).toBeVisible();
});

test('searches, selects and opens by keyboard, in a new tab with Ctrl, and Escape returns the focus', async ({
  page,
  api,
  context,
}) => {
  const { owner } = await library(api);
  await signIn(page, owner);
  await page.goto('/profile');
  const dialog = palette(page);
  // The field of the header opens it with what is typed, and not with the focus alone.
  const inHeader = page.getByRole('banner').getByRole('searchbox');
  await inHeader.focus();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.type('b');
  await expect(dialog.getByRole('combobox')).toHaveValue('b');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(inHeader).toBeFocused();

  await inHeader.blur();
  await openPalette(page, 'Control+k');
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type('saltmarsh');
  const options = dialog.getByRole('option');
  await expect(options).toHaveCount(3);
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.nth(1).getAttribute('id')) ?? '',
  );
  const title = await options.nth(1).locator('bdi').first().textContent();
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await expect(tab.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('filters a search by kind and space, and suggests what to try without results', async ({
  page,
  api,
}) => {
  const { owner, hub } = await library(api);
  const other = await createSpace(owner, hub, { name: 'Board' });
  await signIn(page, owner);
  await page.goto('/search?q=saltmarsh');
  const results = page.getByRole('list', { name: 'Results' }).getByRole('link');
  await expect(results).toHaveCount(2);
  await page.getByRole('link', { name: 'Tables' }).click();
  await expect(page.getByText('Nothing found for “saltmarsh”')).toBeVisible();
  await page.getByRole('link', { name: 'Search everything' }).first().click();
  await expect(results).toHaveCount(2);
  const space = page.getByRole('combobox', { name: 'Space', exact: true });
  await space.fill(other.name.slice(0, 3));
  await page.getByRole('option', { name: other.name }).click();
  await expect(page.getByText('Nothing found for “saltmarsh”')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`space=${other.slug}`));
  await expect(space).toHaveValue(other.name);
});

test('searches without a script', async ({ browser, baseURL, api, page }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const note = await createItem(owner, place, { title: 'A note', content: 'Shelves of walnutwood.' });
  await waitUntilReady(owner, note.id);
  await signIn(page, owner);
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL });
  await bare.addCookies(await page.context().cookies());
  const still = await bare.newPage();
  await still.goto('/search');
  await still.getByRole('searchbox').fill('walnutwood');
  await still.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(still.getByRole('list', { name: 'Results' }).getByRole('link')).toHaveCount(1);
  await bare.close();
});

test('reaches every one of many spaces: by star, filter, list and palette', async ({ page, api }) => {
  // Thirty-five spaces are made, and seven pages opened.
  test.slow();
  const owner = await registerUser(api, { first_name: 'Wilhelmina' });
  const hub = await createHub(owner);
  const names = Array.from({ length: 34 }, (_, index) => `Project ${String(index + 1).padStart(2, '0')}`);
  for (let begin = 0; begin < names.length; begin += 10) {
    await Promise.all(names.slice(begin, begin + 10).map((name) => createSpace(owner, hub, { name })));
  }
  await createSpace(owner, hub, { name: 'Zebra crossing', description: 'Stripes over the road' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}`);
  const sidebar = page.getByRole('complementary');
  await sidebar.getByRole('searchbox', { name: 'Filter spaces' }).fill('stripes');
  await sidebar.getByRole('link', { name: /Zebra crossing/ }).click();
  await page.getByRole('button', { name: 'Favourite' }).click();
  await expect(sidebar.getByRole('heading', { name: 'Favourites' })).toBeVisible();
  await sidebar.getByRole('link', { name: 'All 35 spaces' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All spaces' })).toBeVisible();
  await page.getByRole('main').getByRole('searchbox').fill('crossing');
  await expect(page.getByRole('main').getByText('1 space', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/q=crossing/);
  await expectAccessible(page);
  await expectFitsPhone(page);

  await openPalette(page, 'Control+k');
  const field = palette(page).getByRole('combobox');
  await field.fill('wilhelmina');
  await expect(palette(page).getByRole('group', { name: 'People' }).getByRole('option')).toHaveCount(1);
  // A list that scrolls is reached by the keyboard.
  await page.setViewportSize({ width: 1440, height: 360 });
  await field.fill('project');
  const spaces = palette(page).getByRole('group', { name: 'Spaces' });
  await expect(spaces.getByRole('option', { name: /Project/ }).first()).toBeVisible();
  const options = palette(page).locator('[aria-busy="false"]');
  expect(await options.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await expectAccessible(page);
  await field.fill('zebra');
  await expect(spaces.getByRole('option', { name: /Zebra crossing/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zebra crossing' })).toBeVisible();
  await page.goto('/search?q=wilhelmina');
  const found = page.getByRole('main');
  await expect(found.getByRole('link', { name: /Wilhelmina/ })).toBeVisible();
  await found.getByRole('searchbox').fill('project 34');
  await found.getByRole('searchbox').press('Enter');
  await found.getByRole('link', { name: /Project 34/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Project 34' })).toBeVisible();
  await page.goto(`/${hub.domain_handle}`);
  await expect(sidebar.getByRole('heading', { name: 'Recent' })).toBeVisible();
  // Not among the first thirty, which are listed there anyway.
  await expect(sidebar.getByRole('link', { name: /Project 34/ })).toBeVisible();
});
