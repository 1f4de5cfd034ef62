import { sql } from 'kysely';
import { csvRow } from '#lib/text/csv.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fileFieldsOf } from '../rows/row-file.repo.ts';
import { namesOf } from '../table/cell-text.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { CSV_CELLS, JSON_CELLS } from './cell-formats.ts';
import { columnsOf, type ExportChoice, exportedText, exportedValue, type RowBatch } from './export-rows.ts';
import { type LineFormat, writtenBatches } from './written-rows.ts';

/** The rows of a batch as lines of CSV, each with its end; what could not be read stands in cells that are empty without it. */
export function asCsv(
  batch: RowBatch,
  { namesOf: named = (row) => namesOf(row.files) }: ExportChoice,
): string {
  const columns = columnsOf(batch);
  return batch.rows
    .map((row) => {
      const names = named(row);
      const unread = batch.unread?.get(row.id);
      return csvRow(
        columns.map((column) => {
          if (!column) return '';
          const text = exportedText(column, row, batch.linked, names);
          // Below zero it begins as a formula does, and is none.
          const isNumber =
            text.startsWith('-') && typeof exportedValue(column, row, batch.linked) === 'number';
          return isNumber ? Number(text) : text || (unread?.get(column.field.id) ?? '');
        }),
      );
    })
    .join('');
}

/** The rows of a batch as JSON, each an object of its own: its id, its values and, where it has any, its files by their ids. */
export function asJson(batch: RowBatch): string[] {
  const columns = columnsOf(batch);
  return batch.rows.map((row) => {
    const { id, files = [] } = row;
    const values = Object.fromEntries(
      columns.flatMap((column) => {
        const value = column ? exportedValue(column, row, batch.linked) : undefined;
        return column && value !== undefined ? [[column.field.name, value]] : [];
      }),
    );
    const known = Object.fromEntries(
      files.map(({ id: file, name, size, mime }) => [file, { name, size, mime }]),
    );
    return JSON.stringify({ id, values, ...(files.length > 0 ? { files: known } : {}) });
  });
}

/** How the database writes the rows of CSV. */
export const CSV_LINES: LineFormat = {
  cells: CSV_CELLS,
  line: (cells) => sql`${sql.join([...cells], sql` || ',' || `)} || ${sql.lit('\r\n')}`,
  separator: '',
  showsUnread: true,
};

/** Columns in the order in which an object has their names: those that are whole numbers first. */
function inOrderOfNames(columns: readonly (TableColumn | null)[]): TableColumn[] {
  const byName = Object.fromEntries(
    columns.flatMap((column) => (column ? [[column.field.name, column]] : [])),
  );
  return Object.values(byName);
}

/** How the database writes the rows of JSON, each as one object. */
export const JSON_LINES: LineFormat = {
  cells: JSON_CELLS,
  inOrder: inOrderOfNames,
  line: (cells) =>
    sql`'{"id":"' || r.id || '","values":{' || substr(${sql.join([sql`''`, ...cells], sql` || `)}, 2) || '}}'`,
  separator: ',\n',
  hasMore: ({ fields }: Pick<Table, 'fields'>) => fileFieldsOf(fields).size > 0,
  showsUnread: false,
};

/**
 * A table's rows: as CSV as users read them (an import reads it again; cells that begin as a formula are made
 * harmless), as JSON unchanged.
 */
export async function* rowsAsText(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  format: 'csv' | 'json',
  choice: ExportChoice = {},
): AsyncGenerator<string> {
  const lines = format === 'csv' ? CSV_LINES : JSON_LINES;
  const written = (batch: RowBatch): string =>
    format === 'csv' ? asCsv(batch, choice) : asJson(batch).join(lines.separator);
  let isFirst = true;
  let hasRows = false;
  for await (const { parts, ...batch } of writtenBatches(database, itemAnew, choice, lines)) {
    if (isFirst) {
      const labels = columnsOf(batch).map((column) => column?.field.label ?? '');
      // By the byte order mark, spreadsheets know that the text is UTF-8.
      yield format === 'csv' ? `\uFEFF${csvRow(labels)}` : '[';
    }
    isFirst = false;
    for (const part of parts) {
      const text = 'text' in part ? part.text : written(part);
      if (text === '') continue;
      yield format === 'csv' ? text : `${hasRows ? ',' : ''}\n${text}`;
      hasRows = true;
    }
  }
  if (format === 'json') yield '\n]\n';
}
