import type { Page } from '@playwright/test';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem, waitUntilReady } from '#tests/harness/content.ts';

/** What holds on every page, whatever it shows; the fixture adds that the browser complains of nothing. */
async function expectSound(page: Page, path: string, status = 200): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(status);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src[^;]*'nonce-/);
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  await expect(page).toHaveTitle(/\S/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('main')).toHaveCount(1);
  await expectAccessible(page);
  await expectFitsPhone(page);
}

/** A name as long as they get, in one word. */
const LONG = `Ünbreakable-${'a'.repeat(243)}`;

/** Pages with parts that other windows don't show, whose colours are looked at, too. */
const OTHERWISE_ON_PHONES = ['hub', 'space', 'item'];

async function furnished(api: Client): Promise<{ person: TestAccount; paths: Record<string, string> }> {
  const person = await registerUser(api, { first_name: LONG, last_name: 'שלום 😀' });
  const hub = await createHub(person, { name: LONG });
  const space = await createSpace(person, hub, { name: LONG, description: LONG });
  const item = await createItem(person, { hub, space }, { title: LONG, content: `# Minutes\n\n${LONG}` });
  await waitUntilReady(person, item.id);
  const at = `/${hub.domain_handle}`;
  return {
    person,
    paths: {
      hub: at,
      settings: `${at}/settings`,
      space: `${at}/${space.slug}`,
      item: `${at}/${space.slug}/${item.id}`,
      search: '/search?q=minutes',
      'search without a hit': '/search?q=nothingatall',
      profile: '/profile',
      'create hub': '/create-hub',
      'join hub': '/join-hub',
    },
  };
}

for (const path of [
  '/',
  '/auth/signin',
  '/auth/signup',
  '/auth/forgot-password',
  '/auth/reset-password?token=x',
]) {
  test(`${path} is accessible and fits the screen, signed out`, async ({ page }) => {
    await expectSound(page, path);
  });
}

test('shows the not-found page for an unknown address', async ({ page }) => {
  await expectSound(page, '/auth/no-such-page', 404);
});

test('every page of a hub is accessible and fits the screen, with names of 255 characters @phone', async ({
  page,
  api,
}) => {
  test.slow();
  const { person, paths } = await furnished(api);
  await signIn(page, person);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const opened = Object.entries(paths).filter(([name]) => !isPhone || OTHERWISE_ON_PHONES.includes(name));
  for (const [name, path] of opened) await test.step(name, () => expectSound(page, path));
});

test('the onboarding steps are accessible and fit the screen', async ({ page, api }) => {
  await signIn(page, await registerUser(api, { profile: false }));
  await expectSound(page, '/basic-profile');
});

test('renders a signed-in page with the session from the first paint', async ({
  browser,
  baseURL,
  api,
  page,
}) => {
  const person = await registerUser(api);
  await createHub(person);
  await signIn(page, person);
  const cookies = await page.context().cookies();
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL });
  await bare.addCookies(cookies);
  const still = await bare.newPage();
  await still.goto('/profile');
  await expect(still.locator('aside')).toHaveCount(1);
  await expect(still.locator('header')).toHaveCount(1);
  await bare.close();
});
