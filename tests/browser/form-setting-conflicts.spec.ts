import type { Browser, Page } from '@playwright/test';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createForm } from '#tests/harness/forms.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

// A screen without network says so on its console.
test.use({
  recordsRequests: true,
  expectedProblems: [/An unknown error occurred when fetching the script/],
});

/** One tab of a form on two screens: Ada's and Ben's. */
async function openTwice(
  api: Client,
  page: Page,
  browser: Browser,
  baseURL: string | undefined,
  { tab, settings = {} }: { tab: string; settings?: Partial<FormSettings> },
) {
  const { hub, space, member: ada, other: ben } = await createEditorAndPlace(api);
  await ada.client.patch('auth/me/', { first_name: 'Ada', last_name: 'Lund' });
  await ben.client.patch('auth/me/', { first_name: 'Ben', last_name: 'Okri' });
  const form = await createForm(ada, { hub, space }, { title: 'Camp', settings });
  const path = `/${hub.domain_handle}/${space.slug}/forms/${form.id}`;
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await context.newPage();
  await signIn(page, ada);
  await signIn(theirs, ben);
  for (const one of [page, theirs]) await openConnectedPage(one, `${path}?tab=${tab}`);
  const stored = async () => expectData(await ada.client.get(`forms/${form.id}/`)).settings;
  return { theirs, stored, close: () => context.close() };
}

test('merges concurrent settings, and asks about one that both changed', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const { theirs, stored, close } = await openTwice(api, page, browser, baseURL, { tab: 'settings' });
  const most = (one: Page) => one.getByLabel('Maximum number of answers');
  const confirmation = (one: Page) => one.getByLabel('Confirmation');

  // What one changes is on the other's screen at once, with a name, and what is being typed there stays.
  await confirmation(page).fill('See you at camp');
  await most(page).fill('20');
  await theirs.getByLabel('Answers can be changed').check();
  await expect(page.getByLabel('Answers can be changed')).toBeChecked();
  await expect(page.getByText('Changed by Ben Okri')).toBeVisible();
  await expect(most(page)).toHaveValue('20');

  // Both change one setting: nothing is written over.
  await most(theirs).fill('10');
  await most(theirs).blur();
  await expect.poll(async () => (await stored()).max_submissions).toBe(10);
  await expect(most(page)).toHaveValue('20');
  await most(page).blur();
  const note = page.getByText(/^Ben Okri changed this .*while you did\.$/);
  await expect(note).toBeVisible();
  await expect(page.getByText('From Ben Okri: 10')).toBeVisible();
  await expect(page.getByText('From you: 20')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  expect(await stored()).toMatchObject({
    max_submissions: 10,
    confirmation: 'See you at camp',
    editable: true,
  });

  // It waits where it is seen from the other tabs, too.
  await page.getByRole('link', { name: 'Build', exact: true }).click();
  await page.getByRole('link', { name: 'choose which one stays' }).click();
  await page.getByRole('button', { name: 'Use mine' }).press('Enter');
  await expect(note).toHaveCount(0);
  await expect(most(page)).toBeFocused();
  await expect(most(theirs)).toHaveValue('20');
  expect((await stored()).max_submissions).toBe(20);
  await close();
});
