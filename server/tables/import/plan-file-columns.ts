import { sql } from 'kysely';
import { isLabelsHeader } from '#lib/contacts/labels.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { splitColumn } from '#lib/fields/column-types.ts';
import { type FieldDefinition, OPTIONS_MAX } from '#lib/fields/definition.ts';
import { englishDefinitionProblem } from '#lib/fields/english-definition-problem.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { optionOf } from '#lib/fields/parse-field-text.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { currencyOf } from '#server/hubs/hub/currency.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import {
  addValueColumn,
  deleteColumnRow,
  dropValueColumn,
  insertColumn,
  newColumnName,
  updateColumn,
} from '../columns/column.repo.ts';
import { namedColumns } from '../columns/named-columns.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { columnValueType } from '../table/cell.ts';
import { filledFields, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { type FileShape, unmatched } from './file-shape.ts';
import type { TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import type { NewColumn } from './new-column.ts';
import { type Headers, mapHeaders } from './read-line.ts';

/** Columns that a message names, and characters of each. */
const NAMED_MAX = 5;
const NAME_LENGTH = 100;

const folded = (text: string) => text.trim().toLowerCase();

/** The only column of a new table whose content is unknown. */
function untouchedColumn({ columns }: Table) {
  const [only, ...others] = columns;
  if (!only || others.length > 0) return null;
  const { name, label, type } = only.field;
  const isFirst = only.revision === 1 && name === 'name' && label === 'Name' && type === 'text';
  return isFirst ? only : null;
}

/** A label that no other column has. */
function differentLabel(label: string, taken: Set<string>): string {
  for (let n = 1; ; n += 1) {
    const wanted = n === 1 ? label : `${label} ${n}`;
    if (taken.has(folded(wanted))) continue;
    taken.add(folded(wanted));
    return wanted;
  }
}

/**
 * The columns of the table that those of a file become, without a name in the database.
 * @param currency of amounts whose currency no cell says
 * @throws ImportAborted where they can't be columns, or are too many
 */
export function definedColumns(
  table: Pick<Table, 'columns' | 'fields'>,
  wanted: readonly NewColumn[],
  currency: string,
): Omit<TableColumn, 'name'>[] {
  if (table.columns.length + wanted.length > COLUMNS_MAX)
    throw new ImportAborted(
      `A table has ${COLUMNS_MAX} columns at most. Leave some of the file's columns out.`,
    );
  const labels = new Set(table.fields.map(({ label }) => folded(label)));
  const added = wanted.map((column) => ({
    ...(column.type === 'currency' ? { currency } : {}),
    ...column,
    label: differentLabel(column.label, labels),
  }));
  const split = added.map((column) => splitColumn(column, () => false));
  const definitions = namedColumns([...table.fields, ...split.map(({ definition }) => definition)]);
  const read = readFields(definitions, { newId, fields: 2 * COLUMNS_MAX });
  if (!read.ok) {
    const sentences = read.problems.slice(0, 3).map(englishDefinitionProblem);
    throw new ImportAborted(`The file's columns can not become columns: ${sentences.join('. ')}`);
  }
  return read.fields.slice(table.fields.length).map((field, at) => ({
    field,
    type: columnValueType(field),
    revision: 1,
    options: split[at]?.options ?? {},
  }));
}

/** Makes columns of the file into columns of the table. @returns them in their order */
async function makeColumns(
  trx: Transaction,
  table: Table,
  wanted: readonly NewColumn[],
): Promise<FieldDefinition[]> {
  if (wanted.length === 0) return [];
  const made = definedColumns(table, wanted, await currencyOf(trx, table.item.hub_id));
  for (const [at, defined] of made.entries()) {
    const name = await newColumnName(trx, table.item.id);
    if (name === null)
      throw new ImportAborted('This table had too many columns in its life. Import the file into a new one.');
    const column = { ...defined, name };
    await addValueColumn(trx, table.item.id, name, column.type);
    await insertColumn(trx, table.item.id, column, table.columns.length + at + 1);
  }
  return made.map(({ field }) => field);
}

/**
 * A column with further choices, as many as it may have; null where it can't get any now: a job is changing it, or it is no
 * column of choices any more.
 */
export function withOptions(column: TableColumn, labels: readonly string[]): TableColumn | null {
  const { field, options } = column;
  if (!isChoice(field) || options.changing !== undefined) return null;
  const capacity = OPTIONS_MAX - (field.options?.length ?? 0);
  const fresh = labels.filter((label) => optionOf(field, label) === null).slice(0, Math.max(0, capacity));
  if (fresh.length === 0) return null;
  const added = fresh.map((label) => ({ id: newId(), label }));
  return {
    ...column,
    field: { ...field, options: [...(field.options ?? []), ...added] },
    revision: column.revision + 1,
  };
}

/** Adds the choices that columns of the table don't have. @returns whether there were any */
async function addOptions(trx: Transaction, table: Table, options: FileShape['options']): Promise<boolean> {
  const changed = table.columns.flatMap(
    (column) => withOptions(column, options.get(column.field.id) ?? []) ?? [],
  );
  for (const column of changed) await updateColumn(trx, table.item.id, column);
  return changed.length > 0;
}

async function hasRows(database: Database | Transaction, { item }: Table): Promise<boolean> {
  const { rows } = await sql`select from ${rowTableOf(item.id)} limit 1`.execute(database);
  return rows.length > 0;
}

type HowPlanned = Pick<TableImport, 'mapping' | 'new_columns' | 'column_types'>;

type Planned = {
  /** Ids of columns in the order of the file, null for ignored ones. */
  ids: (string | null)[];
  /** The file's columns that become new ones, by their places. */
  places: { at: number; column: NewColumn }[];
  /** The only column of a new table, which makes place for them. */
  spare: TableColumn | null;
};

/**
 * A mapping names columns of the file, and so do types: what was to come from one that is not there would be left out without a message.
 * @throws ImportAborted naming them
 */
function refuseMissing(header: readonly string[], named: Readonly<Record<string, string>>): void {
  const present = new Set(distinctHeaders(header));
  const missing = Object.keys(named).filter((name) => named[name]?.trim() && !present.has(name));
  if (missing.length === 0) return;
  const names = missing.slice(0, NAMED_MAX).map((name) => `“${name.slice(0, NAME_LENGTH)}”`);
  throw new ImportAborted(
    `The file has no column ${names.join(', ')}. Choose again which belongs to which, and try again.`,
  );
}

/** Where each column of a file goes. */
async function planOf(
  database: Database | Transaction,
  table: Table,
  { header, columns }: Pick<FileShape, 'header' | 'columns'>,
  { mapping, new_columns, column_types }: HowPlanned,
): Promise<Planned> {
  refuseMissing(header, { ...column_types, ...mapping });
  const headers = mapHeaders(filledFields(table), header, mapping);
  const ids = headers.map((field) => field?.id ?? null);
  const isEmpty = !(await hasRows(database, table));
  const makesAll = new_columns ?? (mapping === null && isEmpty);
  // The column of labels is made at the first label.
  const makesLabels = makesAll || (mapping === null && new_columns === null && table.item.kind === 'contact');
  if (!makesLabels) return { ids, places: [], spare: null };
  // Those that were other columns while the file was read are left out.
  const places = unmatched(table, header, headers, mapping).flatMap((at) => {
    const column = makesAll || isLabelsHeader(header[at] ?? '') ? columns[at] : null;
    return column ? [{ at, column }] : [];
  });
  const isSpare = places.length > 0 && isEmpty && ids.every((id) => id === null);
  return { ids, places, spare: isSpare ? untouchedColumn(table) : null };
}

const withoutSpare = (table: Table, spare: TableColumn | null): Table =>
  spare ? { ...table, columns: [], fields: [] } : table;

/**
 * The table as an import would make it, and the field of each column of the file; nothing is written.
 * @throws ImportAborted as {@link planColumns} does
 */
export async function plannedTable(
  database: Database,
  table: Table,
  shape: Omit<FileShape, 'linesTotal'>,
  how: HowPlanned,
): Promise<{ table: Table; headers: Headers }> {
  const { ids, places, spare } = await planOf(database, table, shape, how);
  const retained = withoutSpare(table, spare);
  const wanted = places.map(({ column }) => column);
  const made = definedColumns(retained, wanted, await currencyOf(database, table.item.hub_id));
  const columns = [
    ...retained.columns.map(
      (column) => withOptions(column, shape.options.get(column.field.id) ?? []) ?? column,
    ),
    ...made.map((column) => ({ ...column, name: '' })),
  ];
  const fields = columns.map(({ field }) => field);
  for (const [nth, { at }] of places.entries()) ids[at] = made[nth]?.field.id ?? null;
  return {
    table: { ...table, columns, fields },
    headers: ids.map((id) => fields.find((field) => field.id === id) ?? null),
  };
}

/**
 * Maps each column of a file to a column of the table, and creates the missing ones, and missing choices, where requested. The
 * table must be locked against rows (`findTable(…, 'columns')`).
 * @returns ids of columns in the order of the file, null for ignored ones
 */
export async function planColumns(
  trx: Transaction,
  table: Table,
  shape: FileShape,
  how: HowPlanned,
  userId: string | null,
): Promise<(string | null)[]> {
  const { ids, places, spare } = await planOf(trx, table, shape, how);
  const hasNewOptions = await addOptions(trx, table, shape.options);
  if (spare) {
    await deleteColumnRow(trx, table.item.id, spare.field);
    await dropValueColumn(trx, table.item.id, spare);
  }
  const made = await makeColumns(
    trx,
    withoutSpare(table, spare),
    places.map(({ column }) => column),
  );
  for (const [nth, { at }] of places.entries()) ids[at] = made[nth]?.id ?? null;
  if (hasNewOptions || made.length > 0) await recordRowCountChange(trx, table, 0, userId);
  return ids;
}
