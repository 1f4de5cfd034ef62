import { sql } from 'kysely';
import { csvRow } from '#lib/text/csv.ts';
import type { Database } from '#server/platform/database/database.ts';
import { cellText, namesOf } from './cell-text.ts';
import { listRows, type TableRow } from './row.repo.ts';
import { withFiles } from './row-file.repo.ts';
import { findTable, type Table } from './table.ts';

/** Rows that are read, and sent, per batch. */
const BATCH = 1000;

export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;
export type TableFormat = keyof typeof TABLE_TYPES;

/** A row under the columns that the export began with: one that was deleted meanwhile is empty. */
function asCsv(ids: readonly string[], { fields }: Table, { values, files }: TableRow): string {
  const names = namesOf(files);
  return csvRow(
    ids.map((id) => {
      const field = fields.find((one) => one.id === id);
      return field && Object.hasOwn(values, field.name) ? cellText(field, values[field.name], names) : '';
    }),
  );
}

/** Its files, where it has any, with their names by their ids. */
function asJson({ id, values, files = [] }: TableRow): string {
  const known = Object.fromEntries(
    files.map(({ id: fileId, name, size, mime }) => [fileId, { name, size, mime }]),
  );
  return JSON.stringify({ id, values, ...(files.length > 0 ? { files: known } : {}) });
}

/**
 * A table's rows in their order, batch by batch and however many: as CSV as users read them (an import reads
 * it again), as JSON unchanged.
 * @param itemAnew checks access again before each batch, and throws once the caller may not read any more
 */
export async function* rowsAsText(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  format: TableFormat,
): AsyncGenerator<string> {
  let last: TableRow | undefined;
  let isFirst = true;
  let ids: string[] | null = null;
  for (;;) {
    const table = await findTable(database, await itemAnew());
    if (!table) throw new Error('the table ended while it was read');
    if (ids === null) {
      ids = table.fields.map(({ id }) => id);
      // By the byte order mark, spreadsheets know that the text is UTF-8.
      yield format === 'csv' ? `\uFEFF${csvRow(table.fields.map(({ label }) => label))}` : '[';
    }
    const columns = ids;
    const where = last ? [sql`(r.position, r.id) > (${last.position}::bigint, ${last.id}::uuid)`] : [];
    const order = sql`r.position, r.id`;
    const page = await listRows(database, table, { where, order, keys: [], limit: BATCH, offset: 0 });
    const rows: TableRow[] = await withFiles(
      database,
      table,
      page.map(({ row }) => row),
    );
    if (format === 'csv') yield rows.map((row) => asCsv(columns, table, row)).join('');
    else if (rows.length > 0) yield `${isFirst ? '' : ','}\n${rows.map(asJson).join(',\n')}`;
    isFirst = isFirst && rows.length === 0;
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH) break;
  }
  if (format === 'json') yield '\n]\n';
}
