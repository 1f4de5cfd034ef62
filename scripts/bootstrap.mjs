// Runs before anything is installed, on the Node of the machine (20.9 or newer): plain JavaScript, no imports
// from node_modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The Node that Hubkeep installs for itself (24), from a package for the platform. */
export const OWN_NODE = join(
  ROOT,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
);
const LEAST_NODE = [20, 9];
const OWN_MAJOR = 24;

const INSTALL_STAMP = join(ROOT, 'node_modules', '.hubkeep-install.json');
/** Exists once development dependencies are installed, even by a manual `npm ci`. */
const TEST_RUNNER = join(ROOT, 'node_modules', 'vitest');

/** @param {string} message */
export function fail(message) {
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
  alone(ROOT, 'install', () => {
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
