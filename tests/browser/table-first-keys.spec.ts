import type { Page } from '@playwright/test';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, openPage, signIn, test } from '#tests/harness/browser.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

/** Delays all scripts that the page's HTML does not name. @returns a function that lets them come */
async function delayLaterScripts(page: Page, path: string): Promise<() => void> {
  const html = await (await page.request.get(path)).text();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    if (!html.includes(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return release;
}

test('loses no key that is typed in a table before the code of its editors is there', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place);
  await addRows(owner, table, [{ name: 'Chair' }, { name: 'Lamp', price: 3 }, { name: 'Stool' }]);
  await signIn(page, owner);
  const path = `/${hub.domain_handle}/${space.slug}/${table.id}`;
  const release = await delayLaterScripts(page, path);
  await openPage(page, path);

  const rows = page.getByRole('grid').getByRole('row');
  const cell = (row: string, column: number) =>
    rows.filter({ hasText: row }).getByRole('gridcell').nth(column);
  await cell('Chair', 1).click();
  await page.keyboard.type('12.345');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('7');
  await expect(page.getByRole('textbox', { name: 'Price' })).toHaveValue('7');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('4');
  expect(await readRows(owner, table)).toMatchObject([{ values: {} }, { values: { price: 3 } }, {}]);

  release();
  // The real editor says what it read, and goes on with the same text.
  await expect.poll(async () => (await readRows(owner, table))[1]?.values.price ?? null).toBe(null);
  await expect(page.getByRole('textbox', { name: 'Price' })).toHaveValue('47');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await readRows(owner, table)).map(({ values }) => [values.name, values.price ?? null]))
    .toEqual([
      ['Chair', 12.34],
      ['Lamp', null],
      ['Stool', 475],
    ]);
});

test('pastes what was pasted in a table before its clipboard was there', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place);
  await addRows(owner, table, [{ name: 'Chair' }, { name: 'Lamp' }]);
  await signIn(page, owner);
  const path = `/${hub.domain_handle}/${space.slug}/${table.id}`;
  const release = await delayLaterScripts(page, path);
  await openPage(page, path);
  await page.getByRole('gridcell', { name: 'Chair' }).click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Bench\t8\nDesk\t9');
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  // Elsewhere by the time that the code comes.
  await page.keyboard.press('ArrowDown');
  release();
  await expect
    .poll(async () => (await readRows(owner, table)).map(({ values }) => [values.name, values.price ?? null]))
    .toEqual([
      ['Bench', 8],
      ['Desk', 9],
    ]);
});
