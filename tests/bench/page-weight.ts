import { gzipSync } from 'node:zlib';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import type { Bench, BenchRow } from './bench.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

const KILOBYTE = 1000;
/** By kind of item, in kilobytes. */
const GOALS = { document: 250, table: 300, contact: 300 };

/** The script files that a page's HTML names, with their compressed sizes. */
async function scriptsOf(address: string, account: BenchAccount): Promise<Map<string, number>> {
  const response = await fetch(address, { headers: { cookie: `hubkeep_session=${account.token}` } });
  if (!response.ok) throw new Error(`${address} was answered ${response.status}`);
  const html = await response.text();
  const paths = new Set([...html.matchAll(/(?:src|href)="(\/_next\/[^"]+\.js)"/g)].map(([, path]) => path));
  const sizes = new Map<string, number>();
  for (const path of paths) {
    const script = await fetch(new URL(path ?? '', address));
    sizes.set(path ?? '', gzipSync(Buffer.from(await script.arrayBuffer())).length);
  }
  return sizes;
}

/** What the HTML of an item's page names of JavaScript: without what is loaded while the browser is idle. */
export const pageWeightBench: Bench = {
  name: 'page-weight',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const account = await benchAccount(serving.url);
      const rows: BenchRow[] = [];
      for (const [kind, goal] of Object.entries(GOALS)) {
        const text = kind === 'document' ? { content: 'Oars are hung up. The last one locks the door.' } : {};
        const id = await createItem(account, { kind, title: 'Rules for the boat house', ...text });
        const sizes = await scriptsOf(`${serving.url}/${account.handle}/${account.space}/${id}`, account);
        const largest = [...sizes].sort(([, one], [, other]) => other - one);
        for (const [path, size] of largest) process.stderr.write(`${kind} ${path} ${size}\n`);
        rows.push({
          work: `item page of a ${kind}, signed in: JavaScript that its HTML names, gz`,
          value: [...sizes.values()].reduce((sum, size) => sum + size, 0) / KILOBYTE,
          unit: 'kB',
          goal: { value: goal, atMost: true },
        });
      }
      return rows;
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
