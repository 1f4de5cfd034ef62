import { KNOWN_BY } from '#lib/contacts/contact-columns.ts';
import type { OnMatch } from '#lib/contract/table.ts';
import { isList } from '#lib/fields/field-types.ts';
import { knownByColumns } from '../contacts/known-by-columns.ts';
import type { Table, TableColumn } from '../table/table.ts';

/**
 * The columns by which people of a file are known as those of the list, where none was chosen: their address, else their
 * number, else their name, of those that the file fills.
 */
export function knownByDefault(table: Table, filled: readonly (string | null)[]): TableColumn[] {
  const found = knownByColumns(table);
  return KNOWN_BY.flatMap((key) => {
    const column = found[key];
    if (!column || isList(column.field) || column.field.formula !== undefined) return [];
    return filled.includes(column.field.id) ? [column] : [];
  });
}

/**
 * What becomes of a line whose row is there already. Into a contact list, a file can be imported again: a person in it stays
 * as they are, unless it is chosen otherwise.
 * @param matchOn the chosen columns; undefined where none was chosen
 */
export function onMatchOf(
  { item: { kind } }: Table,
  {
    match_on: matchOn,
    on_match,
  }: { match_on?: readonly string[] | undefined; on_match?: OnMatch | undefined },
): OnMatch {
  if (matchOn !== undefined && matchOn.length > 0) return on_match ?? 'update';
  // Nothing distinguishes rows: each line is a new one.
  if (kind !== 'contact' || matchOn !== undefined) return 'add';
  return on_match ?? 'skip';
}
