import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, openPage, signIn, test } from '#tests/harness/browser.ts';
import { press, tabTo } from '#tests/harness/keyboard.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

test('edits and deletes all rows by keyboard alone, more than are loaded, and takes both back', async ({
  page,
  api,
}) => {
  // Each dialog is looked at in light and dark.
  test.slow();
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place);
  // More than are changed within a request.
  for (let from = 0; from < 1200; from += 600)
    await addRows(
      owner,
      table,
      Array.from({ length: 600 }, (_, at) => ({ name: `Chair ${from + at}`, state: 'open' })),
    );
  const states = async (state: string) =>
    (await readRows(owner, table, { page_size: 1, filter: JSON.stringify(isState(state)) })).length;
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  const cell = page.locator('[data-cell="0:0"]');

  await tabTo(page, cell);
  await page.keyboard.press('Control+a');
  await expect(bar.getByRole('status')).toHaveText('1,200 rows selected');
  await expectAccessible(page);
  await press(page, bar.getByRole('button', { name: 'Edit' }));
  const column = dialog.getByLabel('Column');
  await expect(column).toBeFocused();
  await column.press('S');
  await expect(column).toHaveValue(/state/);
  await tabTo(page, dialog.getByLabel('State'));
  await page.keyboard.press('A');
  await press(page, dialog.getByRole('button', { name: 'Continue' }));
  await expect(dialog.getByRole('status')).toHaveText('“State” will be set in 1,200 rows.');
  await expectAccessible(page);
  expect(await states('done')).toBe(0);
  await press(page, dialog.getByRole('button', { name: 'Change 1,200 rows' }));
  await expect(page.getByText('1,200 rows are changed.')).toBeVisible({ timeout: 30_000 });
  await expect(cell).toBeFocused();
  await expect(page.getByRole('row', { name: 'Chair 0' }).first()).toContainText('All done');
  expect(await states('open')).toBe(0);

  await page.keyboard.press('Control+z');
  await expect(page.getByText('1,200 rows are changed back.')).toBeVisible({ timeout: 30_000 });
  expect(await states('done')).toBe(0);

  await tabTo(page, cell);
  await page.keyboard.press('Control+a');
  await expect(bar).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(dialog.getByRole('heading')).toHaveText('Delete 1,200 rows?');
  await press(page, dialog.getByRole('button', { name: 'Delete 1,200 rows' }));
  await expect(page.getByText('1,200 rows are deleted.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('No rows yet')).toBeVisible();
  expect(await readRows(owner, table)).toEqual([]);

  await page.reload();
  await expect(page.getByText('No rows yet')).toBeVisible();
  await tabTo(page, page.locator('[data-cell="-1:0"]'));
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1,200 rows are restored.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('1,200 rows', { exact: true })).toBeVisible();
  expect(await states('open')).toBe(1);
});

const isState = (state: string) => ({ field: 'f_state', op: 'equals', value: state });
