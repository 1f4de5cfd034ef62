import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type BenchAccount, benchAccount, benchMember, createItem } from './account.ts';
import type { Bench, BenchRow } from './bench.ts';
import { processorTime } from './processor-time.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

/** Of one hub, by so many members with one session each: a session may have 30. */
const FEW = { sockets: 15, members: 3 };
const MANY = { sockets: 1_500, members: 100 };
const WRITES = 1_500;
const PARALLEL = 8;

async function openSockets(owner: BenchAccount, { sockets, members }: typeof FEW): Promise<WebSocket[]> {
  const address = `${owner.url.replace(/^http/, 'ws').replace('/api/v1', '')}/ws?hub=${owner.handle}`;
  const opened: WebSocket[] = [];
  for (let n = 0; n < members; n += 1) {
    const { headers } = await benchMember(owner);
    const some = Array.from({ length: sockets / members }, () => new WebSocket(address, { headers }));
    await Promise.all(some.map((socket) => once(socket, 'open')));
    opened.push(...some);
  }
  return opened;
}

/** Milliseconds of processor time a write, of the server and of PostgreSQL, while sockets of its hub listen. */
async function costOfAWrite(pid: number, owner: BenchAccount): Promise<{ server: number; all: number }> {
  const before = { server: processorTime(pid), all: processorTime(pid, { descendants: true }) };
  let left = WRITES;
  const write = async () => {
    while (left > 0) {
      left -= 1;
      await createItem(owner, {
        kind: 'document',
        title: `Written ${left}`,
        content: 'A puffin on the rocks.',
      });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, write));
  const server = (processorTime(pid) - before.server) / WRITES;
  const all = (processorTime(pid, { descendants: true }) - before.all) / WRITES;
  return { server, all };
}

/** What a write costs while 1,500 sockets of its hub listen, beside 15. */
export const socketsBench: Bench = {
  name: 'sockets',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const owner = await benchAccount(serving.url);
      await costOfAWrite(serving.pid, owner);
      const few = await openSockets(owner, FEW);
      const withFew = await costOfAWrite(serving.pid, owner);
      for (const socket of few) socket.terminate();
      const many = await openSockets(owner, MANY);
      let received = 0;
      for (const socket of many) socket.on('message', () => (received += 1));
      const withMany = await costOfAWrite(serving.pid, owner);
      for (const socket of many) socket.terminate();
      const row = (part: string, value: number, floor: number): BenchRow => ({
        work: `a write while ${MANY.sockets} sockets of its hub listen, processor time ${part}`,
        value,
        unit: 'ms',
        floor: { what: `with ${FEW.sockets}`, value: floor },
        note: `${Math.round(received / MANY.sockets)} of ${WRITES} events to each`,
      });
      return [
        row('of the server', withMany.server, withFew.server),
        row('of server and PostgreSQL', withMany.all, withFew.all),
      ];
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
