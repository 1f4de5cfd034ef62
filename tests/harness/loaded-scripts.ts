import type { Page } from '@playwright/test';
import { expect, waitForHydration, waitForIdle } from './browser.ts';

/** The scripts that a page loads, from this call on. */
export type LoadedScripts = {
  /**
   * Waits until the page's own scripts have run and none of their requests is pending: neither scripts that
   * are imported late or once the browser is idle, nor data whose arrival imports some.
   */
  settle(): Promise<void>;
  /** The text of every requested script, on all pages so far. @throws where one can't be read */
  texts(): Promise<string[]>;
};

/** Records the scripts that a page requests; their texts are fetched by URL, so that none is missed. */
export function recordScripts(page: Page): LoadedScripts {
  const scripts = new Set<string>();
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.add(request.url())));
  return {
    async settle() {
      await waitForHydration(page);
      await waitForIdle(page);
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
