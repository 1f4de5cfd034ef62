import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { PlannedFormat } from '#lib/forms/column-format.ts';
import type { Time } from './column-types.ts';

/** Metadata of users' tables. */
export type UserTables = {
  user_table: UserTableTable;
  table_column: TableColumnTable;
  table_import: TableImportTable;
  table_import_refusal: TableImportRefusalTable;
  deleted_table: { item_id: string };
  /** Rows added and removed that are not yet in the count on the item. */
  row_count_change: { id: GeneratedAlways<number>; item_id: string; more: number };
  row_file: RowFileTable;
  row_change: RowChangeTable;
  deleted_row: DeletedRowTable;
  deleted_column: DeletedColumnTable;
  deleted_column_row: DeletedColumnRowTable;
  bulk_change: BulkChangeTable;
  bulk_change_row: BulkChangeRowTable;
  row_link: RowLinkTable;
  table_view: TableViewTable;
  row_merge: RowMergeTable;
  row_distinct: RowDistinctTable;
  row_index: RowIndexTable;
  stored_order: StoredOrderTable;
  stored_order_link: StoredOrderLinkTable;
  stored_order_change: { order_name: string; step: number; row_id: string };
  row_vcard: { item_id: string; row_id: string; card: string; further: Generated<string[]> };
};

/** The types in which values are stored, so that the database can compare them. */
export type ValueType = 'text' | 'double precision' | 'date' | 'time' | 'timestamptz';

type UserTableTable = {
  item_id: string;
  next_column: Generated<number>;
  /** For which day and time zone its stored formulas were computed; null where that is to be found out. */
  formulas_for: string | null;
};

/** What a row's cells were before a change and after it, by the ids of their columns; null for an empty cell. */
export type CellChanges = Record<string, [before: unknown, after: unknown]>;

type TableViewTable = {
  id: string;
  item_id: string;
  name: string;
  type: 'grid' | 'list' | 'gallery' | 'board' | 'calendar';
  owner_id: string | null;
  position: number;
  revision: Generated<number>;
  settings: JSONColumnType<object, string, string>;
};

type RowMergeTable = {
  id: string;
  item_id: string;
  row_id: string;
  merged: string[];
  before: JSONColumnType<Values, string, string>;
  after: JSONColumnType<Values, string, string>;
  made_by: string | null;
  made_at: Generated<Date>;
  undone_at: Date | null;
  moved: JSONColumnType<MovedParts, string | null, string | null> | null;
  /** What merges have in common that were made at once. */
  run_id: string | null;
};

/** What a merge gave to the row that was kept, beside values and files: what undoing it takes back. */
export type MovedParts = {
  links: [link: string, one: string, other: string][];
  /** Submissions, and the rows that they belonged to. */
  submissions: [id: string, row: string][];
  /** The kept row's card before it, and the MD5 of the one after it; null where it stayed as it was. */
  card: { before: string | null; after: string } | null;
};

/** Two rows that are not the same person, the lesser id first. */
type RowDistinctTable = {
  item_id: string;
  one_row: string;
  other_row: string;
  made_by: string | null;
  made_at: Generated<Date>;
};

type RowIndexTable = {
  item_id: string;
  /** The name of the rows' database column, or what a computed column shows. */
  key: string;
  descending: boolean;
  is_ready: Generated<boolean>;
  used_at: Generated<Date>;
};

type StoredOrderTable = { name: string; item_id: string; key: string; descending: boolean };

type StoredOrderLinkTable = {
  order_name: string;
  /** How many links lead from the ordered rows to those that have this one. */
  step: number;
  link_id: string;
  /** Whether these are on the other side of the link. */
  is_other: boolean;
};

type RowLinkTable = { link_id: string; one_row: string; other_row: string; position: Generated<number> };

type RowChangeTable = {
  id: GeneratedAlways<number>;
  item_id: string;
  row_id: string;
  revision: number;
  kind: 'changed' | 'deleted' | 'restored';
  made_at: Generated<Date>;
  made_by: string | null;
  cells: JSONColumnType<CellChanges, string | undefined, string>;
};

type DeletedRowTable = {
  item_id: string;
  id: string;
  number: number;
  position: number;
  revision: number;
  created_at: Date;
  created_by: string | null;
  cells: JSONColumnType<Values, string, string>;
  deleted_at: Generated<Date>;
  deleted_by: string | null;
};

/** A change of all rows that a filter finds. */
type BulkChangeTable = {
  id: string;
  item_id: string;
  kind: 'delete' | 'set' | 'restore' | 'revert';
  state: Generated<'running' | 'done' | 'cancelled' | 'failed'>;
  job_id: string | null;
  request: JSONColumnType<object, string | undefined, string>;
  sent: JSONColumnType<Values, string | null, string | null> | null;
  /** The ids of the columns whose values are sent, by their names. */
  column_ids: JSONColumnType<Record<string, string>, string | null, string | null> | null;
  as_of: Date;
  undoes: string | null;
  undone_by: string | null;
  total: number;
  changed: Generated<number>;
  unchanged: Generated<number>;
  /** Rows that others changed or deleted meanwhile. */
  skipped: Generated<number>;
  refused: Generated<number>;
  /** How many rows were refused for which reason. */
  problems: JSONColumnType<Record<string, number>, string | undefined, string>;
  reason: string | null;
  has_rows: Generated<boolean>;
  after_row: string | null;
  made_by: string | null;
  made_at: Generated<Date>;
};

type BulkChangeRowTable = {
  bulk_id: string;
  row_id: string;
  revision: number | null;
  cells: JSONColumnType<CellChanges, string | null, string | null> | null;
};

type RowFileTable = {
  id: string;
  item_id: string;
  field_id: string;
  /** Null while it waits for a row. */
  row_id: string | null;
  file_sha256: string;
  name: string;
  mime: string | null;
  size: number;
  created_by: string | null;
  created_at: Generated<Date>;
};

/** A column as it was deleted; its values stay until it is purged. */
type DeletedColumnTable = Omit<TableColumnTable, 'position' | 'revision' | 'options'> & {
  revision: number;
  options: JSONColumnType<ColumnOptions, string, string>;
  /** The ids of the columns behind it, in their order. */
  followers: string[];
  /** The ids of its fields that take files, also in nested forms. */
  file_fields: string[];
  deleted_at: Generated<Date>;
  deleted_by: string | null;
};

/** A row that got a value of a deleted column which is unique: another row may have the same one. */
type DeletedColumnRowTable = { item_id: string; column_id: string; row_id: string };

type TableColumnTable = {
  item_id: string;
  column_id: string;
  position: number;
  definition: JSONColumnType<FieldDefinition, string, string>;
  name: string;
  pg_type: ValueType | null;
  revision: Generated<number>;
  options: JSONColumnType<ColumnOptions, string | undefined, string>;
};

type TableImportTable = {
  job_id: string;
  /** Null once it is read. */
  file_sha256: string | null;
  /** Null for an import of long ago. */
  file_name: string | null;
  /** Columns by the header's names; null: by their own names. */
  mapping: JSONColumnType<Record<string, string>, string | null, string | null> | null;
  match_on: string | null;
  on_match: 'update' | 'skip' | 'add';
  /** The number and date format of the file, where the importer chose one. */
  decimal_mark: '.' | ',' | null;
  date_order: 'day' | 'month' | null;
  /** Of a workbook, from 0. */
  sheet: number | null;
  /** Of text, where it is not read as detected. */
  encoding: string | null;
  delimiter: 'comma' | 'semicolon' | 'tab' | 'pipe' | null;
  /** False where the first line is data; null: it names the columns. */
  has_header: boolean | null;
  /** What an empty cell does to a row that is there already; null: it leaves the row's value. */
  empty_cells: 'leave' | 'clear' | null;
  /** The types of new columns by the header's names; null: those of their cells. */
  column_types: JSONColumnType<Record<string, string>, string | null, string | null> | null;
  /** What becomes of a choice that a column doesn't have; null: its line is refused. */
  unknown_options: 'refuse' | 'add' | null;
  lines_read: Generated<number>;
  /** Whether columns of the file that the table does not have are made; null: where the table has no rows. */
  new_columns: boolean | null;
  /** The table column of each column of the file, and the number of lines; null until the file was parsed. */
  column_ids: JSONColumnType<(string | null)[], string | null, string | null> | null;
  /** How columns of the file write days and numbers, by their places; null where an earlier version planned it. */
  column_formats: JSONColumnType<(PlannedFormat | null)[], string | null, string | null> | null;
  lines_total: number | null;
  paused_at: Time | null;
  /** How many lines were imported without a value that can't be read. */
  partial: Generated<number>;
  /** How many people of a contact list were added, changed and left as they are; null for other imports. */
  people_added: number | null;
  people_updated: number | null;
  people_unchanged: number | null;
};

type TableImportRefusalTable = {
  job_id: string;
  line: number;
  reason: string;
  cells: JSONColumnType<string[], string, string>;
  /** Of a file of cards; its header has an empty one. */
  card: string | null;
};
