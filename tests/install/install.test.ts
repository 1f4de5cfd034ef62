import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { type BareMachine, makeBareMachine } from '#tests/harness/bare-machine.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { spawnProgram, startProcess, stopDatabase, type TestProcess } from '#tests/harness/process.ts';
import { expectData } from '#tests/harness/responses.ts';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { shareBuild } from '../../scripts/shared-build.mjs';

/** The installation is downloaded: how long that takes is the network's to say. */
const FIRST_START_MS = 8 * 60_000;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let machine: BareMachine;
let running: TestProcess | null = null;
let person: TestAccount;

beforeAll(async () => {
  machine = await makeBareMachine();
});
afterEach(() => stopAll());
afterAll(() => machine.remove());

/** Ends npm and whatever it started: a test that failed must not leave a server behind. */
async function stopAll(): Promise<void> {
  const pid = running?.child.pid;
  running = null;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
  await stopDatabase(join(machine.root, 'data'));
}

/** `npm run <script>` as its reader types it, with a port of its own. */
async function npmRun(
  script: string,
  { user, ...options }: { user?: number; timeout?: number } = {},
): Promise<TestProcess> {
  running = await startProcess({
    ...options,
    dataDir: join(machine.root, 'data'),
    begin: ({ PORT }) => {
      // Of this process's own surroundings nothing is handed on.
      const env = Object.entries({ ...machine.env, PORT }).map(([name, value]) => `${name}=${value}`);
      const npm = script === 'start' ? ['npm', 'start'] : ['npm', 'run', script];
      return spawnProgram('env', ['-i', ...env, ...npm], {
        ...(user === undefined ? {} : { uid: user, gid: user }),
        cwd: machine.root,
        detached: true,
      });
    },
  });
  return running;
}

const STAMPS = [
  'node_modules/.hubkeep-install.json',
  '.next/hubkeep-build.json',
  '.cache/server/bundle.json',
];
const stamps = () =>
  Promise.all(
    STAMPS.map(async (name) => {
      const path = join(machine.root, name);
      return [await readFile(path, 'utf8'), (await stat(path)).mtimeMs];
    }),
  );

async function expectServed({ url, output }: TestProcess): Promise<void> {
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const page = await fetch(`${url}/auth/signup`);
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<form[^>]*>.*type="password"/s);
  expect(
    output()
      .split('\n')
      .filter((line) => line.includes(url)),
  ).toHaveLength(1);
}

async function startFirst(): Promise<void> {
  const hubkeep = await npmRun('start', { timeout: FIRST_START_MS }).catch((error: Error) => {
    const why = /The installation failed/.test(error.message)
      ? 'The packages could not be fetched: this test needs a package registry in reach.\n'
      : '';
    throw new Error(`${why}${error.message}`);
  });
  expect(hubkeep.output()).toMatch(/Installing what Hubkeep needs.*Building the pages/s);
  await expectServed(hubkeep);
  person = await registerUser(hubkeep.client);
  expect(await hubkeep.stop()).toBe(0);
  await expect(fetch(`${hubkeep.url}/healthz`)).rejects.toThrow();
  // The other parts of a whole run do not build the same once more.
  const shared = process.env.HUBKEEP_SHARED_BUILD;
  if (shared) shareBuild(shared, machine.root);
}

let first: Promise<void> | null = null;
/** Each test stands on the first start, also when it is run alone. */
function started(): Promise<void> {
  first ??= startFirst();
  return first;
}

it('npm start installs, builds, serves and exits with 0 where only Node is installed', started);

it('the second start installs and builds nothing, and has the stored data', async () => {
  await started();
  const before = await stamps();
  // Within how many seconds is asked where nothing else takes the processor (tests/api/process.test.ts).
  const hubkeep = await npmRun('start');
  expect(hubkeep.output()).not.toMatch(/Installing|Building/);
  await expectServed(hubkeep);
  expect(await stamps()).toEqual(before);
  expect(expectData(await hubkeep.client.as(person).get('auth/me/')).id).toBe(person.user.id);
  expect(await hubkeep.stop()).toBe(0);
});

it('npm run dev shows a changed component in the open page', async () => {
  await started();
  const path = join(machine.root, 'components', 'ui', 'FormHeading.tsx');
  const source = await readFile(path, 'utf8');
  const changed = source.replace('<h1>{title}</h1>', '<h1>{title}, as changed</h1>');
  expect(changed).not.toBe(source);
  const hubkeep = await npmRun('dev', { timeout: 120_000 });
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const page = await browser.newPage();
    // Over it the page gets change events.
    const socket = page.waitForEvent('websocket', { timeout: 120_000 });
    await page.goto(`${hubkeep.url}/auth/signin`, { timeout: 120_000 });
    const heading = page.getByRole('heading', { level: 1 });
    await heading.getByText('Welcome back', { exact: true }).waitFor();
    await socket;
    const after = heading.getByText('Welcome back, as changed', { exact: true });
    let saves = 0;
    // A change that is saved before the page has subscribed to this very file reaches it with the next one.
    await eventually(async () => {
      saves += 1;
      await writeFile(path, `${changed}// ${saves}\n`);
      await after.waitFor({ timeout: 10_000 });
    }, 60_000);
  } finally {
    await browser.close();
    await writeFile(path, source);
  }
  expect(await hubkeep.stop()).toBe(0);
});

it.runIf(isRoot)('starts as an ordinary user from a folder of their own', async () => {
  await started();
  await promisify(execFile)('chown', ['-R', `${NOBODY}:${NOBODY}`, machine.folder]);
  const hubkeep = await npmRun('start', { user: NOBODY });
  expect(hubkeep.output()).not.toMatch(/Installing|Building/);
  await expectServed(hubkeep);
  expect(await hubkeep.stop()).toBe(0);
});
