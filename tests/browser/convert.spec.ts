import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, openConnectedPage, signIn, test } from '#tests/harness/browser.ts';
import { uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';

test('converts a file to a document from its page, and a workbook’s sheet to a table from the list', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const notes = [{ name: 'notes.md', bytes: 'A **marmot** whistles.' }];
  const [file] = expectData(await uploadBytes(owner, place, notes), 201).items;
  const book = await uploadFixture(owner, place, 'files/budget.xlsx', { kind: 'table' });
  for (const id of [file?.id ?? '', book.id]) await waitUntilReady(owner, id);
  await signIn(page, owner);

  await test.step('a document', async () => {
    await page.goto(`/${hub.domain_handle}/${space.slug}/${file?.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Convert to document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert to document' });
    await expect(dialog).toContainText('The file stays as it is.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Convert' }).click();
    await dialog.getByRole('link', { name: 'Open document' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'notes' })).toBeVisible();
    await expect(page.getByText('A marmot whistles.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  await test.step('a table', async () => {
    await openConnectedPage(page, `/${hub.domain_handle}/${space.slug}`);
    await page.getByRole('button', { name: 'More actions for budget.xlsx' }).click();
    await page.getByRole('menuitem', { name: 'Convert to table' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert to table' });
    const sheet = dialog.getByLabel('Sheet');
    await sheet.selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Convert' }).click();
    await expect(dialog).toContainText(/\d+ rows? converted/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: 'budget', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'budget' })).toBeVisible();
    await expect(page.getByRole('grid')).toBeVisible();
  });
});
