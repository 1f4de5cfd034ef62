import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

const SECONDS = 10;
/** Requests of the busy member: each starts on schedule, however long the previous ones take. */
const BUSY_PER_SECOND = 80;
/** The interval between reads of the other hub, in milliseconds. */
const READ_EVERY = 25;
const TEXT_BYTES = 14_000_000;
const TEXTS = 4;

/** Response times of a hub's list until `until` is true, in milliseconds. */
async function reading({ url, space, headers }: BenchAccount, until: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (!until()) {
    const begin = performance.now();
    const response = await fetch(`${url}/spaces/${space}/items/`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a read was answered ${response.status}`);
    taken.push(performance.now() - begin);
    await sleep(READ_EVERY);
  }
  return taken;
}

async function readingFor(account: BenchAccount): Promise<number[]> {
  const deadline = performance.now() + SECONDS * 1000;
  return reading(account, () => performance.now() > deadline);
}

/** Writes with idempotency keys, like a client that retries, at a fixed rate. */
async function busy(account: BenchAccount, until: () => boolean): Promise<number> {
  const body = JSON.stringify({ kind: 'document', title: 'Busy', content: 'Some words. '.repeat(20) });
  const open = new Set<Promise<void>>();
  let responseCount = 0;
  while (!until()) {
    const one = fetch(`${account.url}/spaces/${account.space}/items/`, {
      method: 'POST',
      headers: { ...account.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body,
    })
      .then(async (response) => {
        await response.arrayBuffer();
        if (response.ok) responseCount += 1;
      })
      .finally(() => open.delete(one));
    open.add(one);
    await sleep(1000 / BUSY_PER_SECOND);
  }
  await Promise.all(open);
  return responseCount;
}

async function upload({ url, space, headers }: BenchAccount, name: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([text]), name);
  const response = await fetch(`${url}/spaces/${space}/upload/`, { method: 'POST', headers, body: form });
  const { data }: { data: { items: { id: string }[] } } = await response.json();
  const [item] = data.items;
  if (!item) throw new Error(`${name} was not taken`);
  return item.id;
}

/** Milliseconds until an item is previewed and found by search. */
async function untilReady({ url, headers }: BenchAccount, id: string): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const response = await fetch(`${url}/items/${id}/`, { headers });
    const { data }: { data: { processing: { state: string } } } = await response.json();
    if (data.processing.state === 'ready') return performance.now() - begin;
    if (data.processing.state === 'failed') throw new Error('a plain text could not be read');
    await sleep(50);
  }
}

/** Fourteen megabytes of varied words. */
function longText(): string {
  const tokens = Array.from({ length: 5_000 }, (_, at) => `word${(at * 7919) % 50_000}`);
  const line = `${tokens.join(' ')}\n`;
  return line.repeat(Math.ceil(TEXT_BYTES / line.length)).slice(0, TEXT_BYTES);
}

async function besideWrites(quiet: BenchAccount, other: BenchAccount): Promise<BenchRow[]> {
  for (let at = 0; at < 30; at += 1) await createItem(quiet, { kind: 'document', title: `Read ${at}` });
  const alone = await readingFor(quiet);
  let isOver = false;
  const written = busy(other, () => isOver);
  const beside = await readingFor(quiet);
  isOver = true;
  const perSecond = (await written) / SECONDS;
  const note = `${perSecond.toFixed(0)} writes/s were answered`;
  return [0.5, 0.99].map((share) => ({
    work: `a hub’s list beside ${BUSY_PER_SECOND} keyed writes/s of another hub, p${share * 100}`,
    value: percentile(beside, share),
    unit: 'ms',
    floor: { what: 'alone', value: percentile(alone, share) },
    note,
  }));
}

async function besideTexts(quiet: BenchAccount, other: BenchAccount): Promise<BenchRow> {
  const alone = await untilReady(quiet, await upload(quiet, 'alone.txt', 'Eleven byte'));
  const text = longText();
  for (let at = 0; at < TEXTS; at += 1) await upload(other, `long ${at}.txt`, `${at} ${text}`);
  const value = await untilReady(quiet, await upload(quiet, 'beside.txt', 'Eleven more'));
  return {
    work: 'a file of 11 bytes, to be found, behind four texts of 14 MB of another hub',
    value,
    unit: 'ms',
    floor: { what: 'alone', value: alone },
  };
}

/** How a busy hub affects another one on the same server. */
export const neighboursBench: Bench = {
  name: 'neighbours',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const [quiet, other] = [await benchAccount(serving.url), await benchAccount(serving.url)];
      return [...(await besideWrites(quiet, other)), await besideTexts(quiet, other)];
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
