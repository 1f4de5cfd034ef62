import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './scripts/chromium.mjs';

const launchOptions = await chromiumLaunch();
const report = process.env.HUBKEEP_TEST_REPORT;

/** Every test runs on a wide screen; those tagged `@phone` on a narrow one too. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  globalSetup: './tests/harness/browser-server.ts',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Tests wait for pages, and pages for the server: twice as many as the slowest machine has cores.
  workers: 4,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions,
    // Writing down each state of the document takes a tenth of the processor's time: ask for it where it is needed,
    // with `--trace=retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Screens move for people who like it; tests read the same screens at rest.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});
