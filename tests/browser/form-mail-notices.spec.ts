import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, openPage, signIn, test } from '#tests/harness/browser.ts';
import { createForm, createOpenForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

test('a server without SMTP says in the form’s settings that no mail will be sent', async ({ page, api }) => {
  const at = await createPlace(api);
  const form = await createForm(at.owner, at);
  await signIn(page, at.owner);
  await openPage(page, `/${at.hub.domain_handle}/${at.space.slug}/forms/${form.id}?tab=settings`);
  const notice = page.getByRole('status').filter({ hasText: 'This server sends no mail' });
  await expect(notice).toContainText('receipts and mails to the team will not be sent');
  await expect(page.getByLabel('Receipt by mail')).toBeVisible();
  await expect(page.getByLabel('Notify these addresses')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test('shows an admin of the hub why they cannot read submissions, and whom to ask, until they join the form', async ({
  page,
  api,
}) => {
  const at = await createPlace(api, { visibility: 'shared' });
  const admin = await addMember(api, at.owner, at.hub, 'admin');
  expectData(await at.owner.client.patch('auth/me/', { first_name: 'Olga', last_name: 'Tokar' }));
  const form = await createOpenForm(at.owner, at, { title: 'Regatta', visibility: 'shared' });
  await signIn(page, admin);
  await openPage(page, `/${at.hub.domain_handle}/${at.space.slug}/forms/${form.id}?tab=answers`);
  await expect(page.getByText('The answers are not yours to read')).toBeVisible();
  await expect(page.getByText('You change this form as an admin of the hub.')).toBeVisible();
  await expect(page.getByText('To learn what the answers say, ask Olga Tokar.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Read the answers' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Read the answers' }).press('Enter');
  await expect(page.getByText('The answers are not yours to read')).toHaveCount(0);
  await expect(page.getByText('No answers yet')).toBeVisible();
});
