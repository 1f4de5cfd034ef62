import type { FieldDefinition } from '#lib/fields/definition.ts';
import { unguarded } from '#lib/text/csv.ts';
import { readTitles } from '#lib/text/listed-titles.ts';
import { isBlank } from '#lib/text/text.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { existingRows, LINKS_OF_ROW, linkedTable } from '../rows/row-links.ts';
import { rowsByTitles, type TitledRow } from '../rows/rows-by-titles.ts';
import { isLink } from '../table/link-column.ts';
import type { LinkColumn, Table } from '../table/table.ts';

/** The rows that texts name, by the ids of the columns of links that they stand in. */
export type LinksByText = ReadonlyMap<string, ReadonlyMap<string, TitledRow>>;

/** Longer texts name no row. */
const TEXT_MAX = 10_000;

/** How a cell may be read: its titles as exports write them, all of it as one title, or separated by commas too. */
function readings(cell: string): string[][] {
  const whole = cell.trim();
  return [
    readTitles(cell, LINKS_OF_ROW + 1),
    whole === '' ? [] : [whole],
    readTitles(cell, LINKS_OF_ROW + 1, ';,\r\n'),
  ];
}

const isNameable = (text: string) => text.length <= TEXT_MAX && !text.includes('\0') && text.isWellFormed();

/** The columns of a file that fill columns of links, with their places in it. */
function linkColumns({ columns }: Table, headers: readonly (FieldDefinition | null)[]) {
  const links = new Map(columns.filter(isLink).map((column) => [column.field.id, column]));
  return [...headers.entries()].flatMap(([at, field]): { at: number; column: LinkColumn }[] => {
    const column = field ? links.get(field.id) : undefined;
    return column ? [{ at, column }] : [];
  });
}

/** The columns of links that a file fills. */
export const filledLinks = (table: Table, headers: readonly (FieldDefinition | null)[]): LinkColumn[] =>
  linkColumns(table, headers).map(({ column }) => column);

/**
 * The rows of linked tables that cells of these lines name, by id or title. In a table that the importer may not read, no text
 * names any.
 */
export async function linksOfLines(
  database: Database | Transaction,
  importer: Caller,
  table: Table,
  headers: readonly (FieldDefinition | null)[],
  lines: readonly (readonly string[])[],
): Promise<LinksByText> {
  const found = new Map<string, ReadonlyMap<string, TitledRow>>();
  for (const { at, column } of linkColumns(table, headers)) {
    const wanted = new Set<string>();
    for (const cells of lines) {
      const cell = unguarded(cells[at] ?? '');
      if (isBlank(cell)) continue;
      for (const text of readings(cell).flat()) if (isNameable(text)) wanted.add(text);
    }
    const other = wanted.size > 0 ? await linkedTable(database, importer, column.options.table) : null;
    if (!other) continue;
    const texts = [...wanted];
    const known = new Map(await rowsByTitles(database, other, texts));
    // The id of a row names that row, also where another one has it as its title.
    const ids = texts.filter(isId);
    if (ids.length > 0)
      for (const id of await existingRows(database, column.options.table, ids)) known.set(id, { id });
    found.set(column.field.id, known);
  }
  return found;
}

const mostOf = ({ rules }: FieldDefinition) =>
  rules?.some(({ rule }) => rule === 'max_count') ? 1 : LINKS_OF_ROW;

/** The rows that a cell names, as a value of its column, or why it names none. */
export function readLinks(
  field: FieldDefinition,
  cell: string,
  links: LinksByText,
): { value: string[] | null } | { reason: string } {
  const { label } = field;
  const rows = links.get(field.id);
  const tries = readings(cell);
  const [written = []] = tries;
  // An export writes nothing of rows that its reader may not see, only what separates them.
  if (written.length === 0) return { value: null };
  const known = tries.find((titles) => titles.every((title) => rows?.has(title)));
  if (!known) {
    const unknown = written.find((title) => !rows?.has(title)) ?? cell;
    return {
      reason: `${label} names “${unknown.slice(0, 100).toWellFormed()}”, and there is no such row in the linked table`,
    };
  }
  const most = mostOf(field);
  if (known.length > most) return { reason: `${label} must have at most ${most} entries` };
  const ids: string[] = [];
  for (const title of known) {
    const row = rows?.get(title);
    if (row === 'several')
      return {
        reason: `${label} names “${title.slice(0, 100).toWellFormed()}”, which several rows of the linked table have. Write the id of the one that is meant`,
      };
    if (row) ids.push(row.id);
  }
  return { value: [...new Set(ids)] };
}
