import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { fillsPeople, type PeopleByText, peopleOfLines } from '../rows/people-by-names.ts';
import type { Table } from '../table/table.ts';
import { filledLinks, type LinksByText, linksOfLines } from './line-links.ts';

/** Whom, and which rows of other tables, the cells of some lines may name. */
export type LineNames = { people: PeopleByText; links: LinksByText };

export const NO_NAMES: LineNames = { people: new Map(), links: new Map() };

/** Whether a file fills columns of people or links, which are looked up while its lines are read. */
export const fillsNames = (table: Table, headers: readonly (FieldDefinition | null)[]): boolean =>
  fillsPeople(table, headers) || filledLinks(table, headers).length > 0;

/** Whom and what these lines name, as far as the importer sees it. */
export async function namesOfLines(
  database: Database | Transaction,
  importer: Caller,
  table: Table,
  headers: readonly (FieldDefinition | null)[],
  lines: readonly (readonly string[])[],
): Promise<LineNames> {
  return {
    people: await peopleOfLines(database, table, headers, lines, importer.user?.id ?? null),
    links: await linksOfLines(database, importer, table, headers, lines),
  };
}
