import { sql } from 'kysely';
import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import { optionProblem } from '#lib/fields/choice-check.ts';
import { type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { FieldProblem } from '#lib/fields/problem.ts';
import { validate } from '#lib/fields/validate.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { titleColumn } from '../rows/row-title.ts';
import { cellText } from '../table/cell-text.ts';
import { membersAmong, notAMember } from '../table/members-among.ts';
import { peopleColumns } from '../table/people-columns.ts';
import {
  columnRef,
  isStored,
  type RawRow,
  rowTableOf,
  rowValues,
  selectedValues,
  type Table,
} from '../table/table.ts';
import { isComputedWhenShown } from './computed-columns.ts';
import { type Conversion, convertColumn, convertStored } from './conversion.ts';
import { aloneOf } from './convert-value.ts';
import { withColumns } from './plan-column.ts';
import { rowsToChange } from './queue-column-change.ts';
import { rowsAfter } from './staged-column.repo.ts';

const BATCH = 1_000;
/** Values that are listed; all are counted. */
const LISTED_MAX = 10_000;
/** Options that a problem lists. */
const OPTIONS_LISTED = 12;
/** The part of a row's title that is listed with it. */
const TITLE_LENGTH = 200;
/** On a page of them: each batch is listed whole. */
const LISTED_ON_PAGE = LISTED_MAX - BATCH;
/** How long rows are read, in milliseconds: somebody waits for the preview. */
const READING_MS = 5_000;

type ReadRow = Pick<TableRow, 'id' | 'values' | 'files'>;

/** The message for a place that no preview gave. */
const invalidPlace = () => invalid({ after: ['After is not a place in this preview; begin again'] });

/** A place in a table in the order in which the database reads it. */
const PLACE = /^\(\d{1,10},\d{1,5}\)$/;

/** Rows and the place after them. */
type ReadRows<Row> = { rows: Row[]; place: string | null };

/** Rows with the values of a column, some at a time, in the order in which the database reads them fastest. */
async function* storedRows(trx: Transaction, table: Table, after: string): AsyncGenerator<ReadRows<ReadRow>> {
  if (after !== '' && !PLACE.test(after)) throw invalidPlace();
  const cursor = sql.id('previewed');
  // Not from where somebody else is reading the table.
  await sql`set local synchronize_seqscans = off`.execute(trx);
  await sql`declare ${cursor} no scroll cursor for
    select r.id, r.ctid::text as place, ${selectedValues(table)} from ${rowTableOf(table.item.id)} r
    where r.ctid > ${sql.lit(after === '' ? '(0,0)' : after)}::tid`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<{ id: string; place: string } & RawRow>`
        fetch ${sql.lit(BATCH)} from ${cursor}`.execute(trx);
      const read = rows.map((row) => ({ id: row.id, values: rowValues(table, row) }));
      yield { rows: await withFiles(trx, table, read), place: rows.at(-1)?.place ?? null };
      if (rows.length < BATCH) return;
    }
  } finally {
    await sql`close ${cursor}`.execute(trx);
  }
}

/** The same with what is not stored as a value: by whom a row was written, and what it shows of other tables. */
async function* wholeRows(trx: Transaction, table: Table, after: string): AsyncGenerator<ReadRows<TableRow>> {
  if (after !== '' && !isId(after)) throw invalidPlace();
  for (let last = after === '' ? null : after; ; ) {
    const rows: TableRow[] = await rowsAfter(trx, table, last, BATCH);
    last = rows.at(-1)?.id ?? null;
    yield { rows, place: last };
    if (rows.length < BATCH) return;
  }
}

/** What the values of a column become, some rows at a time, with the place after these. */
async function* convertedRows(trx: Transaction, conversion: Conversion, after: string) {
  const { table, from } = conversion;
  if (isComputedWhenShown(table, from))
    for await (const { rows, place } of wholeRows(trx, table, after))
      yield { all: await convertColumn(trx, conversion, rows), place };
  else
    for await (const { rows, place } of storedRows(trx, withColumns(table, [from]), after))
      yield { all: await convertStored(trx, conversion, rows), place };
}

/** The same with the titles of the rows that are listed. */
export async function withTitles(
  trx: Transaction,
  table: Table,
  preview: ColumnPreview,
): Promise<ColumnPreview> {
  const title = titleColumn(table, peopleColumns(table.columns));
  if (!title || preview.values.length === 0) return preview;
  const shown = withColumns(table, [title]);
  const ids = preview.values.map(({ row_id }) => row_id);
  // The id of an option is read whole.
  const selected =
    title.type === 'text'
      ? sql`r.extra, left(${columnRef(title, 'r')}, ${sql.lit(TEXT_LIMITS.option)}) as ${sql.id(title.name)}`
      : selectedValues(shown);
  const { rows } = await sql<{ id: string } & RawRow>`
    select r.id, ${selected} from ${rowTableOf(table.item.id)} r
    where r.id = any(${ids}::uuid[])`.execute(trx);
  const titles = new Map(
    rows.map((row) => [
      row.id,
      cellText(title.field, ownValue(rowValues(shown, row), title.field.name)).slice(0, TITLE_LENGTH),
    ]),
  );
  const values = preview.values.map((one) => ({ ...one, row_title: titles.get(one.row_id) ?? '' }));
  return { ...preview, values };
}

/** A problem of a choice names its options as people know them. */
const inLabels =
  ({ label, options }: FieldDefinition) =>
  (problem: FieldProblem): FieldProblem =>
    options && problem.code === 'one_of'
      ? {
          ...optionProblem(
            label,
            options.map((option) => option.label),
            OPTIONS_LISTED,
          ),
          path: problem.path,
        }
      : problem;

const textsOf = ({ next }: { next: unknown }) => [next].flat().map(String);

/**
 * What becomes of the values of a column that gets another definition; nothing is written. Of a table with many rows, it lists
 * those that can be read in some seconds.
 * @param options.after where it reads on: then it ends with a `next` place, and lists all that do not fit before it
 * @throws ApiError 422 for a place that no preview gave
 */
export async function previewChange(
  trx: Transaction,
  conversion: Conversion,
  { readingMs = READING_MS, after }: { readingMs?: number; after?: string | undefined } = {},
): Promise<ColumnPreview> {
  const { to: column, table, country } = conversion;
  const { field: to, options } = column;
  const preview: ColumnPreview = {
    rows: await rowsToChange({ database: trx }, table.item.id),
    checked: 0,
    converted: 0,
    kept: 0,
    values: [],
  };
  const isPage = after !== undefined;
  if (!isStored(column)) return { ...preview, checked: preview.rows, ...(isPage ? { next: null } : {}) };
  const deadline = performance.now() + readingMs;
  for await (const { all, place } of convertedRows(trx, conversion, after ?? '')) {
    const converted = all.filter(({ shown }) => shown !== undefined && shown !== null);
    const members =
      options.type === 'person'
        ? await membersAmong(trx, table.item.hub_id, converted.flatMap(textsOf))
        : null;
    for (const one of converted) {
      const { id, shown, next } = one;
      const checked = validate(aloneOf(to), { [to.name]: next }, { country });
      const problems = checked.ok
        ? []
        : Object.values(englishErrors(checked.problems.map(inLabels(to)))).flat();
      if (checked.ok && members && !textsOf(one).every((text) => members.has(text)))
        problems.push(notAMember(to));
      if (problems.length === 0) preview.converted += 1;
      else {
        preview.kept += 1;
        if (preview.values.length < LISTED_MAX)
          preview.values.push({ row_id: id, value: shown, problem: problems.join('. ') });
      }
    }
    preview.checked += all.length;
    const isFull = isPage && preview.values.length > LISTED_ON_PAGE;
    if (isFull || performance.now() > deadline) return isPage ? { ...preview, next: place } : preview;
  }
  if (isPage) return { ...preview, next: null };
  // The number of rows is added to after each write: here all were read.
  return { ...preview, rows: preview.checked };
}
