import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { addRows, COLUMNS, createTable } from '#tests/harness/tables.ts';

test('adds a formula by the examples beside it, and a width to a column', async ({ page, api }) => {
  const place = await createPlace(api);
  const table = await createTable(place.owner, place, COLUMNS);
  await addRows(place.owner, table, [{ name: 'Boat', price: 12, state: 'done', tags: ['red', 'blue'] }]);
  await signIn(page, place.owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`);
  await page.getByRole('button', { name: 'Add column' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Result');
  await dialog.getByLabel('Type').selectOption('Formula');
  await dialog.getByText('Functions, with examples').click();
  await expect(dialog.getByText('switch(value, case, result, …, otherwise)')).toBeVisible();
  await expect(dialog.getByText(/Columns: .*\{state\}/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog
    .getByRole('textbox', { name: /^Formula/ })
    .fill('if({state} = "All done", {tags} & "!", "no")');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Red, Blue!')).toBeVisible();

  await page.getByRole('button', { name: /^Columns/ }).click();
  await dialog.getByRole('spinbutton', { name: 'Width of Price, in pixels' }).fill('300');
  await page.keyboard.press('Enter');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const head = page.getByRole('columnheader', { name: /Price/ });
  await expect(head).toHaveCSS('width', '300px');
  await head.focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(head).toHaveCSS('width', '310px');
});
