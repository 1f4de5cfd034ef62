import { expect, expectAccessible, test } from '#tests/harness/browser.ts';
import { removeDataDir, startProcess, type TestProcess } from '#tests/harness/process.ts';

let demo: TestProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  demo = await startProcess({ flags: ['--demo'], timeout: 100_000 });
});
test.afterAll(async () => {
  await demo.stop();
  await removeDataDir(demo.dataDir);
});

test('the sign-in page of a demo offers its account, and its hub has content', async ({ page }) => {
  test.slow();
  await page.goto(`${demo.url}/auth/signin`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Look around with the demo account' }).click();
  await page.waitForURL(`${demo.url}/nordwind`);
  await expect(page.getByRole('heading', { level: 1, name: 'Nordwind Coop' })).toBeVisible();
  const kinds = new Set<string>();
  for (const space of ['handbook', 'members-only', 'board', 'summer-school']) {
    await page.goto(`${demo.url}/nordwind/${space}`);
    const rows = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    await expect(page.getByText(/waiting to be read|being read/)).toHaveCount(0, { timeout: 30_000 });
    for (const text of await rows.allInnerTexts()) {
      const kind = /(Document|Table|Email|Contacts|Image|Media|Folder)/.exec(text)?.[1];
      if (kind) kinds.add(kind);
      expect(text).not.toMatch(/Couldn’t be read/);
    }
  }
  expect([...kinds].sort()).toEqual(['Contacts', 'Document', 'Email', 'Folder', 'Media', 'Table']);
  await page.goto(`${demo.url}/nordwind/summer-school?kind=image`);
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(3);
  await page.goto(`${demo.url}/nordwind/summer-school/forms`);
  await expect(page.getByRole('list', { name: 'Forms' }).getByRole('listitem')).toHaveText(
    /Registration for the summer school.*Open.*9 answers/s,
  );
  await page.goto(`${demo.url}/search?q=${encodeURIComponent('deposit boat house')}`);
  await expect(page.getByRole('main').locator('mark').first()).toBeVisible();
});

test('shows its public space without an account', async ({ page }) => {
  await page.goto(`${demo.url}/nordwind/handbook`);
  await expect(page.getByRole('heading', { level: 1, name: 'Handbook' })).toBeVisible();
  expect((await page.goto(`${demo.url}/nordwind/board`))?.status()).toBe(404);
});

test('offers no account outside of a demo', async ({ page }) => {
  await page.goto('/auth/signin');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /demo/ })).toHaveCount(0);
});
