import type { Page } from '@playwright/test';
import {
  BREAKPOINTS,
  CONTENT_WIDTH,
  HEADER_HEIGHT,
  SIDEBAR_COLLAPSED_WIDTH,
  SIDEBAR_WIDTH,
} from '#lib/text/constants.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  clearSession,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goOffline,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { recordScripts } from '#tests/harness/loaded-scripts.ts';

test.use({ recordsRequests: true });

/** What docs/product-rules.md §7 says, and not what the code happens to have. */
test('matches the measures of the product rules', () => {
  expect(BREAKPOINTS).toEqual({ xs: 480, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1600 });
  expect([SIDEBAR_WIDTH, SIDEBAR_COLLAPSED_WIDTH, HEADER_HEIGHT, CONTENT_WIDTH]).toEqual([270, 100, 84, 760]);
});

const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name).trim(), property);

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
};

async function signedInPlace(page: Page, api: Client) {
  const place = await createPlace(api);
  await signIn(page, place.owner);
  return {
    ...place,
    home: `/${place.hub.domain_handle}`,
    at: `/${place.hub.domain_handle}/${place.space.slug}`,
  };
}

test('the sidebar is 270 wide, 100 when collapsed also on the next page and accessible beside slides, the header 84 high', async ({
  page,
  api,
}) => {
  const { home, at, ...place } = await signedInPlace(page, api);
  const slides = await uploadFixture(place.owner, place, 'files/slides.pptx', { kind: 'document' });
  await waitUntilReady(place.owner, slides.id);
  await page.goto(home);
  expect((await boxOf(page, 'aside')).width).toBe(270);
  expect((await boxOf(page, 'header')).height).toBe(84);
  await expect(page.locator('aside')).toHaveCount(1);
  await expect(page.locator('header')).toHaveCount(1);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(async () => (await boxOf(page, 'aside')).width).toBe(100);
  await page.goto(`${at}/${slides.id}`);
  expect((await boxOf(page, 'aside')).width).toBe(100);
  await expect(page.getByText('foxglovery')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(async () => (await boxOf(page, 'aside')).width).toBe(270);
});

test('the header of the home page fits its title and actions at every width', async ({ page, api }) => {
  const { home } = await signedInPlace(page, api);
  await page.goto(home);
  for (const width of [1440, 1024, 800, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const title = page.getByRole('heading', { level: 1, name: 'Test hub' });
    expect(await title.evaluate((one) => one.scrollWidth <= one.clientWidth), `title at ${width}`).toBe(true);
    await expect(page.getByRole('button', { name: 'New space' }).last()).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  }
});

test('text is 760 wide', async ({ page, api }) => {
  const { owner, hub, space, at } = await signedInPlace(page, api);
  const item = await createItem(
    owner,
    { hub, space },
    { title: 'Minutes', content: '# Minutes\n\n'.padEnd(4000, 'long words ') },
  );
  await waitUntilReady(owner, item.id);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`${at}/${item.id}`);
  const paragraph = await boxOf(page, 'main p:has-text("long words")');
  expect(paragraph.width).toBeLessThanOrEqual(760);
  expect(paragraph.width).toBeGreaterThan(600);
});

test('a printed document has its title and text, and no sidebar, header, buttons or outline', async ({
  page,
  api,
}) => {
  const { owner, hub, space, at } = await signedInPlace(page, api);
  const content = '# Minutes\n\nWhat was agreed.\n\n## Later\n\nMore.';
  const item = await createItem(owner, { hub, space }, { title: 'Board meeting', content });
  await waitUntilReady(owner, item.id);
  await page.goto(`${at}/${item.id}?q=agreed`);
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible();
  const found = page.locator('main').getByRole('status').filter({ hasText: 'agreed' });
  await expect(found).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(found).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Board meeting' })).toBeVisible();
  await expect(page.getByText('What was agreed.')).toBeVisible();
  for (const part of ['aside', 'header', 'nav', 'main button']) {
    await expect(page.locator(part).filter({ visible: true })).toHaveCount(0);
  }
  expect((await boxOf(page, 'main')).x).toBe(0);
  // Dark on paper, whatever the screen has.
  expect(await styleOf(page, 'body', 'color')).toBe('rgb(27, 24, 48)');
});

test('the start page has the name in its header, a description and a social card that exists', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('header').getByText('Hubkeep', { exact: true })).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /one search/);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Hubkeep');
  const card = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  expect((await page.request.get(new URL(card).pathname)).headers()['content-type']).toBe('image/png');
  expect((await page.request.get('/favicon.ico')).status()).toBe(200);
});

test('takes colours and typeface from the tokens, light and dark, and moves nothing for who wants reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/auth/signin');
  expect(await styleOf(page, 'html', '--hk-primary')).toBe('#796cff');
  expect(await styleOf(page, 'body', 'font-family')).toMatch(/^"?Be Vietnam Pro"?/);
  await page.evaluate(() => document.fonts.ready);
  const loaded = await page.evaluate(() =>
    [...document.fonts]
      .filter((font) => font.status === 'loaded')
      .map((font) => font.family.replaceAll('"', '')),
  );
  expect(loaded).toContain('Be Vietnam Pro');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await styleOf(page, 'html', '--hk-primary')).toBe('#9a90ff');
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return [animationDuration, transitionDuration].some((all) =>
          all.split(',').some((one) => Number.parseFloat(one) > 0.01),
        );
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
  expect(moving).toEqual([]);
});

test('renders the chosen dark theme on the server', async ({ page, api, context }) => {
  const { home } = await signedInPlace(page, api);
  await page.emulateMedia({ colorScheme: 'light' });
  await context.addCookies([{ name: 'theme', value: 'dark', url: process.env.HUBKEEP_TEST_URL ?? '' }]);
  const html = await (await page.request.get(home)).text();
  expect(html).toMatch(/<html[^>]* data-theme="dark"/);
  await page.goto(home);
  expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(18, 16, 32)');
});

for (const path of ['/', '/auth/signin', '/auth/signup', '/auth/forgot-password']) {
  test(`${path} looks the same before and after its scripts @phone`, async ({
    page,
    browser,
    baseURL,
    viewport,
  }) => {
    const bare = await browser.newContext({
      javaScriptEnabled: false,
      baseURL,
      viewport,
      reducedMotion: 'reduce',
    });
    const still = await bare.newPage();
    await still.goto(path);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const boxes = (one: Page) =>
      one.locator('h1, h2, p, a, label, input, button:not([aria-label])').evaluateAll((all) =>
        all
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          // What is only read aloud has no look.
          .filter((element) => element.getBoundingClientRect().width > 1)
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const { color, backgroundColor } = getComputedStyle(element);
            return `${element.tagName} ${[x, y, width, height].map(Math.round)} ${color} ${backgroundColor}`;
          }),
      );
    expect(await boxes(still)).toEqual(await boxes(page));
    await bare.close();
  });
}

test('does not shift the layout of a signed-in page', async ({ page, api, browser, baseURL, viewport }) => {
  const { home, at } = await signedInPlace(page, api);
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport });
  await bare.addCookies(await page.context().cookies());
  const still = await bare.newPage();
  for (const path of [home, at, '/profile', `${home}/settings`]) {
    await still.goto(path);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const selector of ['aside', 'header', 'h1', 'main']) {
      const [before, after] = [await boxOf(still, selector), await boxOf(page, selector)];
      expect({ ...before, height: 0 }, `${selector} of ${path}`).toEqual({ ...after, height: 0 });
    }
  }
  await bare.close();
});

test('a progress bar shows a pending navigation, and disappears', async ({ page, api, context }) => {
  const { home, at } = await signedInPlace(page, api);
  await page.goto(home);
  await page.waitForLoadState('networkidle');
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/_next/data/**', async (route) => {
    await blocked;
    await route.continue().catch(() => {});
  });
  await page
    .getByRole('main')
    .getByRole('link', { name: /Test space/ })
    .first()
    .click();
  const bar = page.locator('#nprogress .bar');
  await expect(bar).toBeVisible();
  expect(await styleOf(page, '#nprogress .bar', 'position')).toBe('fixed');
  expect((await boxOf(page, '#nprogress .bar')).y).toBe(0);
  expect(await styleOf(page, '#nprogress .peg', 'box-shadow')).toContain('5px');
  release();
  await page.waitForURL(at);
  await expect(bar).toHaveCount(0);
});

test('loads antd only on screens with one of its controls, in the same tokens', async ({ page, api }) => {
  const loaded = recordScripts(page);
  const antdScripts = async () => (await loaded.texts()).filter((text) => /["'`.]ant-/.test(text)).length;
  const { home, at } = await signedInPlace(page, api);
  for (const path of [home, at]) {
    await page.goto(path);
    await loaded.settle();
  }
  await clearSession(page);
  await page.goto('/auth/signin');
  await expect(page.getByLabel('Email')).toBeVisible();
  await loaded.settle();
  expect((await loaded.texts()).length).toBeGreaterThan(0);
  expect(await antdScripts()).toBe(0);
  await signedInPlace(page, api);
  await page.goto('/profile');
  await expect(page.getByLabel('What you do')).toHaveAttribute('aria-autocomplete', 'list');
  expect(await antdScripts()).toBeGreaterThan(0);

  // Its colours are ours, light and then dark.
  const address = await page.locator('link[data-precedence="antd"]').getAttribute('href');
  const css = (await (await page.request.get(address ?? '')).text()).toLowerCase();
  const tokens = [
    '--ant-color-primary:#796cff',
    '--ant-color-bg-container:#ffffff',
    '--ant-color-bg-container:#1a1729',
  ];
  expect(tokens.filter((token) => !css.includes(token))).toEqual([]);
});

test.describe('without the server', () => {
  test.use({
    expectedProblems: [/An unknown error occurred when fetching the script/],
  });
  test('shows the offline page with a link back', async ({ page, api, context }) => {
    const { home, at } = await signedInPlace(page, api);
    await page.goto(home);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await goOffline(page);
    await page.goto(at).catch(() => undefined);
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    // It asks again by itself.
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Test space' })).toBeVisible({
      timeout: 20_000,
    });
  });

  test('stays on the page when a link can’t be loaded, and opens it later', async ({
    page,
    context,
    api,
  }) => {
    const { home, at } = await signedInPlace(page, api);
    await page.goto(at);
    const palette = page.getByRole('dialog', { name: 'Search' });
    await expect(page.getByRole('heading', { level: 1, name: 'Test space' })).toBeVisible();
    await goOffline(page);
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await expect(page.getByText('The page that you asked for opens as soon as')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Test space' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Test hub' })).toBeVisible({ timeout: 20_000 });
    expect(new URL(page.url()).pathname).toBe(home);
  });
});
