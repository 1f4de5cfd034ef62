import { test as base } from './browser.ts';
import { removeDataDir, startProcess, type TestProcess } from './process.ts';
import { type MailServer, startMailServer } from './smtp.ts';

/**
 * The built app on a server that sends mail, and the mail server that receives it; one for all tests of a
 * worker.
 */
export const test = base.extend<object, { hubkeep: TestProcess & { mail: MailServer } }>({
  hubkeep: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const mail = await startMailServer();
      const server = await startProcess({ env: { SMTP_URL: mail.url }, timeout: 300_000 });
      await use({ ...server, mail });
      await server.stop();
      await mail.stop();
      await removeDataDir(server.dataDir);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ hubkeep }, use) => use(hubkeep.url),
});
