import { test as base } from './browser.ts';
import { freePort } from './free-port.ts';
import { removeDataDir, startProcess, type TestProcess } from './process.ts';
import { type SignOnProvider, startSignOnProvider } from './sign-on-provider.ts';

/** The built app with single sign-on, and its provider; one for all tests of a worker. */
export const test = base.extend<object, { hubkeep: TestProcess & { provider: SignOnProvider } }>({
  hubkeep: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const port = await freePort();
      const provider = await startSignOnProvider(`http://127.0.0.1:${port}`);
      const server = await startProcess({ port, env: provider.env, timeout: 300_000 });
      await use({ ...server, provider });
      await server.stop();
      await provider.stop();
      await removeDataDir(server.dataDir);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ hubkeep }, use) => use(hubkeep.url),
});
