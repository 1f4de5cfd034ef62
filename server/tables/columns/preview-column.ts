import { sql } from 'kysely';
import type { ColumnPreview } from '#lib/contract/table.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { validate } from '#lib/fields/validate.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { namesOf } from '../table/cell-text.ts';
import { membersAmong, notAMember } from '../table/members-among.ts';
import {
  isStored,
  type RawRow,
  rowTableOf,
  rowValues,
  selectedValues,
  type Table,
  type TableColumn,
} from '../table/table.ts';
import { rowsToChange } from './queue-column-change.ts';
import { aloneOf, convertedValue } from './rewrite-rows.ts';

const BATCH = 1_000;
/** Values that are listed; all are counted. */
const LISTED_MAX = 10_000;
/** How long rows are read, in milliseconds: somebody waits for the preview. */
const READING_MS = 5_000;

/** The values of a column, some rows at a time, in the order in which the database reads them fastest. */
async function* valuesOf(trx: Transaction, table: Table, column: TableColumn) {
  const narrow: Table = { ...table, columns: [column], fields: [column.field] };
  const cursor = sql.id('previewed');
  await sql`declare ${cursor} no scroll cursor for
    select r.id, ${selectedValues(narrow)} from ${rowTableOf(table.item.id)} r`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<{ id: string } & RawRow>`fetch ${sql.lit(BATCH)} from ${cursor}`.execute(
        trx,
      );
      const read = rows.map((row) => ({
        id: row.id,
        value: ownValue(rowValues(narrow, row), column.field.name),
      }));
      yield await withFiles(trx, narrow, read);
      if (rows.length < BATCH) return;
    }
  } finally {
    await sql`close ${cursor}`.execute(trx);
  }
}

const textsOf = ({ next }: { next: unknown }) => [next].flat().map(String);

/**
 * What becomes of the values of a column that gets another definition; nothing is written. Of a table with many rows, it tells
 * of those that can be read in some seconds.
 */
export async function previewChange(
  trx: Transaction,
  table: Table,
  column: TableColumn,
  { field: to, options }: Pick<TableColumn, 'field' | 'options'>,
  { readingMs = READING_MS } = {},
): Promise<ColumnPreview> {
  const preview: ColumnPreview = {
    rows: await rowsToChange({ database: trx }, table.item.id),
    checked: 0,
    converted: 0,
    kept: 0,
    values: [],
  };
  if (!isStored(column)) return { ...preview, checked: preview.rows };
  const from = column.field;
  const writtenIn = await hubInputFormat(trx, table.item.hub_id);
  const { country } = table;
  const deadline = performance.now() + readingMs;
  for await (const rows of valuesOf(trx, table, column)) {
    const converted = rows.flatMap(({ id, value, files }) => {
      if (value === undefined || value === null) return [];
      return { id, value, next: convertedValue(from, to, value, country, writtenIn, namesOf(files)) };
    });
    const members =
      options.type === 'person'
        ? await membersAmong(trx, table.item.hub_id, converted.flatMap(textsOf))
        : null;
    for (const one of converted) {
      const { id, value, next } = one;
      const checked = validate(aloneOf(to), { [to.name]: next }, { country });
      const problems = checked.ok ? [] : Object.values(englishErrors(checked.problems)).flat();
      if (checked.ok && members && !textsOf(one).every((text) => members.has(text)))
        problems.push(notAMember(to));
      if (problems.length === 0) preview.converted += 1;
      else {
        preview.kept += 1;
        if (preview.values.length < LISTED_MAX)
          preview.values.push({ row_id: id, value, problem: problems.join('. ') });
      }
    }
    preview.checked += rows.length;
    if (performance.now() > deadline) return preview;
  }
  // The number of rows is added to after each write: here all were read.
  return { ...preview, rows: preview.checked };
}
