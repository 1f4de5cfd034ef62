import type { Page } from '@playwright/test';
import { createHub, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import { expect, test } from '#tests/harness/browser.ts';

/** Only the library of fingerprints renders audio without playing it. */
const LIBRARY = /OfflineAudioContext/;

/** Holds back the library's file from when it is asked for until it is let go. */
async function delayLibrary(page: Page) {
  const requested = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    const response = await route.fetch();
    if (LIBRARY.test(await response.text())) {
      requested.resolve();
      await letGo.promise;
    }
    await route.fulfill({ response });
  });
  return { requested: requested.promise, letGo: letGo.resolve };
}

const paints = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map((paint) => paint.startTime));

async function fillIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}

test('renders and signs in while the fingerprint is pending', async ({ page, api }) => {
  const person = await registerUser(api);
  const hub = await createHub(person);
  const library = await delayLibrary(page);
  await page.goto('/auth/signin', { waitUntil: 'commit' });
  await library.requested;
  // What it is asked for, the page has been painted before.
  expect(await paints(page)).toHaveLength(1);
  await fillIn(page, person.email);
  const sent = page.waitForRequest('**/api/v1/auth/login/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect((await sent).postDataJSON()).not.toHaveProperty('visitor_id');
  // The page that waits for the library may be loaded only once that is there.
  await page.waitForURL(`/${hub.domain_handle}`, { waitUntil: 'commit' });
  library.letGo();
});

test('renders and accepts input while the audio signature is pending, and signs in once it completes', async ({
  page,
  api,
}) => {
  const person = await registerUser(api);
  const hub = await createHub(person);
  await page.addInitScript(() => {
    const render = OfflineAudioContext.prototype.startRendering;
    const finished = Promise.withResolvers<void>();
    addEventListener('let-audio-end', () => finished.resolve());
    OfflineAudioContext.prototype.startRendering = async function startRendering() {
      document.documentElement.dataset.audio = 'asked';
      await finished.promise;
      return render.call(this);
    };
  });
  await page.goto('/auth/signin');
  await expect(page.locator('html')).toHaveAttribute('data-audio', 'asked');
  expect(await paints(page)).toHaveLength(1);
  await fillIn(page, person.email);
  await page.evaluate(() => dispatchEvent(new Event('let-audio-end')));
  await expect(async () => {
    const sent = page.waitForRequest('**/api/v1/auth/login/');
    await page.getByLabel('Password', { exact: true }).fill('Not-the-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect((await sent).postDataJSON().visitor_id).toMatch(/^\d+$/);
  }).toPass();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`/${hub.domain_handle}`);
});
