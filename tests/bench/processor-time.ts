import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter(Boolean)
    .map(Number);

/** Bytes of memory that a process and those below it use, without the database's. */
export function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  if (/^Name:\s+postgres/m.test(status)) return 0;
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  return childrenOf(pid).reduce((sum, child) => sum + residentBytesOf(child), own);
}

/**
 * Milliseconds of processor time that a process has used, and, where wanted, those below it: PostgreSQL, readers of
 * files. Unlike wall-clock time it hardly depends on what else the machine does.
 */
export function processorTime(pid: number, { descendants = false } = {}): number {
  // The name, which may contain blanks, is in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // With those of children that have ended.
  const [user = 0, system = 0, ofEndedUser = 0, ofEndedSystem = 0] = fields.slice(11, 15).map(Number);
  const own = (user + system + (descendants ? ofEndedUser + ofEndedSystem : 0)) * TICK_MS;
  if (!descendants) return own;
  return childrenOf(pid).reduce((sum, child) => sum + processorTime(child, { descendants }), own);
}

/** What a part of a measurement cost, each, in milliseconds of processor time: of the server, and of all below it. */
export async function costOfEach(pid: number, count: number, run: () => Promise<unknown>): Promise<string> {
  const before = { own: processorTime(pid), all: processorTime(pid, { descendants: true }) };
  await run();
  const own = processorTime(pid) - before.own;
  const below = processorTime(pid, { descendants: true }) - before.all - own;
  return `processor time each: Node ${(own / count).toFixed(1)} ms, PostgreSQL ${(below / count).toFixed(1)} ms`;
}
