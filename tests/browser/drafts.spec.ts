import type { Page } from '@playwright/test';
import { signInAgain } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, openPage, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { delayUpdates } from '#tests/harness/document-updates.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';

// A key that earlier versions wrote.
test.use({ expectedProblems: [/whose it is: draft-of-an-earlier-version/] });

const header = (page: Page) => page.locator('header').first();
const textField = (page: Page) => page.getByRole('textbox', { name: 'Text' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, Account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('warns before leaving an unsaved draft, marks it, and hides it from other accounts', async ({
  page,
  api,
}) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Rules', content: 'It is 200.' });
  const path = `/${hub.domain_handle}/${space.slug}/${item.id}`;
  await signIn(page, member);
  const delayed = await delayUpdates(page);
  await openPage(page, `/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('main').getByRole('link', { name: /Rules/ }).click();
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  await header(page).getByRole('button', { name: 'Edit' }).click();
  await textField(page).fill('It is 300.');
  await expect(header(page).getByText('Saving…')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft-keys') ?? '[]')).not.toBe('[]');
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.locator('aside').getByRole('link', { name: space.name }).click();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(textField(page)).toHaveText('It is 300.');
  await page.goBack();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  expect(new URL(page.url()).pathname).toContain(item.id);
  await expect(textField(page)).toHaveText('It is 300.');
  await page.locator('aside').getByRole('link', { name: space.name }).click();
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(`/${hub.domain_handle}/${space.slug}`);

  await openPage(page, path);
  await expect(header(page).getByText('Unsaved draft')).toBeVisible();
  await expect(header(page).getByText('Saved', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/You left changes unsaved here/)).toBeVisible();
  await expect(page.getByText('It is 200.')).toBeVisible();

  await signOut(page);
  const confirmation = page.getByRole('dialog', { name: 'You have 1 unsaved draft' });
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Keep and sign out' }).click();
  await page.waitForURL('/auth/signin');

  await signIn(page, other);
  await openPage(page, path);
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  await header(page).getByRole('button', { name: 'Edit' }).click();
  await expect(textField(page)).toHaveText('It is 200.');
  await openPage(page, '/drafts');
  await expect(page.getByText('No unsaved drafts')).toBeVisible();

  await signIn(page, await signInAgain(api, member));
  await openPage(page, path);
  delayed.release();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await expect(textField(page)).toHaveText('It is 300.');
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  await header(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'It is 300.' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('draft-keys'))).toBe('[]');
});

test('signing out deletes unsaved drafts where that is chosen', async ({ page, api }) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  await signIn(page, member);
  await openPage(page, `/${hub.domain_handle}/${space.slug}?new=document`);
  await page.getByLabel('Title').fill('Half a plan');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await signOut(page);
  await page.getByRole('button', { name: 'Delete and sign out' }).click();
  await page.waitForURL('/auth/signin');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain('Half a plan');
});

test('drafts are listed, opened, discarded with undo, and all cleared with the devices’ settings', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  await signIn(page, member);
  const inSpace = `/${hub.domain_handle}/${space.slug}`;
  await openPage(page, `${inSpace}?new=document`);
  await page.getByLabel('Title').fill('Half a plan');
  await openPage(page, '/drafts');
  const list = page.getByRole('list', { name: 'Drafts' });
  await expect(list.getByRole('listitem')).toHaveText([/Half a plan.*New document · Test hub/s]);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Discard Half a plan' }).click();
  await expect(page.getByText('No unsaved drafts')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Open Half a plan' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a plan');
  await page.evaluate(() => {
    localStorage.setItem('web-camera', '{}');
    localStorage.setItem('mic', '{}');
    localStorage.setItem('draft-of-an-earlier-version', '"x"');
    const keys: unknown[] = JSON.parse(localStorage.getItem('draft-keys') ?? '[]');
    localStorage.setItem('draft-keys', JSON.stringify([...keys, 'draft-of-an-earlier-version']));
  });
  await openPage(page, '/profile');
  await expect(page.getByText('You have 1 unsaved draft in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all drafts' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your unsaved draft is deleted. So is one that somebody else left');
  await dialog.getByRole('button', { name: 'Clear all drafts' }).click();
  await expect(page.getByText('Nothing is unsaved in this browser.')).toBeVisible();
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => /draft|web-camera|mic/.test(key))).toEqual([]);
});
