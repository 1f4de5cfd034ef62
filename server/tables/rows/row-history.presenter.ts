import type { RowHistoryEntry } from '#lib/contract/table-rows.ts';
import { peopleColumns } from '../table/people-columns.ts';
import type { Table } from '../table/table.ts';
import { type HistoryNames, historyReader } from './history-names.ts';
import type { TableRow } from './row.repo.ts';
import type { RowChangeEntry } from './row-history.repo.ts';

/** Those of some names that a change has. */
function namesIn<Name>(
  names: ReadonlyMap<string, Name>,
  changes: readonly { from: unknown; to: unknown }[],
): Record<string, Name> | undefined {
  if (names.size === 0) return undefined;
  const ids = new Set(changes.flatMap(({ from, to }) => [from, to].flat()).map(String));
  const known = [...names].filter(([id]) => ids.has(id));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

function withNames(
  entry: RowHistoryEntry,
  { linked, files, people }: HistoryNames,
  isOutsider: boolean,
): RowHistoryEntry {
  const named = {
    linked: namesIn(linked, entry.changes),
    files: namesIn(files, entry.changes),
    people: isOutsider ? undefined : namesIn(people, entry.changes),
  };
  return { ...entry, ...Object.fromEntries(Object.entries(named).filter(([, names]) => names)) };
}

/**
 * A row's history as the contract has it; its creation, where `created` is given, comes last. Guests get no member
 * data.
 */
export function presentHistory(
  { fields, columns }: Table,
  changes: readonly RowChangeEntry[],
  created: TableRow | undefined,
  names: HistoryNames,
  { isOutsider }: { isOutsider: boolean },
): RowHistoryEntry[] {
  const person = (id: string | null, name: string | null) =>
    isOutsider || id === null ? { id: '', name: '' } : { id, name: name ?? '' };
  const people = isOutsider ? peopleColumns(columns) : null;
  const known = new Set(fields.map(({ id }) => id));
  // A column that is deleted may have been one of people.
  const isShown = (id: string) => people === null || (known.has(id) && !people.has(id));
  const hidden = [...names.hidden];
  const namesNobody = (pair: readonly unknown[]) => {
    const text = hidden.length > 0 ? JSON.stringify(pair) : '';
    return !hidden.some((id) => text.includes(id));
  };
  const readerOf = historyReader({ columns, fields });
  const entries = changes
    .map(
      ({ kind, revision, made_at, made_by, name, cells }): RowHistoryEntry => ({
        kind,
        revision,
        at: made_at.toISOString(),
        by: person(made_by, name),
        changes: Object.entries(cells)
          .filter(([column_id, pair]) => isShown(column_id) && namesNobody(pair))
          .map(([column_id, pair]) => {
            const [from, to] = pair.map(readerOf(column_id));
            const at = fields.findIndex(({ id }) => id === column_id);
            const field = fields[at];
            const named = field ? { name: field.name, label: field.label } : {};
            return { at: at < 0 ? fields.length : at, entry: { column_id, ...named, from, to } };
          })
          .sort((one, other) => one.at - other.at)
          .map(({ entry }) => entry),
      }),
    )
    .map((entry) => withNames(entry, names, isOutsider));
  if (!created) return entries;
  const by = person(created.created_by, created.creator_name);
  return [
    ...entries,
    { kind: 'created', revision: 1, at: created.created_at.toISOString(), by, changes: [] },
  ];
}
