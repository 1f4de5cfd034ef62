import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { readTableHeader } from './read-lines.ts';
import { restoredColumns, type SeenTable, type SeenTables, seenColumns } from './restored-columns.ts';
import type { TableHeader } from './table-archive.ts';

/** Columns of all tables of one import, and the characters of what is stored of them meanwhile. */
const ALL_COLUMNS_MAX = 1_000 * COLUMNS_MAX;
const CHARACTERS_MAX = 16 * 1024 ** 2;

/** A table of an import: its id in the archive, its item here, and the file of its columns and rows. */
export type ListedTable = { sourceId: string; itemId: string; data: string };

type Source = { chunks(path: string): AsyncIterable<Uint8Array>; signal: AbortSignal };

/**
 * The tables of an import that can be made; those that can't are reported when they are written. Links to what is beyond
 * the limits are kept as text.
 */
export async function surveyTables(
  listed: readonly ListedTable[],
  { chunks, signal }: Source,
): Promise<SeenTables> {
  const ifReadable = async (data: string, work: (head: TableHeader) => void) => {
    signal.throwIfAborted();
    try {
      work(await readTableHeader(chunks(data)));
      return true;
    } catch (error) {
      if (error instanceof UnreadableArchive) return false;
      throw error;
    }
  };
  const tables = new Map<string, SeenTable>();
  let count = 0;
  let characters = 0;
  for (const { sourceId, itemId, data } of listed)
    await ifReadable(data, (head) => {
      const columns = seenColumns(head);
      count += columns.size;
      characters += charactersOf(columns);
      if (count <= ALL_COLUMNS_MAX && characters <= CHARACTERS_MAX) tables.set(sourceId, { itemId, columns });
    });
  for (const { sourceId, data } of listed) {
    if (!tables.has(sourceId)) continue;
    if (!(await ifReadable(data, (head) => restoredColumns(head, { sourceId, tables }))))
      tables.delete(sourceId);
  }
  return tables;
}

function charactersOf(columns: SeenTable['columns']): number {
  let sum = 0;
  for (const column of columns.values()) for (const value of Object.values(column)) sum += value.length;
  return sum;
}
