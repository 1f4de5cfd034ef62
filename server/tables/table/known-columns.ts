import type { Table } from './table-types.ts';

/** What a table has under one version of its columns. */
export type KnownColumns = Required<Pick<Table, 'columns' | 'fields'>> & Pick<Table, 'deleted'>;

/** What is known of all tables together, those that were read last, and of one of them: in units of UTF-16 of their JSON. */
const UNITS_MAX = 16 * 1024 ** 2;
const UNITS_OF_TABLE = 1024 ** 2;

type Known = KnownColumns & { version: string; units: number };

const known = new Map<string, Known>();
let all = 0;

function evict(itemId: string): void {
  all -= known.get(itemId)?.units ?? 0;
  known.delete(itemId);
}

const unitsOf = ({ columns, deleted = [] }: KnownColumns): number =>
  JSON.stringify([columns, deleted]).length;

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

/** Remembers the columns of a table, which nobody changes from then on; of one with very large definitions none. */
export function rememberColumns(itemId: string, version: string, columns: KnownColumns): void {
  evict(itemId);
  const units = unitsOf(columns);
  if (units > UNITS_OF_TABLE) return;
  known.set(itemId, { ...columns, version, units });
  all += units;
  for (const id of known.keys()) {
    if (all <= UNITS_MAX) return;
    evict(id);
  }
}
