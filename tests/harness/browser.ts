import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
  type WebSocket,
} from '@playwright/test';
import { findEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { expectAccessible, expectAccessibleStructure } from './accessibility.ts';
import type { TestAccount } from './accounts.ts';
import { type Client, createClient } from './client.ts';
import { insertAccountsInto } from './inserted-accounts.ts';
import { watchStorage } from './owned-storage.ts';

type Fixtures = {
  /** The API of the server under test, as a visitor. */
  api: Client;
  /** Problems that this test brings about on purpose. */
  expectedProblems: RegExp[];
  /**
   * Whether `waitForIdle` and `goOffline` know what a page still requests. Off where no test of a file calls them: a third of
   * Playwright's own work for a page is to report its requests.
   */
  recordsRequests: boolean;
  /** Fails the test on any error that the browser reports. */
  watch: undefined;
};

type WorkerFixtures = {
  /** Accounts of the run's server are written to its database. */
  insertedAccounts: undefined;
};

/**
 * Many tests are about refused requests, or disable the network; the browser's own message about them is ignored. It says
 * that it is disconnected only where a test made it so.
 */
const REFUSED_OR_OFFLINE =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/;

/** The requests of each context's pages that have no response yet. */
const pendingRequests = new WeakMap<BrowserContext, Map<Request, Page>>();

/** The page that makes a request; null where that is a service worker. */
function pageOf(request: Request): Page | null {
  try {
    return request.serviceWorker() ? null : request.frame().page();
  } catch {
    // It loads the page itself, and has no frame yet.
    return null;
  }
}

/** Records what the pages of a context still wait for: requests, and functions that they call once they are idle. */
async function watchPendingWork(context: BrowserContext): Promise<void> {
  const pending = new Map<Request, Page>();
  pendingRequests.set(context, pending);
  const removePending = (request: Request) => void pending.delete(request);
  context.on('request', (request) => {
    const page = pageOf(request);
    if (page) pending.set(request, page);
  });
  context.on('requestfinished', removePending);
  context.on('requestfailed', removePending);
  await context.addInitScript(() => {
    const waiting = new Set<number>();
    const show = () => {
      document.documentElement.dataset.idleCallbacks = String(waiting.size);
    };
    const request = window.requestIdleCallback.bind(window);
    const cancel = window.cancelIdleCallback.bind(window);
    window.requestIdleCallback = (work, options) => {
      const id = request(async (deadline) => {
        // One that loads something is pending until that has come.
        try {
          await work(deadline);
        } finally {
          waiting.delete(id);
          show();
        }
      }, options);
      waiting.add(id);
      show();
      return id;
    };
    window.cancelIdleCallback = (id) => {
      cancel(id);
      waiting.delete(id);
      show();
    };
  });
}

/** Errors on the console (including hydration and security policy), and uncaught errors. */
async function watchProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  // The console does not show code from text (eval) that was blocked; this event does.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`content security policy: ${effectiveDirective} blocked ${blockedURI} (${sourceFile})`),
    );
  });
  await watchStorage(context);
  context.on('console', (message) => {
    const text = message.text();
    const isProblem = message.type() === 'error' || /hydrat|content security policy/i.test(text);
    if (isProblem && !REFUSED_OR_OFFLINE.test(text)) problems.push(`${message.location().url}: ${text}`);
  });
  context.on('weberror', (error) =>
    problems.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  );
  return problems;
}

/** Playwright's `test` against the server of this run; an error that the browser reports fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  insertedAccounts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { HUBKEEP_TEST_URL: url = '', HUBKEEP_TEST_DATA_DIR: dataDir = '' } = process.env;
      const database = findEmbeddedPostgres(dataDir);
      if (!database) throw new Error('The server under test has no database of its own');
      const stopInserting = await insertAccountsInto(url, database, { secretKey: null, dataDir });
      await use(undefined);
      await stopInserting();
    },
    { scope: 'worker', auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => use(process.env.HUBKEEP_TEST_URL),
  expectedProblems: [[], { option: true }],
  recordsRequests: [false, { option: true }],
  watch: [
    async ({ context, expectedProblems, recordsRequests }, use) => {
      if (recordsRequests) await watchPendingWork(context);
      const problems = await watchProblems(context);
      await use(undefined);
      const unexpected = problems.filter((problem) => !expectedProblems.some((known) => known.test(problem)));
      expect(unexpected, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ baseURL }, use) => use(createClient(baseURL ?? '')),
});

export { expect, expectAccessible };

/** Gives the browser this user's session, as a sign-in does. */
export async function signIn(page: Page, person: TestAccount): Promise<void> {
  const response = await page.context().request.post('/api/token/', { data: { token: person.token } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Takes the session from the browser. Its page is left before: it would continue connecting without one, which the browser reports. */
export async function clearSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Opens a page and waits until its scripts run: earlier input would not reach them. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await waitForHydration(page);
}

/**
 * Opens a page and waits until it has no more requests, as a test must before it disables its network or sets
 * its clock.
 */
export async function openSettledPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}

/** Waits until a page has no requests, and none of the code left that it loads ahead once it is idle. */
export async function waitForIdle(page: Page): Promise<void> {
  const pending = pendingRequests.get(page.context());
  if (!pending) throw new Error('Nothing records its requests: test.use({ recordsRequests: true })');
  await page.waitForLoadState('networkidle');
  const countPending = async () => {
    const idleCallbacks = await page.evaluate(async () => {
      // What a response or an effect starts has started by then.
      await new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1000 }));
      await new Promise((done) => setTimeout(done));
      return Number(document.documentElement.dataset.idleCallbacks ?? 0);
    });
    return idleCallbacks + [...pending.values()].filter((of) => of === page).length;
  };
  let quiet = 0;
  await expect
    .poll(
      async () => {
        quiet = (await countPending()) === 0 ? quiet + 1 : 0;
        return quiet;
      },
      { intervals: [50], timeout: 60_000, message: 'looks in a row at a page without requests' },
    )
    .toBe(2);
}

/** Disables the network of a page once it has loaded all that it loads by itself. */
export async function goOffline(page: Page): Promise<void> {
  await waitForIdle(page);
  await page.context().setOffline(true);
}

/** Waits until the page is hydrated, which Next records as a performance entry. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('Next.js-hydration').length > 0);
}

/**
 * Opens a page, and waits until its socket is open too: a browser reports one when it begins to connect,
 * which the server may still refuse, and events before it is open are published to nobody.
 * @returns the socket
 */
export async function openConnectedPage(page: Page, path: string): Promise<WebSocket> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  const open = new Promise<void>((resolve) => {
    protocol.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
      if (response.status === 101) resolve();
    });
  });
  const begun = page.waitForEvent('websocket', (socket) => socket.url().includes('/ws?hub='));
  await page.goto(path);
  const socket = await begun;
  await open;
  await protocol.detach();
  return socket;
}

/** The page is no wider than its window: no horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content, 'width of the content').toBeLessThanOrEqual(window);
}

/** The window of a phone, as the project `phone` has it. */
const PHONE = { width: 390, height: 844 };

/**
 * The page scrolls sideways neither in its window nor in a phone's, and is accessible there too. Its window is resized,
 * which takes a tenth of the time of the same test on a phone: that is for what works in another way there.
 */
export async function expectFitsPhone(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  const own = page.viewportSize();
  if (!own || own.width <= PHONE.width) return;
  await page.setViewportSize(PHONE);
  // What renders in another way there has rendered by then.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expectNoSidewaysScroll(page);
  await expectAccessibleStructure(page);
  await page.setViewportSize(own);
}
