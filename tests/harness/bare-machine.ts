import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The machine's network settings are passed on; nothing else of its environment is. */
const NETWORK = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'npm_config_registry'],
];

/** A machine with Node and a clone of Hubkeep, and nothing else. */
export type BareMachine = {
  /** Contains all of it. */
  folder: string;
  /** The clone. */
  root: string;
  env: Record<string, string>;
  remove(): Promise<void>;
};

/** A program of the machine itself, not one from a package. */
function machinesOwn(name: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const folder = folders.find(
    (one) => one && !one.split(sep).includes('node_modules') && existsSync(join(one, name)),
  );
  if (!folder) throw new Error(`This machine has no ${name} of its own on its PATH, which this test needs.`);
  return join(folder, name);
}

/** What a clone does not have: the paths of .gitignore (at the top, all of it). */
async function isInClone(): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(ROOT, '.gitignore'), 'utf8')).trimEnd().split('\n');
  const ignored = new Set(['.git', ...lines.map((line) => line.trim().replace(/^\/|\/$/g, ''))]);
  return (path) => !ignored.has(path.slice(ROOT.length + 1));
}

/** Copies the files of a clone into an empty folder, with an empty home and an empty npm cache. */
export async function makeBareMachine(): Promise<BareMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-test-bare-'));
  const root = join(folder, 'hubkeep');
  const bin = join(folder, 'bin');
  const home = join(folder, 'home');
  const cache = join(folder, 'npm-cache');
  await cp(ROOT, root, { recursive: true, filter: await isInClone() });
  for (const made of [bin, home, cache]) await mkdir(made);
  for (const name of ['node', 'npm']) await symlink(machinesOwn(name), join(bin, name));
  const network = NETWORK.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    folder,
    root,
    env: {
      ...Object.fromEntries(network),
      PATH: [bin, '/usr/bin', '/bin'].join(delimiter),
      HOME: home,
      npm_config_cache: cache,
      npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}
