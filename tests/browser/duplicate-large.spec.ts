import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, openConnectedPage, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';

/** One more than a request copies. */
const PAGES = 500;

test('duplicates a folder of more than 500 items with its progress on screen', async ({ page, api }) => {
  test.slow();
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Large' });
  for (let from = 0; from < PAGES; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        createItem(owner, place, { title: `Page ${from + at + 1}`, parent: folder.id }),
      ),
    );
  }
  await signIn(page, owner);
  await openConnectedPage(page, `/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('button', { name: 'More actions for Large' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicating Large' });
  await expect(dialog).toContainText('501 items copied');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Copy of Large', exact: true }).click();
  await expect(page.getByLabel('Folders').getByText('Copy of Large')).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Page \d+$/)).not.toHaveCount(0);
});
