import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

test('imports a file without names, read by another delimiter than it seems to have', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place, [
    { name: 'name', label: 'Name', type: 'text' },
    { name: 'price', label: 'Price', type: 'text' },
  ]);
  await signIn(page, owner);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);
  await page.getByRole('button', { name: 'More actions for this table' }).click();
  await page.getByRole('menuitem', { name: 'Import CSV or Excel' }).click();
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from('Mast, old|1,50\nSail, new|2,50\n');
  await dialog.getByLabel('File').setInputFiles({ name: 'bars.csv', mimeType: 'text/csv', buffer });
  await dialog.getByLabel('Cells are separated by').selectOption('vertical bars');
  await expect(dialog.getByLabel('Import into 1,50')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'The first line is data' }).check();
  await expect(dialog.getByLabel('Import into Column 1')).toHaveValue(/./);
  await expect(dialog).toContainText('Mast, old · Sail, new');
  await expect(dialog.getByLabel('Encoding of the text')).toContainText('UTF-8 (detected)');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText('2 lines imported');
  expect((await readRows(owner, table)).map(({ values }) => values)).toEqual([
    { name: 'Mast, old', price: '1,50' },
    { name: 'Sail, new', price: '2,50' },
  ]);
});
