import type { WireColumn } from '#lib/contract/table.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { withTitles } from '../lists/link-titles.ts';
import { unreadColumns } from '../lists/readable-sources.ts';
import { isLink, shownLink } from '../table/link-column.ts';
import { columnsOfPeople } from '../table/people-columns.ts';
import type { Table } from '../table/table.ts';

/** What a column says of whether its reader compares rows by it. */
type Marks = Pick<WireColumn, 'restricted' | 'untitled'>;

/**
 * By which columns a reader compares no rows, by their ids: lookups and rollups through tables that they may not read, outside of the
 * hub also columns of people, and links, also those that lookups show, whose rows nothing names for them.
 */
export async function comparisonMarks(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
  { isOutsider }: { isOutsider: boolean },
): Promise<ReadonlyMap<string, Marks>> {
  const unread = await unreadColumns(database, caller, table);
  const people = isOutsider ? columnsOfPeople(table.columns) : new Set<string>();
  const titled = await withTitles(database, caller, table, table.columns);
  const marks = titled.columns.map((column): [string, Marks] => {
    const { id } = column.field;
    const isRestricted = unread.has(id) || people.has(id);
    // Of what a lookup shows of a table that they may not read, its reader doesn't learn either that it is links.
    const isUntitled = !column.titles && (isLink(column) || (!isRestricted && shownLink(column) !== null));
    return [
      id,
      {
        ...(isRestricted ? { restricted: true as const } : {}),
        ...(isUntitled ? { untitled: true as const } : {}),
      },
    ];
  });
  return new Map(marks);
}
