import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { benchAccount, benchForm } from './account.ts';
import { type Bench, percentile } from './bench.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

const FIELDS = 500;
const CONDITIONS = 200;
const KEYSTROKES = 200;
/** A field that conditions ask for. */
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

/** Times from each key to the frame that shows what it did, in milliseconds, as the browser sees it. */
async function measure(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keystrokes: times });
    document.addEventListener(
      'keydown',
      (event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => {
          // A message is handled after the frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - began);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  const control = page.locator(`[name="${TYPED}"]`);
  await control.click();
  for (let n = 0; n < KEYSTROKES; n += 1) {
    // Now and then the letter that shows and hides others.
    await page.keyboard.press(n % 8 === 3 ? 'x' : n % 8 === 4 ? 'Backspace' : 'a');
    await page.waitForFunction((count) => Reflect.get(window, 'keystrokes').length > count, n);
  }
  return page.evaluate(() => Reflect.get(window, 'keystrokes'));
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
      // Frames come as soon as they are ready: what is measured is the work, not the wait for the screen.
      args: [...(launch.args ?? []), '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    });
    try {
      const account = await benchAccount(serving.url);
      const slug = await benchForm(account, { title: 'Large form', fields });
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${serving.url}/f/${slug}`, { waitUntil: 'networkidle' });
      const times = await measure(page);
      const goal = { value: 16, atMost: true };
      const work = 'a keystroke in a form of 500 fields with 200 conditions, to its paint';
      return [
        { work: `${work}, median`, value: percentile(times, 0.5), unit: 'ms', goal },
        { work: `${work}, p95`, value: percentile(times, 0.95), unit: 'ms', goal },
      ];
    } finally {
      await browser.close();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
