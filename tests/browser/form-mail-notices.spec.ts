import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, openPage, signIn, test } from '#tests/harness/browser.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

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
