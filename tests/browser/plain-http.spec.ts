import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createPlace, PASSWORD } from '#tests/harness/accounts.ts';
import { clearSession, expect, test } from '#tests/harness/browser.ts';
import { FIXTURES } from '#tests/harness/content.ts';
import { chromiumLaunch } from '../../scripts/chromium.mjs';

const launch = await chromiumLaunch();

// A name of a local network: not loopback, no https, so that the browser offers nothing of a secure context.
const HOST = 'hubkeep.test';
test.use({
  launchOptions: { ...launch, args: [...(launch.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => {
    const url = new URL(process.env.HUBKEEP_TEST_URL ?? '');
    url.hostname = HOST;
    await use(url.origin);
  },
  // The API is asked from here, where that name means nothing.
  api: async ({ page }, use) => {
    const { createClient } = await import('#tests/harness/client.ts');
    expect(page).toBeDefined();
    await use(createClient(process.env.HUBKEEP_TEST_URL ?? ''));
  },
});

test('sign-up, uploads and copying work over plain HTTP on a local network', async ({
  page,
  api,
  baseURL,
}) => {
  test.slow();
  await page.goto('/auth/signup');
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  const email = `lan-${randomUUID().slice(-12)}@example.test`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/basic-profile/);
  const { owner, hub, space } = await createPlace(api);
  await clearSession(page);
  await page.goto(`/auth/signin?next=/${hub.domain_handle}/${space.slug}`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${baseURL}/${hub.domain_handle}/${space.slug}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).first().click();
  await (await chooser).setFiles(['notes.md', 'photo.jpg'].map((name) => join(FIXTURES, 'files', name)));
  const rows = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(/waiting to be read|being read/)).toHaveCount(0, { timeout: 30_000 });
  await page.keyboard.press('/');
  await page.keyboard.type('bramblewick');
  const found = page.getByRole('dialog').getByRole('option').first();
  await expect(found).toContainText('notes');
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'notes' })).toBeVisible();
  await page.getByRole('button', { name: /, Account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/auth\/signin/);
});
