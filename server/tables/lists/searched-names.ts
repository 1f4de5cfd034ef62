import { sql } from 'kysely';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { linkedTable } from '../rows/row-links.ts';
import { titleColumn } from '../rows/row-title.ts';
import { isLink } from '../table/link-column.ts';
import { PEOPLE, peopleColumns } from '../table/people-columns.ts';
import type { Table } from '../table/table.ts';
import type { FilteredLink } from './link-filter.ts';

/** People whose names contain the text of a search: of more, these are found. */
const PEOPLE_MAX = 1_000;
/** Columns of links whose titles are searched: each reads another table. */
const LINKS_MAX = 10;

/** What a search of rows finds besides what their cells store. */
export type SearchedNames = {
  /** The ids of the people of the hub whose names contain the text. */
  people: readonly string[];
  /** Columns of links to tables that the reader may read, with their titles. */
  links: readonly Pick<FilteredLink, 'column' | 'title'>[];
};

export const NO_NAMES: SearchedNames = { people: [], links: [] };

/**
 * Whom and what a search means by their names, for a reader of the table.
 * @param shown the columns that the reader may search by
 */
export async function searchedNames(
  database: Database | Transaction,
  caller: Caller,
  shown: Table,
  text: string,
): Promise<SearchedNames> {
  const hasPeople = shown.columns.some(({ options }) => PEOPLE.has(options.type ?? ''));
  const named = hasPeople
    ? await sql<{ id: string }>`select person.id
        from membership join app_user person on person.id = membership.user_id
        where membership.hub_id = ${shown.item.hub_id}
          and strpos(lower(trim(first_name || ' ' || last_name)), ${text.toLowerCase()}) > 0
        order by person.id limit ${PEOPLE_MAX}`.execute(database)
    : null;
  const links: Pick<FilteredLink, 'column' | 'title'>[] = [];
  for (const column of shown.columns.filter(isLink).slice(0, LINKS_MAX)) {
    const other = await linkedTable(database, caller, column.options.table);
    const title = other && titleColumn(other, peopleColumns(other.columns));
    if (title) links.push({ column, title });
  }
  return { people: named?.rows.map(({ id }) => id) ?? [], links };
}
