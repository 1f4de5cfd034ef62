import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type BenchAccount, benchAccount, benchMember, createItem } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { removeFolder, type Serving, startServing, temporaryFolder } from './serving.ts';

const SOCKETS = 500;
/** Members of the hub that open the sockets: a session may have 30 at most. */
const MEMBERS = 20;
/** Concurrent mixed requests. */
const CALLERS = 4;
/** Duration of the load, in milliseconds: memory use was constant after a minute. */
const LOAD_MS = 100_000;
const MEBIBYTE = 1024 ** 2;

const TEXT = 'The keeper counted every puffin on the western rocks before the boat came in. '.repeat(26);

async function openSockets(owner: BenchAccount): Promise<WebSocket[]> {
  const address = `${owner.url.replace(/^http/, 'ws').replace('/api/v1', '')}/ws?hub=${owner.handle}`;
  const sockets: WebSocket[] = [];
  for (let member = 0; member < MEMBERS; member += 1) {
    const { headers } = await benchMember(owner);
    const opened = Array.from({ length: SOCKETS / MEMBERS }, () => new WebSocket(address, { headers }));
    await Promise.all(opened.map((socket) => once(socket, 'open')));
    sockets.push(...opened);
  }
  return sockets;
}

function uploadOf(name: string): FormData {
  const form = new FormData();
  form.append('files', new Blob([TEXT.repeat(50)]), name);
  return form;
}

/** What users do: read, list, search, open pages, write, upload files, sign in. */
function requestsOf({ url, space, headers, handle, token }: BenchAccount, itemId: string) {
  const page = url.replace('/api/v1', '');
  const json = { ...headers, 'content-type': 'application/json' };
  const document = () => JSON.stringify({ kind: 'document', title: 'Rocks', content: TEXT });
  const cookie = { cookie: `hubkeep_session=${token}` };
  const nobody = JSON.stringify({ email: 'nobody@nordwind.example', password: 'Boathouse-2026' });
  return [
    () => fetch(`${url}/items/${itemId}/`, { headers }),
    () => fetch(`${url}/spaces/${space}/items/`, { headers }),
    () => fetch(`${url}/search/?q=puffin`, { headers }),
    () => fetch(`${page}/${handle}/${space}`, { headers: cookie }),
    () => fetch(`${page}/${handle}/${space}/${itemId}`, { headers: cookie }),
    () => fetch(`${url}/spaces/${space}/items/`, { method: 'POST', headers: json, body: document() }),
    () => fetch(`${url}/spaces/${space}/upload/`, { method: 'POST', headers, body: uploadOf('rocks.txt') }),
    () => fetch(`${url}/auth/login/`, { method: 'POST', headers: json, body: nobody }),
  ];
}

/**
 * Sends mixed requests for a while. @returns their number, and the memory of the server process once a second
 */
async function load(account: BenchAccount, itemId: string, serving: Serving) {
  const deadline = performance.now() + LOAD_MS;
  const resident: number[] = [];
  let count = 0;
  const callers = Array.from({ length: CALLERS }, async (_, first) => {
    const requests = requestsOf(account, itemId);
    for (let at = first * 2; performance.now() < deadline; at += 1) {
      const response = await requests[at % requests.length]?.();
      await response?.arrayBuffer();
      if (!response || response.status >= 500) throw new Error(`a request was answered ${response?.status}`);
      count += 1;
    }
  });
  const watching = (async () => {
    while (performance.now() < deadline) {
      resident.push(serving.residentBytes() / MEBIBYTE);
      await sleep(1000);
    }
  })();
  await Promise.all([...callers, watching]);
  return { count, resident };
}

/** Resident memory of the server process by mapping, in mebibytes: anonymous and file pages. */
function mappedBy(pid: number): { anonymous: number; files: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? 0) / 1024;
  return { anonymous: of('RssAnon'), files: of('RssFile') };
}

/** Mebibytes of all descendants of a process, shared pages counted once. */
function below(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter(Boolean)
    .map(Number);
  return children.reduce((sum, child) => {
    const rollup = readFileSync(`/proc/${child}/smaps_rollup`, 'utf8');
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024 + below(child);
  }, 0);
}

/** The memory of the server process with 500 idle sockets and mixed requests, and what it consists of. */
export const soakBench: Bench = {
  name: 'soak',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const row = (work: string, value: number, goal?: number): BenchRow => ({
      work,
      value,
      unit: 'MiB',
      ...(goal ? { goal: { value: goal, atMost: true } } : {}),
    });
    try {
      const account = await benchAccount(serving.url);
      const itemId = await createItem(account, { kind: 'document', title: 'Rocks', content: TEXT });
      const sockets = await openSockets(account);
      const atStart = serving.residentBytes() / MEBIBYTE;
      const { count, resident } = await load(account, itemId, serving);
      const flat = resident.slice(Math.floor(resident.length * 0.6));
      const { anonymous, files } = mappedBy(serving.pid);
      const others = below(serving.pid);
      const open = sockets.filter((one) => one.readyState === WebSocket.OPEN).length;
      if (open !== SOCKETS) throw new Error(`${SOCKETS - open} sockets were closed`);
      for (const socket of sockets) socket.terminate();
      return [
        row(`memory with ${SOCKETS} idle sockets, before the load`, atStart),
        row(
          `the same, flat under mixed load (${count} requests, ${CALLERS} at a time)`,
          percentile(flat, 0.5),
          250,
        ),
        row('the same, at most', Math.max(...resident)),
        row('of it heap and buffers', anonymous),
        row('of it pages of files, such as the program', files),
        row('database and readers of files beside it', others),
      ];
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
