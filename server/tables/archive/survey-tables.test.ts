import { expect, it } from 'vitest';
import { readTableHeader, scanTableFile } from './read-lines.ts';
import { restoredColumns, seenColumns } from './restored-columns.ts';
import { surveyTables } from './survey-tables.ts';

const KiB = 1024;
const { signal } = new AbortController();

async function* chunksOf(text: string) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 64 * KiB) yield bytes.subarray(at, at + 64 * KiB);
}

const headOf = (columns: readonly object[]) => `${JSON.stringify({ format: 'hubkeep-table', columns })}\n`;
const link = { id: 'l', name: 'l', label: 'L', type: 'link', side: 'one' };

it('refuses the columns of a table before much of a line that is too long was read', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 64 * KiB;
      yield Buffer.alloc(64 * KiB, 'a');
    }
  }
  await expect(readTableHeader(endless())).rejects.toThrow('too long');
  expect(read).toBeLessThan(3 * KiB ** 2);
});

it('refuses columns with texts that no database stores', async () => {
  expect((await readTableHeader(chunksOf(headOf([link])))).columns).toEqual([link]);
  const head = headOf([{ ...link, default: 'nul \u0000' }]);
  await expect(readTableHeader(chunksOf(head))).rejects.toThrow('cannot be read');
});

it.each(['id', 'type', 'table', 'opposite', 'link', 'via', 'of', 'function'])(
  'refuses a column with a long %s',
  (name) => {
    const head = (length: number) => ({ columns: [{ ...link, [name]: 'x'.repeat(length) }] });
    expect(seenColumns(head(100)).size).toBe(1);
    expect(() => seenColumns(head(101))).toThrow('The columns of this table cannot be read.');
  },
);

it('stores no more of all tables of an import than some million characters', async () => {
  const long = (prefix: string) => prefix.padEnd(100, 'x');
  const columns = Array.from({ length: 300 }, (_, at) => {
    const names = { table: long('t'), opposite: long('o'), link: long('l') };
    return { ...link, ...names, id: long(`c${at}_`), name: `n${at}` };
  });
  const head = headOf(columns);
  const listed = Array.from({ length: 200 }, (_, at) => ({
    sourceId: `s${at}`,
    itemId: `i${at}`,
    data: String(at),
  }));
  const tables = await surveyTables(listed, { chunks: () => chunksOf(head), signal });
  expect(tables.size).toBeGreaterThan(100);
  expect(tables.size).toBeLessThan(150);
});

it('surveys no table once its process is to end', async () => {
  const listed = [{ sourceId: 's', itemId: 'i', data: 'd' }];
  const chunks = () => chunksOf(headOf([link]));
  expect((await surveyTables(listed, { chunks, signal })).size).toBe(1);
  await expect(surveyTables(listed, { chunks, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  await expect(scanTableFile(chunks(), AbortSignal.abort())).rejects.toThrow('aborted');
});

it('knows the greatest number of the rows of a file, but not of lines that are no rows', async () => {
  const lines = [headOf([link]), '{"number":7}\n', '{"number":12}\n', 'no row\n', '{"number":9}\n'];
  const others = [
    '{"number":2147483647}\n',
    '{"number":-1}\n',
    '{"number":"99"}\n',
    '{"link":"l","pairs":[]}',
  ];
  expect((await scanTableFile(chunksOf([...lines, ...others].join('')), signal)).greatest).toBe(12);
});

it('knows which lookups of lookups come with an import: not those in a circle, nor of what is elsewhere', async () => {
  const next = (table: string) => ({ ...link, id: 'l', name: 'l', table, link: `link ${table}` });
  const column = (id: string, more: object) => ({ id, name: id, label: id, ...more });
  const lookup = (id: string, of: string) => column(id, { type: 'lookup', via: 'l', of });
  const own = column('own', { type: 'text', required: false });
  const heads: Record<string, object[]> = {
    a: [next('b'), own, lookup('far', 'far'), lookup('circle', 'circle'), lookup('lost', 'lost')],
    b: [next('c'), own, lookup('far', 'own'), lookup('circle', 'circle'), lookup('lost', 'lost')],
    c: [next('a'), own, { ...next('elsewhere'), id: 'e', name: 'e' }, lookup('circle', 'circle')],
  };
  heads.c?.push(column('lost', { type: 'lookup', via: 'e', of: 'own' }));
  heads.c?.push(column('sum', { type: 'rollup', via: 'l', of: 'far', function: 'sum' }));
  const listed = Object.keys(heads).map((id) => ({ sourceId: id, itemId: id, data: id }));
  const chunks = (id: string) => chunksOf(headOf(heads[id] ?? []));
  const tables = await surveyTables(listed, { chunks, signal });
  expect([...tables.keys()]).toEqual(['a', 'b', 'c']);
  const asText = Object.entries(heads).map(([sourceId, columns]) => {
    const head = { format: 'hubkeep-table' as const, columns: columns.map((one) => ({ ...one })), views: [] };
    return restoredColumns(head, { sourceId, tables }).asText;
  });
  expect(asText).toEqual([
    ['circle', 'lost'],
    ['circle', 'lost'],
    ['L', 'circle', 'lost'],
  ]);
});
