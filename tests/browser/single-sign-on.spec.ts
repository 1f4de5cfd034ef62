import { openPool } from '#server/platform/database/database.ts';
import { findEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { createHub, registerUser } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, openPage, signIn } from '#tests/harness/browser.ts';
import { test } from '#tests/harness/browser-with-sign-on.ts';
import type { ProviderPerson } from '#tests/harness/sign-on-provider.ts';

let count = 0;
const person = (): ProviderPerson & { email: string } => {
  count += 1;
  const name = `amina-${process.pid}-${Date.now()}-${count}`;
  return {
    sub: name,
    email: `${name}@nordwind.example`,
    email_verified: true,
    given_name: 'Amina',
    family_name: 'Diallo',
    groups: ['board'],
  };
};

const button = 'Continue with Nordwind ID';

test('signs up by the button, without a script before it, and back after a refusal', async ({
  page,
  hubkeep,
}) => {
  hubkeep.provider.signsIn(null);
  await openPage(page, '/auth/signup?next=%2Fprofile');
  await page.getByRole('link', { name: button }).click();
  await expect(page).toHaveURL(/\/auth\/signin\?sign_on=denied&next=%2Fprofile$/);
  await expect(page.getByText('You were not signed in: Nordwind ID reports')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  hubkeep.provider.signsIn(person());
  await page.getByRole('link', { name: button }).click();
  await expect(page).toHaveURL(/\/basic-profile$/);
  await expect(page.getByLabel('First name')).toHaveValue('Amina');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('connects an account by its password', async ({ page, api, hubkeep }) => {
    const amina = person();
    const account = await registerUser(api, { email: amina.email });
    const database = findEmbeddedPostgres(hubkeep.dataDir);
    if (!database) throw new Error('The server under test has no database of its own');
    const pool = openPool(database, 1);
    await pool.query('update app_user set is_email_verified = true where id = $1', [account.user.id]);
    await pool.end();
    hubkeep.provider.signsIn(amina);
    await page.goto('/auth/signin?next=%2Fcreate-hub');
    await page.getByRole('link', { name: button }).click();
    await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('Not-the-password-1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('This is not the password of this account.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/create-hub$/);
  });
});

test('the rule of a group has claims', async ({ page, api }) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner);
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/members?tab=groups`);
  await page.getByRole('main').getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Board');
  const claims = dialog.getByLabel('Claims of single sign-on');
  await claims.fill('board');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog.getByText('“board” is no claim: write its name, a colon and its value')).toBeVisible();
  await claims.fill('groups: board\nhttps://hub.example/role: https://hub.example/chair');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('main')).toContainText(
    'with groups: board or https://hub.example/role: https://hub.example/chair is in this group',
  );
  await expectFitsPhone(page);
});
