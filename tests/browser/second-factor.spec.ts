import { readFile } from 'node:fs/promises';
import { createPlace, PASSWORD, signInAgain } from '#tests/harness/accounts.ts';
import { authenticator, enableSecondFactor } from '#tests/harness/authenticator.ts';
import {
  clearSession,
  expect,
  expectAccessible,
  expectFitsPhone,
  openPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';

test('sets up the second factor by keyboard, and shows recovery codes to save', async ({ page, api }) => {
  const { owner } = await createPlace(api);
  await signIn(page, owner);
  await openPage(page, '/profile');
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Turn on…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Wrong-1!');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expectAccessible(page);
  await expectFitsPhone(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const app = authenticator(secret);
  await page.keyboard.type(app.at(-10));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^This code is not right/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.next());
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await expectFitsPhone(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('hubkeep-recovery-codes.txt');
  const text = await readFile(await file.path(), 'utf8');
  const first = (await dialog.getByRole('listitem').first().innerText()).trim();
  expect(text).toContain(first);
  expect(text).toContain(owner.email);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(dialog).toBeHidden();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await expect(section.getByText('10 recovery codes left')).toBeVisible();
});

test('sign-in asks for the code, keeps the input, and accepts a recovery code', async ({ page, api }) => {
  const { owner, hub } = await createPlace(api);
  const { app, recoveryCodes } = await enableSecondFactor(owner);
  await openPage(page, '/profile');
  const email = page.getByLabel(/^E-?mail/);
  await email.fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.keyboard.type(app.at(-10));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^This code is not right/)).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(app.next());
  await page.keyboard.press('Enter');
  // To where the person was on the way.
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.locator('aside')).toContainText(hub.name);

  await clearSession(page);
  await openPage(page, '/auth/signin');
  await email.fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(email).toHaveValue(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const [recovery = ''] = recoveryCodes;
  await code.fill(recovery.replace(/(\d{4})(?=\d)/g, '$1 '));
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/signin/);
  await openPage(page, '/profile');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
});

test('renews recovery codes and disables the second factor, with both factors', async ({ page, api }) => {
  const { owner } = await createPlace(api);
  const { recoveryCodes } = await enableSecondFactor(owner);
  await signIn(page, owner);
  await openPage(page, '/profile');
  const dialog = page.getByRole('dialog');
  const prove = async (code: string, button: string) => {
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
    await dialog.getByRole('button', { name: button, exact: true }).click();
  };
  await page.getByRole('button', { name: 'New recovery codes…' }).click();
  await expectAccessible(page);
  await prove(recoveryCodes[0] ?? '', 'Create new codes');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();

  await page.getByRole('button', { name: 'Turn off…' }).click();
  await prove(recoveryCodes[1] ?? '', 'Turn off');
  await expect(dialog.getByText(/^This code is not right/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Turn on…' })).toBeVisible();
});

test('signs out one other device, and then every other at once', async ({ page, api }) => {
  const { owner } = await createPlace(api);
  const [first, other] = [await signInAgain(api, owner), await signInAgain(api, owner)];
  await signIn(page, owner);
  await openPage(page, '/profile');
  const devices = page.getByRole('region', { name: 'Devices signed in' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await devices
    .getByRole('listitem')
    .getByRole('button', { name: /^Sign out/ })
    .last()
    .click();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  const statuses = await Promise.all(
    [first, other].map(async ({ client }) => (await client.get('auth/me/')).status),
  );
  expect(statuses.sort()).toEqual([200, 401]);
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByText('This device')).toBeVisible();
  await expect(devices.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  for (const { client } of [first, other]) expect((await client.get('auth/me/')).status).toBe(401);
  expect((await owner.client.get('auth/me/')).status).toBe(200);
});
