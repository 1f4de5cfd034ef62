import type { Page } from '@playwright/test';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  goOffline,
  openSettledPage,
  signIn,
  test,
  waitForIdle,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { createForm } from '#tests/harness/forms.ts';
import { createTable } from '#tests/harness/tables.ts';

test.use({
  recordsRequests: true,
  expectedProblems: [/An unknown error occurred when fetching the script/],
});

const dialog = (page: Page) => page.getByRole('dialog');
/** Opens a page, and waits until it has fetched the code that it may need later. */
async function openFetched(page: Page, path: string) {
  await openSettledPage(page, path);
  await waitForIdle(page);
}

const isScript = (url: string) => url.includes('/_next/static/') && url.endsWith('.js');

async function chooseNew(page: Page, name: string) {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('creates items in a space from dialogs that were first opened offline', async ({
  page,
  context,
  api,
}) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  await openFetched(page, `/${hub.domain_handle}/${space.slug}`);
  await goOffline(page);
  for (const name of ['Folder', 'Document', 'Contact list'])
    await test.step(name, async () => {
      await chooseNew(page, name);
      await expect(dialog(page).locator('input').first()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
    });
  await chooseNew(page, 'Table');
  await dialog(page).getByLabel('Name').fill('Furniture');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page).getByText('The server can’t be reached')).toBeVisible();
  await context.setOffline(false);
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Furniture');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Furniture' })).toBeVisible();
});

test('opens the dialogs of a document, and those of a row with every kind of field, offline', async ({
  page,
  context,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const document = await createItem(owner, place, { title: 'Minutes', content: 'Words' });
  const table = await createTable(owner, place);
  await signIn(page, owner);
  const at = (id: string) => `/${hub.domain_handle}/${space.slug}/${id}`;
  await openFetched(page, at(document.id));
  await goOffline(page);
  for (const name of ['Details', 'Move to…'])
    await test.step(name, async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
      await expect(dialog(page)).toBeVisible();
      await expect(dialog(page).getByText('This couldn’t be opened')).toBeHidden();
      await page.keyboard.press('Escape');
    });
  await page.getByRole('button', { name: 'Shared', exact: true }).click();
  await page.getByRole('menuitem', { name: 'People and links…' }).click();
  await expect(dialog(page).getByText('The server can’t be reached').first()).toBeVisible();
  await context.setOffline(false);

  await openFetched(page, at(table.id));
  await goOffline(page);
  await page.getByRole('button', { name: 'Add row' }).click();
  await dialog(page).getByLabel('Name').fill('Lamp');
  await dialog(page).getByLabel('Price').fill('12.5');
  await dialog(page).getByRole('radio', { name: 'Still open' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Blue' }).check();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('The server can’t be reached')).toBeVisible();
  await context.setOffline(false);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: 'Lamp' })).toContainText('12.5');
});

test('shows a form’s other tabs and its preview offline', async ({ page, api }) => {
  const place = await createPlace(api);
  const form = await createForm(place.owner, place, { title: 'Camp' });
  await signIn(page, place.owner);
  await openFetched(page, `/${place.hub.domain_handle}/${place.space.slug}/forms/${form.id}`);
  await goOffline(page);
  await page.getByRole('link', { name: 'Logic' }).click();
  await expect(page.getByRole('button', { name: 'Add a rule' })).toBeVisible();
  await page.getByRole('link', { name: 'Design' }).click();
  await expect(page.getByRole('heading', { name: 'Theme' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog(page)).toBeVisible();
});

test('prefetches nothing when data saving is on, says what can’t be opened, and retries', async ({
  page,
  context,
  api,
}) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  const path = `/${hub.domain_handle}/${space.slug}`;
  const scripts = new Set<string>();
  page.on('request', (request) => isScript(request.url()) && scripts.add(request.url()));
  await context.addInitScript(() => {
    const saveData = !window.location.search.includes('ahead');
    Object.defineProperty(navigator, 'connection', { value: { saveData, effectiveType: '4g' } });
  });
  await openSettledPage(page, path);
  const initialCount = scripts.size;

  await goOffline(page);
  await chooseNew(page, 'Table');
  await expect(dialog(page).getByText('You are offline. Try again once you are connected')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByText('You are offline')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(page)).toBeHidden();
  await chooseNew(page, 'Table');
  await expect(dialog(page).getByText('You are offline')).toBeVisible();
  await context.setOffline(false);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await dialog(page).getByLabel('Name').fill('Furniture');

  await openFetched(page, `${path}?ahead`);
  expect(scripts.size).toBeGreaterThan(initialCount + 3);
});
