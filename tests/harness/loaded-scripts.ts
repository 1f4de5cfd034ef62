import type { Page, Request } from '@playwright/test';
import { expect, waitForHydration } from './browser.ts';

/** The scripts that a page loads, from this call on. */
export type LoadedScripts = {
  /**
   * Waits until the page's own scripts have run and none of their requests is pending: neither scripts that
   * are imported late, nor data whose arrival imports some.
   */
  settle(): Promise<void>;
  /** The text of every requested script, on all pages so far. @throws where one can't be read */
  texts(): Promise<string[]>;
};

/** Records the scripts that a page requests; their texts are fetched by URL, so that none is missed. */
export function recordScripts(page: Page): LoadedScripts {
  const scripts = new Set<string>();
  const pending = new Set<Request>();
  let requests = 0;
  const finish = (request: Request) => pending.delete(request);
  page.on('request', (request) => {
    requests += 1;
    pending.add(request);
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  return {
    async settle() {
      await waitForHydration(page);
      for (let before = -1; before !== requests; ) {
        before = requests;
        await expect.poll(() => pending.size, 'requests on their way').toBe(0);
        // What a response or an effect starts has started by then.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      }
    },
    texts: () =>
      Promise.all(
        [...scripts].map(async (url) => {
          const response = await page.request.get(url);
          expect(response.status(), url).toBe(200);
          return response.text();
        }),
      ),
  };
}
