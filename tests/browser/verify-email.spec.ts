import { PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openPage,
  openSettledPage,
  signIn,
} from '#tests/harness/browser.ts';
import { test } from '#tests/harness/browser-with-mail.ts';
import { expectData } from '#tests/harness/responses.ts';
import { codeIn, linkIn } from '#tests/harness/smtp.ts';

let count = 0;
const newEmail = () => {
  count += 1;
  return `verify-${process.pid}-${Date.now()}-${count}@example.test`;
};

test('continues from sign-up with the mailed code, by keyboard alone', async ({ page, hubkeep }) => {
  const email = newEmail();
  await openPage(page, '/auth/signup');
  await page.getByLabel(/^E-?mail/).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(email);
  await expectFitsPhone(page);

  // No other screen opens before it.
  await openPage(page, '/profile');
  await expect(page).toHaveURL(/\/verify-email$/);

  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter Code')).toBeVisible();
  await code.fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Code must be between 6 and 12 digits long')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill('00000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not right. Look at the newest mail.')).toBeVisible();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);

  const mailed = codeIn(await hubkeep.mail.mailTo(email));
  // As it is pasted from some mail programs.
  await code.fill(` ${mailed.slice(0, 4)} ${mailed.slice(4)} `);
  await expect(code).toHaveValue(mailed);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/basic-profile$/);
});

test('sends another code after a pause, and refuses the previous one', async ({ page, api, hubkeep }) => {
  const person = await registerUser(api, { profile: false });
  const first = codeIn(await hubkeep.mail.mailTo(person.email));
  await page.clock.install();
  await signIn(page, person);
  await openSettledPage(page, '/verify-email');
  await expect(page.getByText(/^Another code in \d+ s$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send another code' })).toBeHidden();
  await page.clock.runFor(31_000);
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expect(page.getByText(/Another code is on its way/)).toBeVisible();
  const second = codeIn(await hubkeep.mail.mailTo(person.email));
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill(first);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is not right. Look at the newest mail.')).toBeVisible();
  await code.fill(second);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/basic-profile$/);
});

test('changes a mistyped address before it is verified', async ({ page, api, hubkeep }) => {
  const person = await registerUser(api, { profile: false });
  const email = newEmail();
  await signIn(page, person);
  await openPage(page, '/verify-email');
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByLabel('New email').fill(email);
  await page.getByLabel('Your password').fill('Wrong-1!');
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByText('This is not your password')).toBeVisible();
  await expect(page.getByLabel('New email')).toHaveValue(email);
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByRole('main')).toContainText(`We sent a code to ${email}`);
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(await hubkeep.mail.mailTo(email)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/basic-profile$/);
  expect(expectData(await person.client.get('auth/me/')).email).toBe(email);
});

test('changes the address from the profile', async ({ page, api, hubkeep }) => {
  const person = await registerUser(api);
  const code = codeIn(await hubkeep.mail.mailTo(person.email));
  expectData(await person.client.post('auth/verify-email/', { code }));
  expectData(
    await person.client.post('hubs/', {
      name: 'Own',
      domain_handle: `own-${Date.now()}`,
      visibility: 'private',
    }),
  );
  const email = newEmail();
  await signIn(page, person);
  await openPage(page, '/profile');
  await page.getByRole('button', { name: 'Change email…' }).click();
  await expectAccessible(page);
  await page.getByLabel('New email').fill(email);
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByRole('link', { name: 'Keep my old email' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(await hubkeep.mail.mailTo(email)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.locator(`input[value="${email}"]`).first()).toBeVisible();
});

test('sends a code when none is pending', async ({ page, api, hubkeep }) => {
  const person = await registerUser(api, { profile: false });
  await hubkeep.mail.mailTo(person.email);
  // As after the code grew too old: the address was changed and taken back.
  expectData(await person.client.post('auth/email/change/', { email: person.email, password: PASSWORD }));
  const code = codeIn(await hubkeep.mail.mailTo(person.email));
  await signIn(page, person);
  await openPage(page, '/verify-email');
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/basic-profile$/);
  // Nothing is left to confirm.
  await openPage(page, '/verify-email');
  await expect(page).toHaveURL(/\/basic-profile$/);
});

test('sets a forgotten password by a mailed link', async ({ page, api, hubkeep }) => {
  const { email } = await registerUser(api);
  await hubkeep.mail.mailTo(email);
  await openPage(page, '/auth/forgot-password');
  await page.getByLabel(/^E-?mail/).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('If this address has an account, a link is on its way to it.')).toBeVisible();
  await expectAccessible(page);
  const link = linkIn(await hubkeep.mail.mailTo(email, /new password/));
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByLabel('New password').fill('Lighthouse-8');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/auth\/signin/);
  await page.getByLabel(/^E-?mail/).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Lighthouse-8');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The link proved the address.
  await expect(page).toHaveURL(/\/create-hub$/);
});
