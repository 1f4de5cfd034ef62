import { createPlace } from '#tests/harness/accounts.ts';
import { expect, openPage, signIn, test } from '#tests/harness/browser.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`Words of ${name}`) });

test('a file that is added on the page of a row is beside those that it had', async ({ page, api }) => {
  const place = await createPlace(api);
  const columns = [
    { name: 'name', label: 'Name', type: 'text' },
    { name: 'papers', label: 'Papers', type: 'attachment', required: false },
  ];
  const table = await createTable(place.owner, place, columns, { title: 'Boats' });
  const path = `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`;
  const dialog = page.getByRole('dialog');
  // The field for a comment takes files, too.
  const files = dialog.locator('input[type="file"]').first();
  await signIn(page, place.owner);
  await openPage(page, path);
  await page.getByRole('button', { name: 'Add row' }).click();
  await dialog.getByLabel('Name').fill('Swan');
  await files.setInputFiles(file('licence.txt'));
  await expect(dialog.getByText('licence.txt is sent.')).toBeAttached();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();

  await openPage(page, path);
  await page.getByRole('button', { name: 'Open Swan' }).click();
  await expect(dialog.getByText('licence.txt')).toBeVisible();
  await files.setInputFiles(file('insurance.txt'));
  await expect(dialog.getByText('insurance.txt is sent.')).toBeAttached();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The row is saved.')).toBeVisible();
  const [row] = await readRows(place.owner, table);
  expect(row?.values.papers).toMatchObject([{ name: 'licence.txt' }, { name: 'insurance.txt' }]);
  await openPage(page, path);
  for (const name of ['licence.txt', 'insurance.txt']) {
    const link = page.getByRole('link', { name });
    const response = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(await response.text()).toBe(`Words of ${name}`);
  }
});
