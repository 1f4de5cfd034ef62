import { sql } from 'kysely';
import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { lateFormulas } from './late-formulas.ts';
import { isLink } from './link-column.ts';
import { PEOPLE } from './people-columns.ts';
import { readColumn, type StoredColumn } from './read-column.ts';
import type { ComparedFunction, LinkColumn, LinkedSource, Table, TableColumn } from './table-types.ts';

/** Columns that are shown by others though no cell stores their values. */
const METADATA: ReadonlySet<string> = new Set([
  ...['auto_number', 'created_at', 'created_by', 'updated_at', 'updated_by'],
]);

/** Whether something can be computed of a column's values, which are shown as that column shows them. */
const isSource = (
  { columns }: Pick<Table, 'columns'>,
  { field, options }: Pick<TableColumn, 'field' | 'options'>,
): boolean =>
  METADATA.has(options.type ?? '') ||
  (field.type !== 'file' && !isVirtualColumn(options) && !lateFormulas({ columns }).has(field.id));

/** Whether a lookup shows what a column has, of which nothing is computed: rows that linked rows link to, and their files. */
const isListedOnly = (column: Pick<TableColumn, 'field' | 'options'>): boolean =>
  column.options.type === 'link' || column.field.type === 'file';

/** Whether a lookup or rollup shows the values of a column of the linked table as that column does. */
const isShownBy = (
  { type, function: name }: TableColumn['options'],
  table: Pick<Table, 'columns'>,
  of: TableColumn,
): boolean => isSource(table, of) || ((type === 'lookup' || name === 'list') && isListedOnly(of));

/** Tables that a lookup of lookups leads through, at most: the database plans joins of no more of them well. */
export const LINKS_MAX = 4;

/** Whether a column's values are computed of linked rows. */
const isLookedUp = ({ options: { type } }: Pick<TableColumn, 'options'>): boolean =>
  type === 'lookup' || type === 'rollup';

/** Whether a rollup has one result of all values; a lookup, and a rollup that lists, have the values themselves. */
export const resultOf = ({ type, function: name }: TableColumn['options']): ComparedFunction | null =>
  type === 'rollup' && name !== undefined && name !== 'list' ? name : null;

/** The links by which a lookup or rollup reads, one after the other. */
export const linksOf = ({ link, more }: Pick<LinkedSource, 'link' | 'more'>): LinkColumn[] => [link, ...more];

/** The same with the links that a rollup of the last table reads, whose results it reads. */
export const readingLinks = (source: LinkedSource): LinkColumn[] => [
  ...linksOf(source),
  ...(source.rolled ? readingLinks(source.rolled.source) : []),
];

/** The ids of all tables that a lookup or rollup reads: who sees what it has may read each of them. */
export const tablesOf = (source: LinkedSource): string[] =>
  readingLinks(source).map(({ options }) => options.table);

/**
 * The same of any column. Of one that reads nothing, since what it showed no longer exists or has no values for it, the tables that it leads
 * through: who may not read one of these doesn't learn that it reads nothing.
 */
export const tablesReadBy = ({
  linked,
  through = [],
}: Pick<TableColumn, 'linked' | 'through'>): readonly string[] => (linked ? tablesOf(linked) : through);

/** The id of the table whose column a lookup or rollup shows; of results, that of whose values these are. */
export const lastTableOf = (source: LinkedSource): string =>
  source.rolled ? lastTableOf(source.rolled.source) : (source.more.at(-1) ?? source.link).options.table;

/** The name of results among the rows that a rollup of results reads. */
export const RESULT = 'c_0';

/** Types by which results are written as the values are of which they are made. */
const AMOUNT_TYPES: ReadonlySet<string> = new Set(['currency', 'percent', 'duration']);

/** The results of a rollup as a column of rows `r` that have them. */
function resultColumn({ field }: TableColumn, of: TableColumn | null, name: ComparedFunction): TableColumn {
  const own = { id: field.id, name: field.name, label: field.label, required: false };
  const column = { name: RESULT, revision: 1 };
  const isExtreme = name === 'min' || name === 'max';
  const type = of?.options.type ?? '';
  const isAmount = AMOUNT_TYPES.has(type) || (isExtreme && type === 'rating');
  const options = of && isAmount && name !== 'count' ? of.options : {};
  if (!of || !isExtreme || of.type === null)
    return { ...column, field: { ...own, type: 'number' }, type: 'double precision', options };
  const { type: fieldType, options: choices } = of.field;
  const shown = { ...own, type: fieldType, ...(choices ? { options: choices } : {}) };
  return { ...column, field: shown, type: of.type, options: PEOPLE.has(type) ? { type: 'person' } : options };
}

/**
 * What a lookup or rollup reads of a table; undefined where it reads nothing: the column no longer exists, has no values for it, or leads
 * through more tables than `LINKS_MAX`.
 * @param others the columns of the linked table
 * @param nextOf what those of them read that are lookups or rollups themselves
 */
export function linkedSource(
  link: LinkColumn,
  options: TableColumn['options'],
  others: Pick<Table, 'columns'>,
  nextOf: (column: TableColumn) => LinkedSource | undefined = ({ linked }) => linked,
): LinkedSource | undefined {
  const { of: id, function: name } = options;
  if (id === undefined) return { link, more: [], of: null };
  const of = others.columns.find(({ field }) => field.id === id);
  if (!of) return undefined;
  if (!isLookedUp(of))
    return name === 'count' || isShownBy(options, others, of) ? { link, more: [], of } : undefined;
  const next = nextOf(of);
  if (!next || 1 + tablesOf(next).length > LINKS_MAX) return undefined;
  const result = resultOf(of.options);
  // The least of lists, as of choices or people, has no labels or names of its own.
  if ((result === 'min' || result === 'max') && next.of?.type === null) return undefined;
  if (result)
    return {
      ...{ link, more: [], of: resultColumn(of, next.of, result) },
      rolled: { source: next, function: result },
    };
  if (next.of && isListedOnly(next.of) && resultOf(options)) return undefined;
  return { ...next, link, more: linksOf(next) };
}

/** The columns of tables by the ids of these; a table that is there no more has none. */
export async function columnsOfTables(
  database: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, TableColumn[]>> {
  const { rows } = await sql<
    StoredColumn & { item_id: string }
  >`select item_id, definition, name, pg_type, revision, options
    from table_column where item_id = any(${ids}::uuid[]) order by position, column_id`.execute(database);
  const found = new Map<string, TableColumn[]>();
  for (const { item_id, ...row } of rows) {
    const list = found.get(item_id) ?? [];
    list.push(readColumn(row));
    found.set(item_id, list);
  }
  return found;
}

/** The link by which a lookup or rollup reads. */
function linkOf(columns: readonly TableColumn[], { options: { via } }: TableColumn): LinkColumn | undefined {
  const link = via === undefined ? undefined : columns.find(({ field }) => field.id === via);
  return link && isLink(link) ? link : undefined;
}

/** The columns of all tables that some columns read, also through lookups of these: a query for each step. */
async function columnsThatAreRead(
  database: Database | Transaction,
  columns: readonly TableColumn[],
): Promise<Map<string, TableColumn[]>> {
  const known = new Map<string, TableColumn[]>();
  let reading = columns.flatMap((column) => {
    const link = linkOf(columns, column);
    return link ? [{ table: link.options.table, of: column.options.of }] : [];
  });
  for (let step = 0; reading.length > 0 && step < LINKS_MAX; step += 1) {
    const ids = [...new Set(reading.map(({ table }) => table))].filter((id) => !known.has(id));
    if (ids.length > 0) for (const [id, found] of await columnsOfTables(database, ids)) known.set(id, found);
    const next = new Map<string, { table: string; of: string | undefined }>();
    for (const { table, of } of reading) {
      const others = known.get(table) ?? [];
      const column = others.find(({ field }) => field.id === of);
      const link = column && isLookedUp(column) ? linkOf(others, column) : undefined;
      if (column && link)
        next.set(`${link.options.table} ${column.options.of}`, {
          table: link.options.table,
          of: column.options.of,
        });
    }
    reading = [...next.values()];
  }
  return known;
}

/** What a lookup or rollup reads; nothing of one that leads through more than `left` tables, as one in a circle does. */
function sourceOf(
  column: TableColumn,
  columns: readonly TableColumn[],
  known: ReadonlyMap<string, TableColumn[]>,
  left: number,
): LinkedSource | undefined {
  const link = linkOf(columns, column);
  const others = link && known.get(link.options.table);
  if (!link || !others || left === 0) return undefined;
  return linkedSource(link, column.options, { columns: others }, (of) =>
    sourceOf(of, others, known, left - 1),
  );
}

/** The ids of the tables that a lookup or rollup leads through, whatever it finds there. */
function tablesThrough(
  column: TableColumn,
  columns: readonly TableColumn[],
  known: ReadonlyMap<string, TableColumn[]>,
  left = LINKS_MAX,
): string[] {
  const link = linkOf(columns, column);
  if (!link || left === 0) return [];
  const { table } = link.options;
  const others = known.get(table) ?? [];
  const of = others.find(({ field }) => field.id === column.options.of);
  return [table, ...(of && isLookedUp(of) ? tablesThrough(of, others, known, left - 1) : [])];
}

/** Columns with what their lookups and rollups read: anybody who reads the table, which is checked where rows are compared by it. */
export async function withLinkedSources(
  database: Database | Transaction,
  columns: readonly TableColumn[],
): Promise<readonly TableColumn[]> {
  if (!columns.some((column) => linkOf(columns, column))) return columns;
  const known = await columnsThatAreRead(database, columns);
  return columns.map((column) => {
    const linked = sourceOf(column, columns, known, LINKS_MAX);
    if (linked) return { ...column, linked };
    const through = tablesThrough(column, columns, known);
    return through.length > 0 ? { ...column, through } : column;
  });
}
