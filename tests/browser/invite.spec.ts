import { randomUUID } from 'node:crypto';
import type { InviteOutcome } from '#lib/contract/invite.ts';
import { createHub, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';

async function invited(api: Client, email = `invited-${randomUUID().slice(-12)}@example.test`) {
  const owner = await registerUser(api, { first_name: 'Olga', last_name: 'Keller' });
  const hub = await createHub(owner, { name: 'Nordwind Coop', description: 'Eleven boats' });
  const path = `hubs/${hub.domain_handle}/invites/`;
  const [outcome] = (await owner.client.post<InviteOutcome[]>(path, [{ email, role: 'member' }])).data;
  return { owner, hub, email, path: new URL(outcome?.link ?? '').pathname };
}

test('leads a new user from an invitation through sign-up into the hub @phone', async ({
  page,
  api,
  hasTouch,
}) => {
  const { hub, email, path } = await invited(api);
  const response = await page.goto(path);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByRole('heading', { level: 1, name: 'Join Nordwind Coop' })).toBeVisible();
  await expect(page.getByText(`Olga Keller invites ${email} to come in as a member.`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('/basic-profile');
  await page.getByLabel('First name').fill('Ida');
  const role = page.getByLabel('What you do');
  // It never takes the place of a select that has the focus, as the next press gives it.
  if (!hasTouch) await expect(role).toHaveAttribute('aria-autocomplete', 'list');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please choose what you do')).toBeVisible();
  if (hasTouch) {
    await role.selectOption('Trainer');
  } else {
    await role.fill('train');
    await role.press('Enter');
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`/${hub.domain_handle}`);
});

test('joins after signing in with an existing account, also without an own hub', async ({ page, api }) => {
  const { hub, email, path } = await invited(api);
  await registerUser(api, { email });
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(path);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`/${hub.domain_handle}`);
  await page.goto(path);
  await expect(
    page.getByRole('heading', { level: 1, name: 'This invitation no longer works' }),
  ).toBeVisible();
});

test('shows an address that has no place to break at within its column', async ({ page, api }) => {
  const long = `${randomUUID().replaceAll('-', '')}${'w'.repeat(30)}@${'harbour'.repeat(7)}.example.test`;
  const { email, path } = await invited(api, long);
  await signIn(page, await registerUser(api, { email }));
  await page.goto(path);
  const main = page.getByRole('main');
  await expect(main.getByText(email).first()).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await main.evaluate((one) => one.scrollWidth - one.clientWidth), `at ${width}`).toBe(0);
    const button = await page.getByRole('button', { name: 'Join' }).boundingBox();
    expect(button?.width).toBeLessThanOrEqual(380);
  }
});

test('refuses a declined invitation', async ({ page, api }) => {
  const { owner, hub, email, path } = await invited(api);
  await signIn(page, await registerUser(api, { email }));
  await page.goto(path);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('You declined this invitation.')).toBeVisible();
  expect((await owner.client.get(`hubs/${hub.domain_handle}/invites/`)).data).toEqual([]);
  expect((await page.goto(path))?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { level: 1, name: 'This invitation no longer works' }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('explains that an invitation is for another address, and offers to sign in with it', async ({
  page,
  api,
}) => {
  const { email, path } = await invited(api);
  await signIn(page, await registerUser(api));
  await page.goto(path);
  await expect(page.getByText(`This invitation is for ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out, and in with that address' }).click();
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  await expect(page).toHaveURL(path);
});
