import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ENTRY = fileURLToPath(new URL('./child/main.ts', import.meta.url));

export type Confinement = { command: string; args: string[]; env: NodeJS.ProcessEnv };

/** The heap of JavaScript, and all memory together, that a child may use, in MiB. */
export type MemoryLimits = { heapMiB: number; totalMiB: number };

const works = (command: string, args: string[]) =>
  spawnSync(command, [...args, 'true'], { stdio: 'ignore', timeout: 5000 }).status === 0;

let wrappers: string[][] | undefined;

/** The confinement of Linux that works here: without network; with a limit on memory of every kind. */
function availableWrappers(limits: MemoryLimits): string[][] {
  if (!wrappers) {
    const isolation = [
      ['unshare', '--net'],
      ['unshare', '--user', '--map-current-user', '--net'],
    ].find(([command = '', ...args]) => process.platform === 'linux' && works(command, args));
    wrappers = isolation ? [isolation] : [];
    if (process.platform === 'linux' && works('prlimit', ['--core=0']))
      wrappers.push(['prlimit', '--core=0']);
  }
  // V8 and WebAssembly reserve far more address space than they use, so not --as but --data, which counts
  // writable memory.
  return wrappers.map((wrapper) =>
    wrapper[0] === 'prlimit' ? [...wrapper, `--data=${(limits.totalMiB + 512) * 1024 * 1024}`] : wrapper,
  );
}

/**
 * How to start a child that reads untrusted bytes: Node's permission model lets it read only the program
 * itself, its environment is empty, and where the system allows it has no network and bounded memory.
 */
export function confinement(limits: MemoryLimits): Confinement {
  const node = [
    process.execPath,
    '--permission',
    `--allow-fs-read=${ROOT}node_modules/*`,
    `--allow-fs-read=${ROOT}lib/*`,
    `--allow-fs-read=${ROOT}server/platform/extraction/*`,
    `--allow-fs-read=${ROOT}package.json`,
    '--allow-addons',
    `--max-old-space-size=${limits.heapMiB}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ENTRY,
  ];
  const [command = '', ...args] = [...availableWrappers(limits).flat(), ...node];
  return {
    command,
    args,
    env: {
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      NODE_ENV: 'production',
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
    },
  };
}
