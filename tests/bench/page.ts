import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

const VISITS = 5;
const KILOBYTE = 1000;

type Visit = { scriptBytes: number; firstPaintMs: number; largestPaintMs: number };

/** Opens a page in a browser without cache, and returns what it loaded and when it painted. */
async function visit(
  browser: Browser,
  url: string,
  cookie: { name: string; value: string } | null,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (cookie) await context.addCookies([{ ...cookie, url }]);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      sizes.push(response.body().then((body) => gzipSync(body).length));
    }
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1);
      if (last) document.documentElement.dataset.largestPaint = String(last.startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const paints = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largest: Number(document.documentElement.dataset.largestPaint),
  }));
  const scriptBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { scriptBytes, firstPaintMs: paints.first, largestPaintMs: paints.largest };
}

/** What a browser without cache loads and when it paints, the median of some visits. */
export async function visits(
  browser: Browser,
  url: string,
  cookie: { name: string; value: string } | null,
): Promise<Visit> {
  const all: Visit[] = [];
  await visit(browser, url, cookie);
  for (let count = 0; count < VISITS; count += 1) all.push(await visit(browser, url, cookie));
  return {
    scriptBytes: all[0]?.scriptBytes ?? Number.NaN,
    firstPaintMs: percentile(
      all.map((one) => one.firstPaintMs),
      0.5,
    ),
    largestPaintMs: percentile(
      all.map((one) => one.largestPaintMs),
      0.5,
    ),
  };
}

function itemAddress(origin: string, account: BenchAccount, id: string): string {
  return `${origin}/${account.handle}/${account.space}/${id}`;
}

/** What a browser without cache loads and how soon it paints. */
export const pageBench: Bench = {
  name: 'page',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const browser = await chromium.launch(await chromiumLaunch());
    try {
      const account = await benchAccount(serving.url);
      const content =
        '# Rules for the boat house\n\nEvery member can book the boat house for up to three nights.\n'.repeat(
          20,
        );
      const id = await createItem(account, { kind: 'document', title: 'Rules for the boat house', content });
      const signIn = await visits(browser, `${serving.url}/auth/signin`, null);
      const session = { name: 'hubkeep_session', value: account.token };
      const item = await visits(browser, itemAddress(serving.url, account, id), session);
      const rows: BenchRow[] = [
        {
          work: 'sign-in page: JavaScript, gz',
          value: signIn.scriptBytes / KILOBYTE,
          unit: 'kB',
          goal: { value: 220, atMost: true },
        },
        {
          work: 'sign-in page: first contentful paint, cold',
          value: signIn.firstPaintMs,
          unit: 'ms',
          goal: { value: 250, atMost: true },
        },
        {
          work: 'item page, signed in: JavaScript, gz',
          value: item.scriptBytes / KILOBYTE,
          unit: 'kB',
          goal: { value: 280, atMost: true },
        },
        {
          work: 'item page, signed in: largest contentful paint, cold',
          value: item.largestPaintMs,
          unit: 'ms',
          goal: { value: 400, atMost: true },
        },
      ];
      return rows;
    } finally {
      await browser.close();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
