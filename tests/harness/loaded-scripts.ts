import type { Page, Request } from '@playwright/test';
import { expect, waitForHydration } from './browser.ts';

/** What a page loads, from the moment this is called on. */
export type LoadedScripts = {
  /**
   * Waits until the page's own scripts have run and nothing that they asked for is on its way: neither scripts that are
   * imported late, nor data whose arrival imports some.
   */
  settle(): Promise<void>;
  /** The text of every script that was asked for, on all pages so far. @throws where one can't be read */
  texts(): Promise<string[]>;
};

/** Records the scripts that a page asks for; their texts are read by their addresses, so that none is lost. */
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
        // What a response or an effect begins is begun by then.
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
