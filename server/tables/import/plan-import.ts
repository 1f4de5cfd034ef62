import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { COLUMNS_MAX, IMPORT_ROWS_MAX } from '#lib/contract/table-limits.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { splitColumn } from '#lib/fields/column-types.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishDefinitionProblem } from '#lib/fields/english-definition-problem.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import {
  addValueColumn,
  deleteColumnRow,
  dropValueColumn,
  insertColumn,
  newColumnName,
} from '../columns/column.repo.ts';
import { namedColumns } from '../columns/named-columns.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { columnValueType } from '../table/cell.ts';
import { rowTableOf, type Table, writableFields } from '../table/table.ts';
import { createColumnGuess, type NewColumn } from './guess-column.ts';
import type { TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import { type Headers, mapHeaders } from './import-lines.ts';
import type { Line } from './read-csv.ts';

/**
 * The result of reading a file: its header, a new column's definition for each of its columns, and its lines.
 */
export type FileShape = { header: string[]; columns: NewColumn[]; linesTotal: number };

/** Reads all lines of a file to be imported. @throws ImportAborted for a file without any. */
export async function shapeOfFile(
  groups: AsyncIterable<readonly Line[]>,
  country: string | null,
  writtenIn: InputFormat,
  signal: AbortSignal,
): Promise<FileShape> {
  let header: string[] | null = null;
  let linesTotal = 0;
  let guesses: ReturnType<typeof createColumnGuess>[] = [];
  for await (const group of groups) {
    signal.throwIfAborted();
    for (const { cells } of group) {
      linesTotal += 1;
      if (!header) {
        header = cells;
        guesses = cells.map(() => createColumnGuess(country, writtenIn));
        continue;
      }
      for (const [at, guess] of guesses.entries()) guess.look(cells[at] ?? '');
    }
    if (linesTotal > IMPORT_ROWS_MAX) break;
    // Other work of the process comes first.
    await setImmediate();
  }
  if (!header) throw new ImportAborted('The file is empty.');
  const columns = guesses.map((guess, at) => guess.column(header[at] ?? '', at));
  return { header, columns, linesTotal };
}

const folded = (text: string) => text.trim().toLowerCase();

/** The columns of the file that become new ones, by their place in it. */
function unmatched({ fields }: Table, header: readonly string[], headers: Headers, mapping: unknown) {
  const known = new Map(Object.entries(mapping ?? {}));
  // Computed columns are not filled, and don't become new ones either.
  const computed = new Set(fields.flatMap(({ formula, label }) => (formula ? [folded(label)] : [])));
  const distinct = distinctHeaders(header);
  return header.flatMap((written, at) =>
    headers[at] || known.get(distinct[at] ?? written) === '' || computed.has(folded(written)) ? [] : [at],
  );
}

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

/** Makes columns of the file into columns of the table. @returns them in their order */
async function makeColumns(
  trx: Transaction,
  table: Table,
  wanted: readonly NewColumn[],
): Promise<FieldDefinition[]> {
  if (table.columns.length + wanted.length > COLUMNS_MAX)
    throw new ImportAborted(
      `A table has ${COLUMNS_MAX} columns at most. Leave some of the file's columns out.`,
    );
  const labels = new Set(table.fields.map(({ label }) => folded(label)));
  const added = wanted.map((column) => ({ ...column, label: differentLabel(column.label, labels) }));
  const split = added.map((column) => splitColumn(column, () => false));
  const definitions = namedColumns([...table.fields, ...split.map(({ definition }) => definition)]);
  const read = readFields(definitions, { newId, fields: 2 * COLUMNS_MAX });
  if (!read.ok) {
    const sentences = read.problems.slice(0, 3).map(englishDefinitionProblem);
    throw new ImportAborted(`The file's columns can not become columns: ${sentences.join('. ')}`);
  }
  const made = read.fields.slice(table.fields.length);
  for (const [at, field] of made.entries()) {
    const name = await newColumnName(trx, table.item.id);
    if (name === null)
      throw new ImportAborted('This table had too many columns in its life. Import the file into a new one.');
    const column = {
      field,
      name,
      type: columnValueType(field),
      revision: 1,
      options: split[at]?.options ?? {},
    };
    await addValueColumn(trx, table.item.id, name, column.type);
    await insertColumn(trx, table.item.id, column, table.columns.length + at + 1);
  }
  return made;
}

async function hasRows(trx: Transaction, { item }: Table): Promise<boolean> {
  const { rows } = await sql`select from ${rowTableOf(item.id)} limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Maps each column of a file to a column of the table, and creates the missing ones where requested. The
 * table must be locked against rows (`findTable(…, 'columns')`).
 * @returns ids of columns in the order of the file, null for ignored ones
 */
export async function planColumns(
  trx: Transaction,
  table: Table,
  { header, columns }: FileShape,
  { mapping, new_columns }: Pick<TableImport, 'mapping' | 'new_columns'>,
  userId: string | null,
): Promise<(string | null)[]> {
  const headers = mapHeaders(writableFields(table), header, mapping);
  const ids = headers.map((field) => field?.id ?? null);
  const isEmpty = !(await hasRows(trx, table));
  if (!(new_columns ?? (mapping === null && isEmpty))) return ids;
  const places = unmatched(table, header, headers, mapping);
  if (places.length === 0) return ids;
  const spare = isEmpty && ids.every((id) => id === null) ? untouchedColumn(table) : null;
  if (spare) {
    await deleteColumnRow(trx, table.item.id, spare.field);
    await dropValueColumn(trx, table.item.id, spare);
  }
  const retained = spare ? { ...table, columns: [], fields: [] } : table;
  const made = await makeColumns(
    trx,
    retained,
    places.flatMap((at) => columns[at] ?? []),
  );
  for (const [nth, at] of places.entries()) ids[at] = made[nth]?.id ?? null;
  await recordRowCountChange(trx, table, 0, userId);
  return ids;
}
