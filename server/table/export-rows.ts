import { sql } from 'kysely';
import { csvLine } from '#lib/csv.ts';
import type { Database } from '../database/database.ts';
import { cellText } from './cell-text.ts';
import { listRows, type TableRow } from './row.repo.ts';
import { findTable, type Table } from './table.ts';

/** Rows that are read, and sent, at once. */
const BATCH = 1000;

export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;
export type TableFormat = keyof typeof TABLE_TYPES;

function asCsv({ fields }: Table, { values }: TableRow): string {
  return csvLine(
    fields.map((field) =>
      cellText(field, Object.hasOwn(values, field.name) ? values[field.name] : undefined),
    ),
  );
}

const asJson = ({ id, values }: TableRow) => JSON.stringify({ id, values });

/**
 * A table's rows in their order, part by part and however many: as CSV as people read them (an import reads it again),
 * as JSON as they were given.
 * @param itemAnew asks anew who reads before each part, and throws once they may not any more
 */
export async function* rowsAsText(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  format: TableFormat,
): AsyncGenerator<string> {
  let last: TableRow | undefined;
  let isFirst = true;
  let head: string | null = null;
  for (;;) {
    const table = await findTable(database, await itemAnew());
    // The columns of the first part hold for all: who changes them meanwhile ends this export.
    const labels = table ? table.fields.map(({ id }) => id).join('\n') : null;
    if (!table || (head !== null && labels !== head))
      throw new Error('the columns were changed while they were read');
    if (head === null) {
      head = labels;
      // The mark at the front tells spreadsheets that the text is UTF-8.
      yield format === 'csv' ? `\uFEFF${csvLine(table.fields.map(({ label }) => label))}` : '[';
    }
    const where = last ? [sql`(r.position, r.id) > (${last.position}::bigint, ${last.id}::uuid)`] : [];
    const rows: TableRow[] = (
      await listRows(database, table, {
        where,
        order: sql`r.position, r.id`,
        keys: [],
        limit: BATCH,
        offset: 0,
      })
    ).map(({ row }) => row);
    if (format === 'csv') yield rows.map((row) => asCsv(table, row)).join('');
    else if (rows.length > 0) yield `${isFirst ? '' : ','}\n${rows.map(asJson).join(',\n')}`;
    isFirst = isFirst && rows.length === 0;
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH) break;
  }
  if (format === 'json') yield '\n]\n';
}
