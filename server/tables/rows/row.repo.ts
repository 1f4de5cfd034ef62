import { type RawBuilder, sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { withOnePlan } from '#server/platform/database/prepared-statements.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { withoutLate } from '../table/late-formulas.ts';
import {
  cellLists,
  comma,
  type RawRow,
  rowTableOf,
  rowValues,
  selectedValues,
  type Table,
} from '../table/table.ts';
import { readTypedNumbers, TYPED_KEY, type TypedNumbers } from '../table/typed-numbers.ts';
import type { RowFile } from './row-file.repo.ts';
import { historyOf } from './row-history.repo.ts';

/** A row with its values by name, and its metadata. */
export type TableRow = {
  id: string;
  /** The number of a row in its table: names its passages in the search. */
  number: number;
  position: number;
  revision: number;
  values: Values;
  /** How its phone numbers were typed. */
  typed?: TypedNumbers | undefined;
  created_at: Date;
  updated_at: Date;
  created_by: string | null;
  updated_by: string | null;
  creator_name: string;
  changer_name: string;
  /** Absent where its table takes none, and where they were not requested. */
  files?: readonly RowFile[];
  /** Set where its values were checked under the current columns just now: it has no problems. */
  isChecked?: true;
};

type Known = Omit<TableRow, 'values' | 'typed' | 'files' | 'isChecked' | 'updated_at'> & {
  /** Null for a row that was never changed, as most are: a time takes long to write and to read. */
  changed_at: Date | null;
};

const nameOf = (id: string) =>
  `(select trim(first_name || ' ' || last_name) from app_user where app_user.id = ${id})`;
/**
 * The same of rows that are locked. Of one that somebody else changed meanwhile, PostgreSQL asks again what is selected, but not what is
 * joined: that would be who changed it before.
 */
const NAMES_OF_LOCKED = sql.raw(`${nameOf('r.created_by')} as creator_name,
  ${nameOf('nullif(r.updated_by, r.created_by)')} as changer_name`);
const NAMES = sql.raw('creator.name as creator_name, changer.name as changer_name');
/** Most rows of a page are of few people, and were changed by those who made them: each is found, and their name put together, once. */
const PEOPLE = sql.raw(`left join lateral (
    select trim(first_name || ' ' || last_name) as name from app_user where app_user.id = r.created_by offset 0) creator on true
  left join lateral (
    select trim(first_name || ' ' || last_name) as name from app_user where app_user.id = nullif(r.updated_by, r.created_by) offset 0) changer on true`);
const KNOWN = sql.raw(
  `r.id, r.number, r.position, r.revision, r.created_at, nullif(r.updated_at, r.created_at) as changed_at,
  r.created_by, r.updated_by`,
);

/** Null for a user who left, or a form that a visitor submitted. */
function asRow(table: Table, raw: Known & RawRow): TableRow {
  const values = rowValues(table, raw);
  const typed = readTypedNumbers(table.columns, values, raw.extra[TYPED_KEY]);
  const row: TableRow = {
    id: raw.id,
    number: raw.number,
    position: raw.position,
    revision: raw.revision,
    created_at: raw.created_at,
    updated_at: raw.changed_at ?? raw.created_at,
    created_by: raw.created_by,
    updated_by: raw.updated_by,
    creator_name: raw.creator_name ?? '',
    changer_name: (raw.updated_by === raw.created_by ? raw.creator_name : raw.changer_name) ?? '',
    // Formulas that are computed when they are shown were stored once.
    values: withoutLate(table, values),
  };
  if (typed) row.typed = typed;
  return row;
}

/** Makes the table of an item, without any column. */
export async function createRows(trx: Transaction, itemId: string): Promise<void> {
  await sql`create table ${rowTableOf(itemId)} (
    id uuid primary key,
    number integer generated always as identity,
    position bigint not null,
    revision integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by uuid,
    updated_by uuid,
    extra jsonb not null default '{}'
  )`.execute(trx);
  await sql`create index on ${rowTableOf(itemId)} (position, id)`.execute(trx);
}

/** What a cursor has of a row in one of the columns that it is sorted by. */
export type SelectedKey = {
  /** Under the name `key_` and its place in the order. */
  selected: RawBuilder<unknown>;
  /** The same from the values that are selected of the row anyway; absent where these don't say it. */
  read?: (raw: Readonly<Record<string, unknown>>) => string | null;
};

/** The key of a row as it was selected. @param at its place in the order */
export function selectedKey(raw: Readonly<Record<string, unknown>>, at: number): string | null {
  const key = raw[`key_${at}`];
  return typeof key === 'string' ? key : null;
}

/** The parameters of a list of rows. */
export type RowQuery = {
  /** What the statement begins with, and its order reads. */
  before?: RawBuilder<unknown>;
  /** The rows with what else they are sorted by; by default their table. */
  from?: RawBuilder<unknown>;
  where: readonly RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
  keys: readonly SelectedKey[];
  limit: number;
  offset: number;
  /** Where one plan is as good for all values that `where` has: how many rows the table has, about. */
  onePlanFor?: number | undefined;
};

/** From this many rows before a page, they are counted off by their ids alone: their index has all that takes (decision 0272). */
const FAR_OFFSET = 1_000;

/** A page of rows in order, each with its sort keys. */
export async function listRows(
  database: Database | Transaction,
  table: Table,
  { before = sql``, from, where, order, keys, limit, offset, onePlanFor }: RowQuery,
): Promise<{ row: TableRow; keys: (string | null)[] }[]> {
  const rowTable = rowTableOf(table.item.id);
  const only = where.length > 0 ? sql`where ${sql.join([...where], sql` and `)}` : sql``;
  const selectedKeys = keys.flatMap(({ selected, read }) => (read ? [] : [sql`, ${selected}`]));
  // One plan for all values knows what it is limited to: it is not one for a tenth of the rows.
  const hasOnePlan = onePlanFor !== undefined;
  const part = hasOnePlan
    ? sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
    : sql`limit ${limit} offset ${offset}`;
  const pageOf = (shown: RawBuilder<unknown>) =>
    sql`select ${shown} from ${from ?? rowTable} r ${only} order by ${order} ${part}`;
  const page =
    !from && offset >= FAR_OFFSET
      ? sql`select r.* from (${pageOf(sql`r.id`)}) on_page join ${rowTable} r on r.id = on_page.id`
      : pageOf(sql`r.*`);
  const { rows } = await sql<Known & RawRow>`${hasOnePlan ? withOnePlan(onePlanFor) : sql``}${before}
    select ${KNOWN}, ${NAMES}, ${selectedValues(table)}${sql.join(selectedKeys, sql``)}
    from (${page}) r
      ${PEOPLE}
    order by ${order}`.execute(database);
  return rows.map((raw) => ({
    row: asRow(table, raw),
    keys: keys.map(({ read }, at) => (read ? read(raw) : selectedKey(raw, at))),
  }));
}

/** Deletions keep away those who link to a row; the indexer, which keeps rows from being deleted, keeps no change waiting. */
export const LOCKS = { change: sql`for no key update of r`, deletion: sql`for update of r` };

/**
 * Rows by their ids, in no order; locked until the transaction ends where they are to be changed or deleted.
 * @param options.skipLocked leaves out those that somebody else has locked
 */
export async function rowsByIds(
  database: Database | Transaction,
  table: Table,
  ids: readonly string[],
  { lock, skipLocked = false }: { lock?: keyof typeof LOCKS; skipLocked?: boolean } = {},
): Promise<Map<string, TableRow>> {
  // Locked in one order, so that two requests never wait for each other in a circle.
  const { rows } = await sql<Known & RawRow>`
    select ${KNOWN}, ${lock ? NAMES_OF_LOCKED : NAMES}, ${selectedValues(table)}
    from ${rowTableOf(table.item.id)} r
      ${lock ? sql`` : PEOPLE}
    where r.id = any(${ids}::uuid[]) order by r.id ${lock ? LOCKS[lock] : sql``}
    ${skipLocked ? sql`skip locked` : sql``}`.execute(database);
  return new Map(rows.map((raw) => [raw.id, asRow(table, raw)]));
}

/** A row that is to be written; `by` where somebody else writes it than the other rows. */
export type NewRow = {
  id: string;
  values: Values;
  typed?: TypedNumbers | undefined;
  position?: number | undefined;
  by?: string | null | undefined;
};

const writersOf = (rows: readonly { by?: string | null | undefined }[], userId: string | null) =>
  rows.map(({ by }) => (by === undefined ? userId : by));

/** Positions are this far apart, so that a row can be put between two others. */
export const POSITION_STEP = 65_536;

/**
 * Writes rows in one statement, at the end where they have no position. @returns the result of each, by id;
 * none where an id is in use
 */
export async function writeRows(
  trx: Transaction,
  table: Table,
  rows: readonly NewRow[],
  userId: string | null,
): Promise<Map<string, Pick<TableRow, 'number' | 'position' | 'created_at'>>> {
  const { names, lists, values, extras } = cellLists(table, rows);
  const own = [sql.id('id'), sql.id('extra'), sql.id('by'), sql.id('place')];
  const parameters = [
    sql`${rows.map(({ id }) => id)}::uuid[]`,
    sql`${extras}::text[]`,
    sql`${writersOf(rows, userId)}::uuid[]`,
    sql`${rows.map(({ position }) => position ?? null)}::bigint[]`,
  ];
  const into = rowTableOf(table.item.id);
  const { rows: made } = await sql<{ id: string; number: number; position: number; created_at: Date }>`
    insert into ${into} (id, extra, position, created_by, updated_by${comma(names)})
    select input.id, input.extra::jsonb, coalesce(input.place, ending.last + input.n * ${sql.lit(POSITION_STEP)}), input.by, input.by${comma(values)}
    from unnest(${sql.join([...parameters, ...lists])}) with ordinality as input (${sql.join([...own, ...names, sql.id('n')])}),
      (select coalesce(max(position), 0) as last from ${into}) as ending
    order by input.n
    on conflict (id) do nothing
    returning id, number, position, created_at`.execute(trx);
  return new Map(made.map(({ id, ...one }) => [id, one]));
}

/** What is written to the `extra` of row `r`: what it has there of deleted columns stays, for when these are restored. */
function writtenExtra({ deleted = [] }: Table): RawBuilder<unknown> {
  const written = sql`input.extra::jsonb`;
  if (deleted.length === 0) return written;
  const names = sql`${deleted.map(({ name }) => name)}::text[]`;
  const typed = sql.lit(TYPED_KEY);
  const of = (json: RawBuilder<unknown>) =>
    sql`(select jsonb_object_agg(key, value) from jsonb_each(${json}) where key = any(${names}))`;
  return sql`case when r.extra ?| ${names} then ${written} || ${of(sql`r.extra`)} else ${written} end
    || case when r.extra -> ${typed} ?| ${names} then jsonb_build_object(${typed}::text,
      coalesce(${written} -> ${typed}, '{}') || ${of(sql`r.extra -> ${typed}`)}) else '{}' end`;
}

/** The most changes of one row that its history has. */
export const ROW_CHANGES_MAX = 200;

/**
 * Changes rows in one statement: `values` replaces all values of each, `typed` how their numbers were typed. Where `cells` says what changed, the same
 * statement writes it to the rows' history.
 */
export async function rewriteRows(
  trx: Transaction,
  table: Table,
  rows: readonly (Omit<NewRow, 'position'> & { cells?: CellChanges })[],
  userId: string | null,
): Promise<Map<string, Pick<TableRow, 'revision' | 'updated_at'>>> {
  const { names, lists, values, extras } = cellLists(table, rows);
  const ids = rows.map(({ id }) => id);
  const parameters = [sql`${ids}::uuid[]`, sql`${extras}::text[]`, sql`${writersOf(rows, userId)}::uuid[]`];
  const own = [sql.id('id'), sql.id('extra'), sql.id('by')];
  const set = names.map((name, at) => sql`${name} = ${values[at] ?? sql`null`}`);
  const history = rows.map((row) => (row.cells ? historyOf(row.cells) : null));
  const isRecorded = history.some((one) => one !== null);
  const recorded = sql`, recorded as (
      insert into row_change (item_id, row_id, revision, kind, made_by, cells)
      select ${table.item.id}, changed.id, changed.revision, 'changed', changed.updated_by, history.cells::jsonb
      from changed join unnest(${ids}::uuid[], ${history}::text[]) as history (id, cells) on history.id = changed.id
      where history.cells is not null
    ), pruned as (
      delete from row_change using changed where item_id = ${table.item.id} and row_id = changed.id
        and row_change.revision <= changed.revision - ${sql.lit(ROW_CHANGES_MAX)}
    )`;
  const { rows: changed } = await sql<{ id: string; revision: number; updated_at: Date }>`
    with changed as (
      update ${rowTableOf(table.item.id)} r set extra = ${writtenExtra(table)}, revision = r.revision + 1,
        updated_at = now(), updated_by = input.by${comma(set)}
      from unnest(${sql.join([...parameters, ...lists])}) as input (${sql.join([...own, ...names])})
      where r.id = input.id returning r.id, r.revision, r.updated_at, r.updated_by
    )${isRecorded ? recorded : sql``}
    select id, revision, updated_at from changed`.execute(trx);
  return new Map(changed.map(({ id, ...one }) => [id, one]));
}
