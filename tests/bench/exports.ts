import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BenchAccount, createItem } from './account.ts';
import type { Bench, BenchRow } from './bench.ts';
import { COLUMNS, fill, ROWS } from './large-table.ts';
import { costOfEach } from './processor-time.ts';
import type { Serving } from './serving.ts';
import { withServer } from './with-server.ts';

const FORMATS = ['csv', 'json', 'xlsx'] as const;
/** The most rows of a sheet, with its head (ECMA-376, 18.3.1.73). */
const SHEET_ROWS = 1_048_575;
/** Between two looks at the server's memory, in milliseconds. */
const LOOK = 100;

type Exported = { seconds: number; bytes: number; peakMiB: number };

/** Reads an export to its end, and watches the memory of the server meanwhile. */
async function exported(serving: Serving, account: BenchAccount, path: string): Promise<Exported> {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, serving.residentBytes());
  };
  const looking = setInterval(look, LOOK);
  const begin = performance.now();
  try {
    const response = await fetch(`${account.url}/${path}`, { headers: account.headers });
    if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
    let bytes = 0;
    for await (const part of response.body) bytes += part.length;
    look();
    return { seconds: (performance.now() - begin) / 1_000, bytes, peakMiB: peak / 2 ** 20 };
  } finally {
    clearInterval(looking);
  }
}

/** The same values by the database alone. @returns rows per second */
async function copied(client: pg.Client, table: string, columns: readonly string[]): Promise<number> {
  const begin = performance.now();
  const rows = client.query(
    copyTo(`copy (select ${columns.join(', ')} from ${table} order by position, id) to stdout (format csv)`),
  );
  for await (const _ of rows);
  return ROWS / ((performance.now() - begin) / 1_000);
}

/** All rows of a large table, exported in each format. */
export const exportsBench: Bench = {
  name: 'exports',
  run: (): Promise<BenchRow[]> =>
    withServer(async ({ serving, account, client }) => {
      const item = { kind: 'table', title: 'Harbour', content: { columns: COLUMNS } };
      const id = await createItem(account, item);
      const { table, columns } = await fill(client, id);
      const floor = { what: 'bare COPY as CSV', value: await copied(client, table, columns) };
      const lines: BenchRow[] = [];
      for (const format of FORMATS) {
        if (format === 'xlsx' && ROWS > SHEET_ROWS) continue;
        let result: Exported = { seconds: 0, bytes: 0, peakMiB: 0 };
        const cost = await costOfEach(serving.pid, ROWS / 1_000, async () => {
          result = await exported(serving, account, `items/${id}/export/?format=${format}`);
        });
        const { seconds, bytes, peakMiB } = result;
        lines.push({
          work: `${ROWS.toLocaleString('en')} rows of ${COLUMNS.length} columns exported as ${format}`,
          value: ROWS / seconds,
          unit: 'rows/s',
          goal: { value: 100_000, atMost: false },
          floor,
          note: `${(bytes / 2 ** 20).toFixed(0)} MiB; server at most ${peakMiB.toFixed(0)} MiB; of 1,000 rows, ${cost}`,
        });
      }
      return lines;
    }),
};
