import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { benchAccount, createItem } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { watchKeys } from './keystroke.ts';
import { COLUMNS, fill, ROWS } from './large-table.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const TURNS = 240;
/** Pixels of one turn of a wheel: about 16 rows. */
const WHEEL = 600;
const KEYS = 60;
/** A display shows 60 frames a second. */
const FRAME_MS = 1000 / 60;

/** Notes in the page when frames come, until it is stopped. */
function watchFrames(): void {
  const times: number[] = [];
  const note = (now: number) => {
    times.push(now);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  Object.assign(window, { frameTimes: times });
}

/** Turns the wheel as fast as frames come, down or to the right. @returns milliseconds between frames */
async function framesOf(page: Page, direction: 'down' | 'right' = 'down'): Promise<number[]> {
  await page.evaluate(watchFrames);
  for (let turn = 0; turn < TURNS; turn += 1) {
    // At the last column, back to the first.
    const beside = turn < TURNS / 2 ? WHEEL : -WHEEL;
    await page.mouse.wheel(direction === 'down' ? 0 : beside, direction === 'down' ? WHEEL : 0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const times: number[] = await page.evaluate(() => Reflect.get(window, 'frameTimes'));
  return times.slice(1).map((time, at) => time - (times[at] ?? time));
}

/** Bytes of objects in a page that are left after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Presses an arrow key again and again. @returns milliseconds from each to its paint */
async function keysOf(page: Page): Promise<number[]> {
  await page.evaluate(watchKeys);
  for (let n = 1; n <= KEYS; n += 1) {
    await page.keyboard.press('ArrowDown');
    await page.evaluate((count) => Reflect.get(window, 'keystrokes').painted(count), n);
  }
  return page.evaluate(() => Reflect.get(window, 'keystrokes').times);
}

/** A page with as many lines as a browser lays out at once: what it needs to scroll without a program. */
async function bareFrames(browser: Browser): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const line = `<div style="display:flex">${'<span style="width:180px">A text of a cell</span>'.repeat(8)}</div>`;
  await page.setContent(`<!doctype html>${line.repeat(4_000)}`);
  await page.mouse.move(700, 500);
  const frames = await framesOf(page);
  await page.close();
  return frames;
}

/** The grid of a table of a million rows in a real browser: frames while it is scrolled, its last row, keys. */
export const scrollingBench: Bench = {
  name: 'scrolling',
  async run(): Promise<BenchRow[]> {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const client = new pg.Client(databaseOf(dataDir));
    await client.connect();
    const browser = await chromium.launch(await chromiumLaunch());
    try {
      const account = await benchAccount(serving.url);
      const id = await createItem(account, {
        kind: 'table',
        title: 'Harbour',
        content: { columns: COLUMNS },
      });
      await fill(client, id);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ name: 'hubkeep_session', value: account.token, url: serving.url }]);
      const page = await context.newPage();
      const opened = performance.now();
      await page.goto(`${serving.url}/${account.handle}/${account.space}/${id}`);
      await page.getByRole('row').nth(20).waitFor();
      const firstRows = performance.now() - opened;
      await page.getByRole('gridcell').first().click();
      await page.waitForLoadState('networkidle');
      await page.mouse.move(800, 600);
      const frames = await framesOf(page);
      await page.waitForLoadState('networkidle');
      const keys = await keysOf(page);
      const across = COLUMNS.length > 20 ? await framesOf(page, 'right') : [];
      const began = performance.now();
      await page.keyboard.press('Control+End');
      await page
        .locator(`[role=row][aria-rowindex="${ROWS + 1}"] [data-open]`)
        .waitFor({ state: 'attached' });
      const last = performance.now() - began;
      const heap = await heapOf(page);
      const memory = serving.residentBytes();
      const bare = await bareFrames(browser);
      const floor = (share: number) => ({ what: 'a page of 4,000 lines', value: percentile(bare, share) });
      const work = `grid of ${ROWS.toLocaleString('en')} rows and ${COLUMNS.length} columns`;
      return [
        {
          work: `${work}: its first rows shown, after the address was entered`,
          value: firstRows,
          unit: 'ms',
        },
        ...[0.5, 0.95].map((share) => ({
          work: `${work}: from frame to frame while it is scrolled, p${share * 100}`,
          ...{ value: percentile(frames, share), unit: 'ms', floor: floor(share) },
          goal: { value: FRAME_MS * 1.05, atMost: true },
          note: `${frames.filter((ms) => ms > 2 * FRAME_MS).length} of ${frames.length} frames took longer than two`,
        })),
        ...(across.length > 0 ? [0.5, 0.95] : []).map((share) => ({
          work: `${work}: from frame to frame while its columns are scrolled, p${share * 100}`,
          ...{ value: percentile(across, share), unit: 'ms', floor: floor(share) },
          goal: { value: FRAME_MS * 1.05, atMost: true },
          note: `${across.filter((ms) => ms > 2 * FRAME_MS).length} of ${across.length} frames took longer than two`,
        })),
        ...[0.5, 0.95].map((share) => ({
          work: `${work}: an arrow key, to its paint, p${share * 100}`,
          ...{ value: percentile(keys, share), unit: 'ms' },
          goal: { value: 16, atMost: true },
        })),
        { work: `${work}: its last row shown, after Ctrl+End`, value: last, unit: 'ms' },
        {
          work: `${work}: objects in the page after all that, collected`,
          ...{ value: heap / 1024 ** 2, unit: 'MiB' },
          note: `the server ${(memory / 1024 ** 2).toFixed(0)} MiB; load ${loadavg()[0]?.toFixed(1)}`,
        },
      ];
    } finally {
      await browser.close();
      await client.end();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
