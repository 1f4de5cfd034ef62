// Runs before anything is installed, on the Node of the machine (20.9 or newer): plain JavaScript, no imports
// from node_modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The Node that Hubkeep installs for itself (24), from a package for the platform. */
const OWN_NODE = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const LEAST_NODE = [20, 9];
const OWN_MAJOR = 24;

const INSTALL_STAMP = join(ROOT, 'node_modules', '.hubkeep-install.json');
/** Exists once development dependencies are installed, even by a manual `npm ci`. */
const TEST_RUNNER = join(ROOT, 'node_modules', 'vitest');
const BUILD_FOLDER = join(ROOT, process.env.HUBKEEP_BUILD_DIR ?? '.next');
const BUILD_STAMP = join(BUILD_FOLDER, 'hubkeep-build.json');

/** The sources of the built pages. */
const BUILD_SOURCES = [
  'pages',
  'components',
  'context',
  'services',
  'lib',
  'locales',
  'styles',
  'public',
  'scripts/build-theme.ts',
  'next.config.ts',
  'package-lock.json',
];

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @param {string} path @returns {unknown} */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    fail(`Hubkeep needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
}

const WAIT_MS = 500;
const NAMELESS_MS = 5_000;

/**
 * Runs `work` while no other process of this checkout runs the same; waits for a running one, takes over from
 * one that was killed.
 * @param {string} name @param {() => void} work
 */
function alone(name, work) {
  const folder = join(ROOT, '.cache');
  const lock = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  while (!take(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
  // `fail` exits the process at once: that must remove the lock, too.
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  work();
  process.off('exit', release);
  release();
}

/** @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Whether the lock's owner has exited; an empty file was just created, or its owner killed while writing.
 * @param {string} lock
 */
function isAbandoned(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    return owner ? !isAlive(owner) : Date.now() - statSync(lock).mtimeMs > NAMELESS_MS;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** @param {string[]} args */
function npm(args) {
  const npmScript = process.env.npm_execpath;
  const [command, first] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []];
  return spawnSync(command, [...first, ...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
    .status;
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

/**
 * Whether the installed packages are those of the lock file.
 * @param {{ dev?: boolean }} options `dev`: also those for tests and checks
 */
export function dependenciesInstalled({ dev = false } = {}) {
  const stamp = readJson(INSTALL_STAMP);
  const fits =
    stamp?.lock === lockHash() &&
    stamp.platform === process.platform &&
    stamp.arch === process.arch &&
    existsSync(OWN_NODE);
  return fits && (stamp.dev || !dev);
}

/**
 * Installs the locked packages where they are missing or differ from the lock file; else does nothing.
 * @param {{ dev?: boolean }} options `dev`: also those for tests and checks
 */
export function ensureInstalled({ dev = false } = {}) {
  if (dependenciesInstalled({ dev })) return;
  alone('install', () => {
    // Another process may have installed them while this one waited.
    if (!dependenciesInstalled({ dev })) install(dev);
  });
}

/** @param {boolean} dev */
function install(dev) {
  const lock = lockHash();
  // Installed development dependencies stay: a start must not remove them.
  const withDev = dev || readJson(INSTALL_STAMP)?.dev === true || existsSync(TEST_RUNNER);
  process.stdout.write('Installing what Hubkeep needs. This takes a minute, once.\n');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const status = npm(['ci', ...quiet, ...(withDev ? ['--include=dev'] : ['--omit=dev'])]);
  if (status !== 0)
    fail('The installation failed; the lines above say why. Run the command again once that is mended.');
  if (!existsSync(OWN_NODE)) {
    fail(`No Node ${OWN_MAJOR} package exists for ${process.platform}-${process.arch}.`);
  }
  writeFileSync(
    INSTALL_STAMP,
    JSON.stringify({ lock, dev: withDev, platform: process.platform, arch: process.arch }),
  );
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addToHash(hash, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name));
    return;
  }
  if (/\.test\.tsx?$/.test(path)) return;
  hash.update(path.slice(ROOT.length)).update(readFileSync(path));
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const source of BUILD_SOURCES) addToHash(hash, join(ROOT, source));
  return hash.digest('hex');
}

/** Builds the pages if their sources have changed since the last build; else does nothing. */
export function ensureBuilt() {
  if (isBuilt()) return;
  alone(`build-${createHash('sha256').update(BUILD_FOLDER).digest('hex').slice(0, 8)}`, () => {
    if (!isBuilt()) build();
  });
}

function isBuilt() {
  return readJson(BUILD_STAMP)?.hash === sourceHash();
}

function build() {
  const hash = sourceHash();
  process.stdout.write('Building the pages. This takes a minute, once.\n');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const run = (...args) => spawnSync(OWN_NODE, args, { cwd: ROOT, env, encoding: 'utf8' });
  const buildPages = () => run(join('node_modules', 'next', 'dist', 'bin', 'next'), 'build');
  const steps = [
    () => run('scripts/build-theme.ts'),
    () => {
      const built = buildPages();
      if (built.status === 0) return built;
      // A killed build, or one over an incomplete installation, leaves a cache with which later builds fail.
      rmSync(BUILD_FOLDER, { recursive: true, force: true });
      return buildPages();
    },
  ];
  for (const step of steps) {
    const { status, stdout, stderr } = step();
    if (status !== 0) fail(`The build failed.\n${stdout}\n${stderr}`);
  }
  writeFileSync(BUILD_STAMP, JSON.stringify({ hash }));
}

/**
 * Continues in this process if it runs on Hubkeep's own Node, else in a child process that does, and exits
 * with its code.
 * @param {string} script @param {string[]} args @param {() => Promise<unknown>} here
 */
export async function withOwnNode(script, args, here) {
  if (Number(process.versions.node.split('.')[0]) === OWN_MAJOR) return here();
  const child = spawn(OWN_NODE, [...process.execArgv, script, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
