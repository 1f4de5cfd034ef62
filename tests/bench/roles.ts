import { join } from 'node:path';
import { openPool } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { benchAccount, createItem } from './account.ts';
import { shoot } from './api.ts';
import type { Bench, BenchRow } from './bench.ts';
import { processorTime } from './processor-time.ts';
import { removeFolder, type Serving, startServing, temporaryFolder } from './serving.ts';

const CONNECTIONS = 16;

/** What two web processes take beside one, with a worker, on one database: all of them share the machine with the client. */
export const rolesBench: Bench = {
  name: 'roles',
  async run() {
    const folder = temporaryFolder();
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), {});
    const { host, port, user } = server.connection;
    const started: Serving[] = [];
    const start = async (role: string) => {
      const serving = await startServing(join(folder, 'shared'), {
        ROLE: role,
        DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/roles`,
        SECRET_KEY: 'the secret key of a measured server',
      });
      started.push(serving);
      return serving;
    };
    try {
      const admin = openPool({ host, port, user, database: 'postgres' }, 1);
      await admin.query('create database roles');
      await admin.end();
      const one = await start('web');
      await start('worker');
      const account = await benchAccount(one.url);
      const id = await createItem(account, { kind: 'document', title: 'The one that is read' });
      for (let n = 0; n < 50; n += 1) await createItem(account, { kind: 'document', title: `Listed ${n}` });
      const paths = {
        'an item read': `items/${id}/`,
        'a list of 25': `spaces/${account.space}/items/?page_size=25`,
      };
      /** Requests a second of all the processes together, and the processor time of one request in them. */
      const measure = async (path: string, processes: readonly Serving[]) => {
        const before = processes.map(({ pid }) => processorTime(pid));
        const shots = await Promise.all(
          processes.map(({ url }) =>
            shoot(
              { ...account, url: `${url}/api/v1` },
              { path, connections: CONNECTIONS / processes.length },
            ),
          ),
        );
        const spent = processes.reduce((sum, { pid }, n) => sum + processorTime(pid) - (before[n] ?? 0), 0);
        const perSecond = shots.reduce((sum, shot) => sum + shot.perSecond, 0);
        const requests = shots.reduce((sum, shot) => sum + shot.requests, 0);
        return { perSecond, node: spent / requests };
      };
      const alone = new Map<string, Awaited<ReturnType<typeof measure>>>();
      for (const [what, path] of Object.entries(paths)) alone.set(what, await measure(path, [one]));
      const other = await start('web');
      const rows: BenchRow[] = [];
      for (const [what, path] of Object.entries(paths)) {
        const together = await measure(path, [one, other]);
        const floor = alone.get(what);
        rows.push({
          work: `two web processes and a worker: ${what}, ${CONNECTIONS} connections`,
          value: together.perSecond,
          unit: '/s',
          floor: { what: 'one web process', value: floor?.perSecond ?? Number.NaN },
          note: `processor time of a request in Node ${together.node.toFixed(2)} ms, in one process ${floor?.node.toFixed(2)}`,
        });
      }
      return rows;
    } finally {
      for (const serving of started) await serving.stop();
      await server.stop();
      removeFolder(folder);
    }
  },
};
