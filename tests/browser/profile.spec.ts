import { createPlace, PASSWORD } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, signIn, test } from '#tests/harness/browser.ts';
import { expectData } from '#tests/harness/responses.ts';

const NEW_PASSWORD = 'Lighthouse-8';

test('changes the profile, also in the sidebar, and the appearance, also of other pages', async ({
  page,
  api,
}) => {
  const { owner } = await createPlace(api);
  await signIn(page, owner);
  await page.goto('/profile');
  const first = page.getByLabel('First name');
  await first.fill('  ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('First name cannot be a blank character')).toBeVisible();
  await expect(first).toBeFocused();
  await first.fill('نور 😀');
  await page.getByRole('textbox', { name: /^About/ }).fill('Mends sails.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.locator('aside')).toContainText('نور 😀');
  const user = expectData(await owner.client.get('auth/me/'));
  expect(user).toMatchObject({ first_name: 'نور 😀', about: 'Mends sails.' });
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const other = page.request.get('/search').then((response) => response.text());
  expect(await other).toMatch(/<html[^>]* data-theme="dark"/);
});

test('searches the job title by keyboard, grouped by department', async ({ page, api }) => {
  const { owner } = await createPlace(api);
  await signIn(page, owner);
  await page.goto('/profile');
  const role = page.getByRole('combobox', { name: 'What you do' });
  // The native one gives its place once the other is here, with its styles.
  await expect(role).toHaveAttribute('aria-autocomplete', 'list');
  await expect(role).toHaveAccessibleDescription('Founder');
  await role.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTitle('Chief executive')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('engineering man');
  const titles = page.getByRole('listbox').getByRole('option');
  await expect(titles).toHaveCount(1);
  await expect(titles).toHaveAccessibleName('Engineering manager');
  await page.keyboard.press('Enter');
  await expect(role).toHaveAccessibleDescription('Engineering manager');
  await role.focus();
  await page.keyboard.type('no such title');
  await expect(page.getByText('No title like that. Try another word.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible();
  const user = expectData(await owner.client.get('auth/me/'));
  expect(user.profile_role).toBe('engineering_manager');
});

test('shows the job title as a native select without scripts, on touch screens, and while in use @phone', async ({
  page,
  api,
  isMobile,
  hasTouch,
}) => {
  const { owner } = await createPlace(api);
  await signIn(page, owner);
  const html = await (await page.request.get('/profile')).text();
  expect(html).toMatch(/<select[^>]*name="profile_role"/);
  let arrive = () => {};
  const blocked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/theme/antd.css*', async (route) => {
    await blocked;
    await route.continue();
  });
  await page.goto('/profile', { waitUntil: 'domcontentloaded' });
  const native = page.locator('select[name="profile_role"]');
  await expect(native).toHaveValue('founder');
  await native.focus();
  arrive();
  if (!isMobile && !hasTouch) await page.waitForLoadState('networkidle');
  await native.selectOption('trainer');
  await expect(native).toHaveValue('trainer');
});

test('changes the password with rules shown while typing, and signs out other devices', async ({
  page,
  api,
}) => {
  const { owner } = await createPlace(api);
  const elsewhere = expectData(await api.post('auth/login/', { email: owner.email, password: PASSWORD }));
  await signIn(page, owner);
  await page.goto('/profile');
  const devices = page.getByRole('region', { name: 'Devices signed in' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  const section = page.getByRole('region', { name: 'Password' });
  const old = section.getByLabel('Current password');
  const chosen = section.getByLabel('New password');
  await chosen.fill('short');
  await expect(section.getByText('At least 8 characters')).toBeVisible();
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByText('Please enter Current password')).toBeVisible();
  await expect(old).toBeFocused();
  await old.fill('Wrong-password-1');
  await chosen.fill(NEW_PASSWORD);
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(old).toHaveAttribute('aria-invalid', 'true');
  await expect(chosen).toHaveValue(NEW_PASSWORD);
  await expectAccessible(page);
  await old.fill(PASSWORD);
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByText('Your password is changed.')).toBeVisible();
  await expect(devices).toHaveCount(1);
  expect((await api.as(elsewhere.token).get('auth/me/')).status).toBe(401);
  expect((await api.post('auth/login/', { email: owner.email, password: NEW_PASSWORD })).status).toBe(200);
  expect((await page.request.get('/profile')).status(), 'this device stays signed in').toBe(200);
});

test('deletes an account only with its password', async ({ page, api }) => {
  const { owner } = await createPlace(api);
  await signIn(page, owner);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('Your password').fill('Wrong-password-1');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
  expect((await owner.client.get('auth/me/')).status).toBe(200);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL('/');
  await expect(page.locator('aside')).toHaveCount(0);
  expect((await api.post('auth/login/', { email: owner.email, password: PASSWORD })).status).toBe(401);
});
