// What is made of the sources before a start: the pages, and one program of the server's many files. Both are made again
// where a source has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';
import { fail, OWN_NODE, ROOT } from './bootstrap.mjs';
import { compileAhead } from './compile-ahead.mjs';
import { compressBuild } from './compress-build.mjs';
import { copySharedBuild, waitForSharedBuild } from './shared-build.mjs';
import { currentStamp, readStamp, readState, writeStamp } from './source-state.mjs';

const BUILD_FOLDER = join(ROOT, process.env.HUBKEEP_BUILD_DIR ?? '.next');
const LOCK = `build-${createHash('sha256').update(BUILD_FOLDER).digest('hex').slice(0, 8)}`;

const STAMP = 'hubkeep-build.json';
const PAGES_STAMP = join(BUILD_FOLDER, STAMP);
const PAGES = {
  root: ROOT,
  sources: [
    ...['pages', 'components', 'context', 'services', 'lib', 'locales', 'styles', 'public'],
    ...['scripts/build-theme.ts', 'scripts/build-messages.ts', 'scripts/used-messages.ts'],
    ...['scripts/message-loader.mjs', 'scripts/compile-ahead.mjs', 'next.config.mjs', 'package-lock.json'],
  ],
};

/** Not with the pages, whose build empties their folder: a process of another role may be running. */
const SERVER_FOLDER = join(ROOT, '.cache', 'server');
const SERVER_STAMP = join(SERVER_FOLDER, 'bundle.json');
/** `scripts/build-server.ts` refuses to take in a file of any other folder. */
const SERVER = {
  root: ROOT,
  sources: ['server', 'lib', 'locales', 'scripts/build-server.ts', 'package.json', 'package-lock.json'],
};

/** @param {string[]} args @param {NodeJS.ProcessEnv} [more] */
function runNode(args, more) {
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...more };
  return spawnSync(OWN_NODE, args, { cwd: ROOT, env, encoding: 'utf8' });
}

/** @returns {string | null} the folder of the built pages; null where there are none, or not those of the sources */
export function currentPages() {
  return currentStamp(PAGES_STAMP, PAGES) ? BUILD_FOLDER : null;
}

/**
 * Builds the pages if their sources have changed since the last build; else does nothing.
 * @param {{ shared?: string }} [options] `shared`: the folder in which another process of this run shares the same pages
 */
export function ensureBuilt({ shared } = {}) {
  if (currentStamp(PAGES_STAMP, PAGES)) return;
  // Before the lock: nobody else waits for a run of the tests.
  const folder = shared ? waitForSharedBuild(shared) : null;
  alone(ROOT, LOCK, () => {
    if (currentStamp(PAGES_STAMP, PAGES)) return;
    if (!folder || !takeSharedPages(folder)) buildPages();
  });
}

/** @param {string} folder @returns {boolean} whether its pages were built of the sources that are here, and are taken */
function takeSharedPages(folder) {
  const state = readState(PAGES);
  if (readStamp(join(folder, STAMP))?.content !== state.content) return false;
  copySharedBuild(folder, BUILD_FOLDER, ROOT);
  writeStamp(PAGES_STAMP, state);
  process.stdout.write('The pages are those that the installation on a bare machine built.\n');
  return true;
}

function buildPages() {
  const state = readState(PAGES);
  process.stdout.write('Building the pages. This takes a minute, once.\n');
  // Who has built here before builds again, after an upgrade or a change: from then on the compiler stores what it did.
  const env = { HUBKEEP_BUILD_CACHE: readStamp(PAGES_STAMP) ? '1' : '0' };
  const runNext = () => runNode([join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], env);
  const steps = [
    () => runNode(['scripts/build-theme.ts']),
    () => runNode(['scripts/build-messages.ts']),
    () => {
      const built = runNext();
      if (built.status === 0) return built;
      // A killed build, or one over an incomplete installation, leaves a cache with which later builds fail.
      rmSync(BUILD_FOLDER, { recursive: true, force: true });
      return runNext();
    },
  ];
  for (const step of steps) {
    const { status, stdout, stderr } = step();
    if (status !== 0) fail(`The build failed.\n${stdout}\n${stderr}`);
  }
  compileAhead(BUILD_FOLDER);
  compressBuild(BUILD_FOLDER);
  // The theme is written among the sources, just as it is there: its times are new.
  const after = readState(PAGES);
  writeStamp(PAGES_STAMP, after.content === state.content ? after : state);
}

/**
 * The program of the server, made where it is missing or its sources have changed. It starts in less than half the time of
 * the sources, and does the same.
 * @returns {string | null} its path; null where it can't be made, and the server starts from its sources
 */
export function ensureServerBundle() {
  const ready = currentBundle();
  if (ready) return ready;
  /** @type {string | null} */
  let made = null;
  alone(ROOT, 'build-server', () => {
    made = currentBundle() ?? buildServer();
  });
  return made;
}

function currentBundle() {
  const stored = currentStamp(SERVER_STAMP, SERVER);
  const entry = stored && join(SERVER_FOLDER, String(stored.folder), 'main.mjs');
  return entry && existsSync(entry) ? entry : null;
}

function buildServer() {
  const state = readState(SERVER);
  const folder = state.content.slice(0, 16);
  mkdirSync(SERVER_FOLDER, { recursive: true });
  // A running process still loads parts of the bundle that it was started from: the last one stays.
  const before = readStamp(SERVER_STAMP)?.folder;
  for (const name of readdirSync(SERVER_FOLDER)) {
    if (name !== before) rmSync(join(SERVER_FOLDER, name), { recursive: true, force: true });
  }
  const { status, stdout, stderr } = runNode(['scripts/build-server.ts', join(SERVER_FOLDER, folder)]);
  if (status !== 0) {
    process.stderr.write(`The server was not bundled, and starts from its sources.\n${stdout}\n${stderr}\n`);
    return null;
  }
  writeStamp(SERVER_STAMP, { ...state, folder });
  return join(SERVER_FOLDER, folder, 'main.mjs');
}
