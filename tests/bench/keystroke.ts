import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { benchAccount, benchForm } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

const FIELDS = 500;
const CONDITIONS = 200;
const KEYSTROKES = 200;
/** A field that conditions refer to. */
const TYPED = 'f3';

/** A form of 500 fields on one page, where 200 have conditions on others. */
const fields = Array.from({ length: FIELDS }, (_, n) => ({
  id: `f${n}`,
  name: `f${n}`,
  label: `Field ${n}`,
  type: n % 10 === 9 ? 'textarea' : 'text',
  required: false,
  ...(n >= FIELDS - CONDITIONS
    ? {
        visible_if: {
          or: [
            { field: `f${n % 50}`, op: 'contains', value: 'x' },
            { field: `f${(n * 7) % 250}`, op: 'is_not_empty' },
          ],
        },
      }
    : {}),
}));

/** Records in the page when the frame after each key is painted. */
export function watchKeys(): void {
  const times: number[] = [];
  const waiting: (() => void)[] = [];
  const painted = (count: number) =>
    times.length >= count ? undefined : new Promise<void>((resolve) => waiting.push(resolve));
  Object.assign(window, { keystrokes: { times, painted } });
  document.addEventListener(
    'keydown',
    (event) => {
      const began = event.timeStamp;
      requestAnimationFrame(() => {
        // A message is handled after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          times.push(performance.now() - began);
          waiting.shift()?.();
        };
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

/**
 * Times from each key to the frame that shows its effect, in milliseconds. Nothing polls the page meanwhile:
 * that would cause frames of its own, for which the next key would wait.
 */
async function measure(page: Page): Promise<number[]> {
  await page.evaluate(watchKeys);
  await page.locator(`[name="${TYPED}"]`).click();
  for (let n = 1; n <= KEYSTROKES; n += 1) {
    // Now and then the letter that shows and hides other fields.
    await page.keyboard.press(n % 8 === 4 ? 'x' : n % 8 === 5 ? 'Backspace' : 'a');
    await page.evaluate((count) => Reflect.get(window, 'keystrokes').painted(count), n);
  }
  return page.evaluate(() => Reflect.get(window, 'keystrokes').times);
}

/** A keystroke in a large form, in a real browser, from the key to the paint. */
export const keystrokeBench: Bench = {
  name: 'keystroke',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const launch = await chromiumLaunch();
    const browser = await chromium.launch({
      ...launch,
      // Frames are painted as soon as they are ready: this measures the work, not the wait for the display.
      args: [...(launch.args ?? []), '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    });
    try {
      const account = await benchAccount(serving.url);
      const slug = await benchForm(account, { title: 'Large form', fields });
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.setContent(`<!doctype html><textarea name="${TYPED}"></textarea>`);
      const bare = await measure(page);
      await page.goto(`${serving.url}/f/${slug}`, { waitUntil: 'networkidle' });
      const times = await measure(page);
      const row = (name: string, share: number): BenchRow => ({
        work: `a keystroke in a form of 500 fields with 200 conditions, to its paint, ${name}`,
        value: percentile(times, share),
        unit: 'ms',
        goal: { value: 16, atMost: true },
        floor: { what: 'a page with one bare text area', value: percentile(bare, share) },
      });
      return [row('median', 0.5), row('p95', 0.95)];
    } finally {
      await browser.close();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
