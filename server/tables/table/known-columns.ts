import type { Table } from './table-types.ts';

/** What a table has under one version of its columns. */
export type KnownColumns = Required<Pick<Table, 'columns' | 'fields'>> & Pick<Table, 'deleted'>;

/** So many columns of all tables that were read last are known: some megabytes. */
const COLUMNS_MAX = 10_000;

type Known = KnownColumns & { version: string };

const known = new Map<string, Known>();
let count = 0;

function evict(itemId: string): void {
  count -= known.get(itemId)?.columns.length ?? 0;
  known.delete(itemId);
}

/**
 * The columns of a table as they were read before, where they are of this version. Which one is theirs is read from the database with each
 * request, so that a change by any process counts at once; what is derived from definitions is cached with them.
 */
export function knownColumns(itemId: string, version: string): KnownColumns | undefined {
  const found = known.get(itemId);
  if (found?.version !== version) return undefined;
  known.delete(itemId);
  known.set(itemId, found);
  return found;
}

/** Remembers the columns of a table, which nobody changes from then on. */
export function rememberColumns(itemId: string, version: string, columns: KnownColumns): void {
  evict(itemId);
  if (columns.columns.length > COLUMNS_MAX) return;
  known.set(itemId, { ...columns, version });
  count += columns.columns.length;
  for (const id of known.keys()) {
    if (count <= COLUMNS_MAX) return;
    evict(id);
  }
}
