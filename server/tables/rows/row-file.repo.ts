import { type RawBuilder, sql } from 'kysely';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { FieldProblem } from '#lib/fields/problem.ts';
import { submissionValues } from '#lib/fields/submission-values.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { isId } from '#server/platform/database/id.ts';
import { rowTableOf, type Table } from '../table/table.ts';
import { hasRow } from './has-row.ts';

/** A file of a row, or one that waits for it. */
export type RowFile = {
  id: string;
  field_id: string;
  row_id: string | null;
  name: string;
  mime: string | null;
  size: number;
};
export type StoredRowFile = RowFile & { file_sha256: string; created_by: string | null };

/** How long a file without a row is stored: for a row that is being filled in, or whose change is undone. */
export const PENDING_ROW_FILE_HOURS = 24;

const COLUMNS = sql.raw('id, field_id, row_id, name, mime, size::float8 as size');

/** Whether a file is one of a column that the table has: those of deleted columns are nobody's to read until these are restored. */
export const IS_OF_COLUMN = sql`not exists (select from deleted_column
  where deleted_column.item_id = row_file.item_id and row_file.field_id = any(deleted_column.file_fields))`;

/** Whether a file is one of these columns, deleted ones among them. */
export const isOfColumns = ({ fields }: WithFields): RawBuilder<unknown> =>
  sql`row_file.field_id = any(${[...fileFieldsOf(fields).keys()]}::text[])`;

type Filled = { id: string; values: Values };
type WithFields = Pick<Table, 'fields'>;
type OfTable = WithFields & { item: Pick<Table['item'], 'id'> };

const known = new WeakMap<readonly FieldDefinition[], ReadonlyMap<string, FieldDefinition>>();

/** The file fields of a table's rows, also in nested forms, by id. */
export function fileFieldsOf(fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldDefinition> {
  let found = known.get(fields);
  if (!found) {
    found = new Map(
      fields.flatMap((field) => [
        ...(field.type === 'file' ? [[field.id, field] as const] : []),
        ...fileFieldsOf(field.fields ?? []),
      ]),
    );
    known.set(fields, found);
  }
  return found;
}

type Named = { field: FieldDefinition; id: string };

function filesNamed({ fields }: WithFields, values: Values): Named[] {
  const taking = fileFieldsOf(fields);
  if (taking.size === 0) return [];
  return submissionValues(fields, values).flatMap(({ field_id, text }) => {
    const field = taking.get(field_id);
    return field && text !== null ? [{ field, id: text }] : [];
  });
}

/** Texts that a row had where it names files: what was there when a column became one of files. */
function textsAmongFiles(table: OfTable, before: Values = {}): ReadonlySet<string> {
  return new Set(
    filesNamed(table, before).flatMap(({ field, id }) => (isId(id) ? [] : [`${field.id} ${id}`])),
  );
}

/**
 * Checks the files that rows name: each must have been sent for that field, and belong to one row once, but for texts
 * that a row had before. Locks
 * them until the transaction ends.
 * @returns the problems of the rows that have any, by the rows' ids
 */
export async function rowFileErrors(
  trx: Transaction,
  table: OfTable,
  rows: readonly (Filled & { before?: Values | undefined })[],
): Promise<Map<string, FieldProblem[]>> {
  const named = rows.map((row) => {
    const texts = textsAmongFiles(table, row.before);
    const files = filesNamed(table, row.values).filter(({ field, id }) => !texts.has(`${field.id} ${id}`));
    return { row, files };
  });
  const ids = [...new Set(named.flatMap(({ files }) => files.map(({ id }) => id)).filter(isId))];
  const problems = new Map<string, FieldProblem[]>();
  if (named.every(({ files }) => files.length === 0)) return problems;
  const { rows: found } = await sql<Pick<RowFile, 'id' | 'field_id' | 'row_id'>>`
    select id, field_id, row_id from row_file
    where item_id = ${table.item.id} and id = any(${ids}::uuid[]) order by id for update`.execute(trx);
  const files = new Map(found.map((file) => [file.id, file]));
  const taken = new Set<string>();
  for (const { row, files: wanted } of named) {
    for (const { field, id } of wanted) {
      const file = files.get(id);
      const isFree = file?.row_id === null || file?.row_id === row.id;
      if (file?.field_id !== field.id || !isFree || taken.has(id)) {
        const { name, label } = field;
        const problem: FieldProblem = { code: 'invalid', params: { label, type: 'file' }, path: name };
        problems.set(row.id, [...(problems.get(row.id) ?? []), problem]);
      }
      taken.add(id);
    }
  }
  return problems;
}

/** A released file is nobody's that waits for a row: it doesn't count among those that its sender may have waiting. */
export const RELEASED = sql`row_id = null, created_at = now(), created_by = null`;

/**
 * Assigns the named files to rows, and releases those that the rows do not name any more.
 * @param isConcerned which files may be released
 */
export async function claimRowFiles(
  trx: Transaction,
  table: OfTable,
  rows: readonly Filled[],
  isConcerned: RawBuilder<unknown> = IS_OF_COLUMN,
): Promise<void> {
  if (rows.length === 0 || fileFieldsOf(table.fields).size === 0) return;
  // Rows of an archive may name what is no file.
  const named = rows.flatMap(({ id, values }) =>
    filesNamed(table, values).flatMap((file) => (isId(file.id) ? [{ file: file.id, row: id }] : [])),
  );
  const files = named.map(({ file }) => file);
  await sql`update row_file set ${RELEASED}
    where item_id = ${table.item.id} and row_id = any(${rows.map(({ id }) => id)}::uuid[])
      and id <> all(${files}::uuid[]) and ${isConcerned}`.execute(trx);
  if (named.length === 0) return;
  await sql`update row_file set row_id = input.row_id
    from unnest(${files}::uuid[], ${named.map(({ row }) => row)}::uuid[]) as input (id, row_id)
    where row_file.id = input.id and item_id = ${table.item.id}`.execute(trx);
}

/** Releases the files of fields that a column has no more. */
export async function releaseColumnFiles(
  trx: Transaction,
  itemId: string,
  before: FieldDefinition,
  after: FieldDefinition,
): Promise<void> {
  const left = fileFieldsOf([after]);
  const fields = [...fileFieldsOf([before]).keys()].filter((id) => !left.has(id));
  if (fields.length === 0) return;
  await sql`update row_file set ${RELEASED}
    where item_id = ${itemId} and field_id = any(${fields}) and row_id is not null`.execute(trx);
}

/** The files of some rows of a table, by the rows' ids. */
export async function filesOfRows(
  database: Database | Transaction,
  table: OfTable,
  rowIds: readonly string[],
): Promise<Map<string, RowFile[]>> {
  if (rowIds.length === 0 || fileFieldsOf(table.fields).size === 0) return new Map();
  const { rows } = await sql<RowFile>`
    select ${COLUMNS} from row_file
    where item_id = ${table.item.id} and row_id = any(${rowIds}::uuid[]) and ${IS_OF_COLUMN}`.execute(
    database,
  );
  return Map.groupBy(rows, ({ row_id }) => row_id ?? '');
}

/** Rows with the data of their files. */
export async function withFiles<Row extends { id: string }>(
  database: Database | Transaction,
  table: OfTable,
  rows: readonly Row[],
): Promise<(Row & { files?: readonly RowFile[] })[]> {
  const files = await filesOfRows(
    database,
    table,
    rows.map(({ id }) => id),
  );
  return files.size === 0 ? [...rows] : rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
}

/** Who asks for the files of a table that they may read. */
export type RowFileReader = {
  /** Files that wait for a row are read by who sent them. */
  userId: string | null;
  /** Those of deleted rows are read by who may restore these. */
  mayRestore: boolean;
};

/** One file of a table: of a row, of a deleted one, or one that waits, as far as its reader may have it. */
export async function rowFile(
  database: Database | Transaction,
  itemId: string,
  id: string,
  { userId, mayRestore }: RowFileReader,
): Promise<StoredRowFile | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<StoredRowFile>`
    select ${COLUMNS}, file_sha256, created_by from row_file
    where id = ${id} and item_id = ${itemId} and (row_id is not null or created_by = ${userId})
      and ${IS_OF_COLUMN}`.execute(database);
  const [file] = rows;
  if (!file || file.row_id === null || mayRestore) return file;
  return (await hasRow(database, itemId, file.row_id)) ? file : undefined;
}

/** The files of a table's rows, without those of deleted ones, in the order of their ids, a part at a time. */
export async function* filesOfTable(
  database: Database,
  itemId: string,
): AsyncGenerator<StoredRowFile, void, undefined> {
  let after: string | null = null;
  for (;;) {
    const { rows }: { rows: StoredRowFile[] } = await sql<StoredRowFile>`
      select ${COLUMNS}, file_sha256, created_by from row_file
      where item_id = ${itemId} and (${after}::uuid is null or id > ${after}) and ${IS_OF_COLUMN}
        and exists (select from ${rowTableOf(itemId)} r where r.id = row_id)
      order by id limit 500`.execute(database);
    yield* rows;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < 500) return;
  }
}

/** Gives the rows of a table's copy the same files; their bytes are not stored twice. Deleted rows are not copied, nor their files. */
export async function copyRowFiles(trx: Transaction, from: string, to: string): Promise<void> {
  await sql`
    insert into row_file (id, item_id, field_id, row_id, file_sha256, name, mime, size, created_by)
    select id, ${to}, field_id, row_id, file_sha256, name, mime, size, created_by
    from row_file where item_id = ${from} and exists (select from ${rowTableOf(to)} r where r.id = row_id)
      and ${IS_OF_COLUMN}`.execute(trx);
}

/** Deletes files that waited too long; their bytes are deleted by the next purge. */
export async function deleteExpiredRowFiles(database: Database, signal: AbortSignal): Promise<void> {
  const isOver = sql`row_id is null and created_at < now() - make_interval(hours => ${PENDING_ROW_FILE_HOURS})`;
  await deleteInBatches(database, 'row_file', isOver, signal);
}
