import type { FoundDuplicates } from '#lib/contacts/contact-duplicates.ts';
import type { Table } from '../table/table.ts';

/** Lists whose pairs are remembered, and for how long: as long as somebody pages through them. */
const LISTS_MAX = 20;
const REMEMBERED_MS = 10 * 60_000;

type Compared = { state: string; at: number; pairs: Promise<FoundDuplicates> };
const remembered = new Map<string, Compared>();

/** Changes with each change of the table's rows or columns. */
const stateOf = ({ columns }: Table, changedAt: Date): string =>
  JSON.stringify([changedAt, columns.map(({ field, revision }) => [field.id, field.type, revision])]);

/**
 * The pairs of a table, compared once for all of their pages while nothing changes: comparing a long list takes seconds.
 * Who asks meanwhile waits for the same comparison.
 */
export function comparedPairs(
  table: Table,
  { least, changedAt }: { least: number; changedAt: Date },
  compare: () => Promise<FoundDuplicates>,
): Promise<FoundDuplicates> {
  const key = `${table.item.id} ${least}`;
  const state = stateOf(table, changedAt);
  const known = remembered.get(key);
  remembered.delete(key);
  if (known && known.state === state && Date.now() - known.at < REMEMBERED_MS) {
    remembered.set(key, known);
    return known.pairs;
  }
  const made: Compared = { state, at: Date.now(), pairs: compare() };
  remembered.set(key, made);
  made.pairs.catch(() => {
    if (remembered.get(key) === made) remembered.delete(key);
  });
  for (const oldest of remembered.keys()) {
    if (remembered.size <= LISTS_MAX) break;
    remembered.delete(oldest);
  }
  return made.pairs;
}
