import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchAccount, benchAccount } from './account.ts';
import { type Bench, percentile } from './bench.ts';
import { removeFolder, type Serving, startServing, temporaryFolder } from './serving.ts';

const ROUNDS = 20;
const WRITERS = 16;
/** How long documents are written before each kill, in milliseconds. */
const LOAD_MS = 3_000;

const TEXT = 'The keeper counted every puffin on the western rocks before the boat came in. '.repeat(26);

/** Writes documents until the server was killed. @returns the ids of those that were acknowledged */
async function writeUntilKilled(account: BenchAccount, kill: () => void): Promise<string[]> {
  const acknowledged: string[] = [];
  let isKilled = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isKilled) {
      const response = await fetch(`${account.url}/spaces/${account.space}/items/`, {
        method: 'POST',
        headers: { ...account.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'document', title: 'Rocks', content: TEXT }),
      }).catch(() => null);
      if (response?.status !== 201) continue;
      const json: { data: { id: string } } | null = await response.json().catch(() => null);
      if (json) acknowledged.push(json.data.id);
    }
  });
  await sleep(LOAD_MS);
  kill();
  isKilled = true;
  await Promise.all(writers);
  return acknowledged;
}

async function countMissing(account: BenchAccount, ids: readonly string[]): Promise<number> {
  let missing = 0;
  for (let at = 0; at < ids.length; at += WRITERS) {
    const found = await Promise.all(
      ids
        .slice(at, at + WRITERS)
        .map((id) => fetch(`${account.url}/items/${id}/`, { headers: account.headers })),
    );
    missing += found.filter((response) => !response.ok).length;
  }
  return missing;
}

/** The process id of the database server of a data folder. */
function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Repeatedly kills the process under load, every second time with its database, and restarts it. */
export const killBench: Bench = {
  name: 'kill',
  async run() {
    const dataDir = temporaryFolder();
    const times: Record<'alone' | 'both', number[]> = { alone: [], both: [] };
    let acknowledged = 0;
    let missing = 0;
    let serving: Serving = await startServing(dataDir);
    try {
      const first = await benchAccount(serving.url);
      for (let round = 0; round < ROUNDS; round += 1) {
        const account = { ...first, url: `${serving.url}/api/v1` };
        const { pid } = serving;
        const withDatabase = round % 2 === 1;
        const ids = await writeUntilKilled(account, () => {
          if (withDatabase) process.kill(postmasterOf(dataDir), 'SIGKILL');
          process.kill(pid, 'SIGKILL');
        });
        serving = await startServing(dataDir);
        times[withDatabase ? 'both' : 'alone'].push(serving.startedInMs / 1000);
        acknowledged += ids.length;
        missing += await countMissing({ ...account, url: `${serving.url}/api/v1` }, ids);
        process.stderr.write(`round ${round + 1}: ready after ${Math.round(serving.startedInMs)} ms\n`);
      }
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
    const goal = { value: 3, atMost: true };
    return [
      { work: 'ready after SIGKILL under load: p50', value: percentile(times.alone, 0.5), unit: 's', goal },
      { work: 'ready after SIGKILL under load: longest', value: Math.max(...times.alone), unit: 's', goal },
      { work: 'the same, database killed too: p50', value: percentile(times.both, 0.5), unit: 's', goal },
      { work: 'the same, database killed too: longest', value: Math.max(...times.both), unit: 's', goal },
      {
        work: 'acknowledged writes that are missing',
        value: missing,
        unit: `of ${acknowledged}`,
        goal: { value: 0, atMost: true },
      },
    ];
  },
};
