import type { Page } from '@playwright/test';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, openPage, signIn, test } from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

/**
 * Delays all scripts that the page's HTML does not name.
 * @returns a function that lets them come, and one that also waits until no more are on their way
 */
async function delayLaterScripts(page: Page, path: string) {
  const html = await (await page.request.get(path)).text();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let last = 0;
  const note = () => {
    last = Date.now();
  };
  page.on('request', note);
  page.on('requestfinished', note);
  await page.route('**/_next/static/**/*.js', async (route) => {
    if (!html.includes(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  const releaseAll = async () => {
    note();
    release();
    await expect.poll(() => Date.now() - last, { timeout: 30_000 }).toBeGreaterThan(700);
  };
  return { release, releaseAll };
}

/** A table whose later scripts wait. */
async function openTable(page: Page, api: Client, rows: readonly Values[]) {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place);
  await addRows(owner, table, rows);
  await signIn(page, owner);
  const path = `/${hub.domain_handle}/${space.slug}/${table.id}`;
  const later = await delayLaterScripts(page, path);
  await openPage(page, path);
  const cell = (row: string, column: number) =>
    page.getByRole('grid').getByRole('row').filter({ hasText: row }).getByRole('gridcell').nth(column);
  const stored = async () =>
    (await readRows(owner, table)).map(({ values }) => [values.name, values.price ?? null]);
  return { ...later, cell, stored };
}

test('loses no key that is typed in a table before the code of its editors is there', async ({
  page,
  api,
}) => {
  const { releaseAll, cell, stored } = await openTable(page, api, [
    { name: 'Chair' },
    { name: 'Lamp', price: 3 },
    { name: 'Stool' },
  ]);
  await cell('Chair', 1).click();
  await page.keyboard.type('12.345');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  // It is shown as it was typed until the code that reads it is there.
  await expect(cell('Chair', 1)).toHaveText('12.34');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('7');
  await expect(page.getByRole('textbox', { name: 'Price' })).toHaveValue('7');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('4');

  await releaseAll();
  await expect.poll(stored).toEqual([
    ['Chair', 12.34],
    ['Lamp', null],
    ['Stool', null],
  ]);
  // The field that was used stays, with its caret.
  await expect(page.getByRole('textbox', { name: 'Price' })).toHaveValue('47');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toEqual([
    ['Chair', 12.34],
    ['Lamp', null],
    ['Stool', 457],
  ]);
});

test('empties, fills and takes back in order what was typed and pasted before later code is there', async ({
  page,
  api,
}) => {
  const { release, cell, stored } = await openTable(page, api, [
    { name: 'Chair' },
    { name: 'Lamp', price: 3 },
  ]);
  await cell('Chair', 1).click();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(cell('Chair', 1)).toHaveText('5');
  await page.keyboard.press('Delete');
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await expect(cell('Chair', 1)).toHaveText('8');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  // First what was typed, then what was filled.
  let written = 0;
  const filled = page.waitForResponse((response) => {
    const isWrite = response.request().method() === 'PATCH';
    if (isWrite && response.request().postDataJSON()?.rows?.[0]?.values.price === 8) written += 1;
    return written === 2;
  });
  release();
  await filled;
  await expect.poll(stored).toEqual([
    ['Chair', 8],
    ['Lamp', 8],
  ]);
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toEqual([
    ['Chair', 8],
    ['Lamp', 3],
  ]);
});

test('opens no menu over what is typed elsewhere before its code is there', async ({ page, api }) => {
  const { releaseAll, cell, stored } = await openTable(page, api, [{ name: 'Chair' }, { name: 'Lamp' }]);
  await cell('Chair', 1).click();
  await page.keyboard.press('Shift+F10');
  await cell('Lamp', 1).click();
  await page.keyboard.type('4');
  await releaseAll();
  await page.keyboard.type('2');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect.poll(stored).toEqual([
    ['Chair', null],
    ['Lamp', 42],
  ]);
});

test('stores a text at once that is typed in a table before later code is there, then pastes what was pasted, and stores what was typed over it', async ({
  page,
  api,
}) => {
  const { release, cell, stored } = await openTable(page, api, [{ name: 'Chair' }, { name: 'Lamp' }]);
  await cell('Chair', 0).click();
  await page.keyboard.type('Stool');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toEqual([
    ['Stool', null],
    ['Lamp', null],
  ]);
  await cell('Stool', 0).click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Bench\t8\nDesk\t9');
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Shelf');
  await page.keyboard.press('Enter');
  await expect(cell('Shelf', 0)).toBeVisible();
  release();
  await expect.poll(stored).toEqual([
    ['Bench', 8],
    ['Shelf', 9],
  ]);
});
