import { type RawBuilder, sql } from 'kysely';
import { matchesFilter, type SubmissionFilter } from '#server/forms/filters/submission-filter.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { SUBMISSION_COLUMNS, SUBMISSION_PEOPLE, type SubmissionRow } from './submission.repo.ts';
import type { SortKey, SubmissionCursor, SubmissionSort } from './submission-sort.ts';

/** A submission in a sorted list, with its sort key. */
export type SubmissionListRow = SubmissionRow & { sort_key: string | null };

type Stretch = {
  formId: string;
  filter: Pick<SubmissionFilter, 'conditions'>;
  sort: SubmissionSort;
  /** The opposite direction, from a position to what precedes it. */
  backwards?: boolean;
  after: SubmissionCursor | null;
  limit: number;
};

const runsDown = ({ sort, backwards = false }: Stretch): boolean => sort.descending !== backwards;
const direction = (stretch: Stretch) => sql.raw(runsDown(stretch) ? 'desc' : 'asc');
const beyond = (stretch: Stretch) => sql.raw(runsDown(stretch) ? '<' : '>');

async function rowsOf(
  database: Database,
  query: RawBuilder<SubmissionListRow>,
): Promise<SubmissionListRow[]> {
  const { rows } = await query.execute(database);
  return rows;
}

/** By time: ids grow with it. */
function byTime(stretch: Stretch, without: RawBuilder<unknown>, offset = 0): RawBuilder<SubmissionListRow> {
  const { filter, after, limit } = stretch;
  const from = after ? sql`and submission.id ${beyond(stretch)} ${after.id}::uuid` : sql``;
  return sql<SubmissionListRow>`
    select ${SUBMISSION_COLUMNS}, null as sort_key from submission ${SUBMISSION_PEOPLE}
    where ${matchesFilter(filter)} and ${without} ${from}
    order by submission.id ${direction(stretch)} limit ${limit} offset ${offset}`;
}

const isOf = (formId: string, { field }: SortKey) =>
  sql`value.form_id = ${formId} and value.field_id = ${field.id} and value.position = 0`;

const KEY_COLUMN = { num: sql`value.num`, ts: sql`value.ts`, text: sql`value.text collate "und-x-icu"` };
const KEY_TYPE = { num: sql`float8`, ts: sql`timestamptz`, text: sql`text` };
const KEY_TEXT = {
  num: sql`value.num::text`,
  ts: sql`to_char(value.ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  text: sql`value.text`,
};

/** By the first value of a field, read in order from its index. */
function byValue(
  stretch: Stretch,
  by: Exclude<SortKey, { column: 'option' }>,
): RawBuilder<SubmissionListRow> {
  const { formId, filter, after, limit } = stretch;
  const key = KEY_COLUMN[by.column];
  const from = after
    ? sql`and (${key}, value.submission_id) ${beyond(stretch)} (${after.key}::${KEY_TYPE[by.column]}, ${after.id}::uuid)`
    : sql``;
  return sql<SubmissionListRow>`
    select ${SUBMISSION_COLUMNS}, ${KEY_TEXT[by.column]} as sort_key
    from submission_value as value join submission on submission.id = value.submission_id ${SUBMISSION_PEOPLE}
    where ${isOf(formId, by)} and ${sql.ref(`value.${by.column}`)} is not null and ${matchesFilter(filter)} ${from}
    order by ${key} ${direction(stretch)}, value.submission_id ${direction(stretch)} limit ${limit}`;
}

/** By the option that was chosen first, in the order in which the field has them: one option after the other. */
function byOption(
  stretch: Stretch,
  by: Extract<SortKey, { column: 'option' }>,
): RawBuilder<SubmissionListRow> {
  const { formId, filter, after, limit } = stretch;
  const at = after?.key ? by.options.indexOf(after.key) : -1;
  const left = runsDown(stretch)
    ? by.options.slice(0, at < 0 ? undefined : at + 1)
    : by.options.slice(Math.max(at, 0));
  const from = after
    ? sql`and (value.option <> ${after.key} or value.submission_id ${beyond(stretch)} ${after.id}::uuid)`
    : sql``;
  return sql<SubmissionListRow>`
    select found.* from unnest(${left}::text[]) with ordinality as chosen (option, place)
      cross join lateral (
        select ${SUBMISSION_COLUMNS}, value.option as sort_key
        from submission_value as value join submission on submission.id = value.submission_id ${SUBMISSION_PEOPLE}
        where ${isOf(formId, by)} and value.option = chosen.option and ${matchesFilter(filter)} ${from}
        order by value.submission_id ${direction(stretch)} limit ${limit}
      ) as found
    order by chosen.place ${direction(stretch)}, found.id ${direction(stretch)} limit ${limit}`;
}

function withoutValue(formId: string, by: SortKey): RawBuilder<unknown> {
  const kind =
    by.column === 'option'
      ? sql`value.option = any(${by.options})`
      : sql`${sql.ref(`value.${by.column}`)} is not null`;
  return sql`not exists (select from submission_value as value
    where value.submission_id = submission.id and ${isOf(formId, by)} and ${kind})`;
}

/** A stretch of the list, beginning behind (or, backwards, before) a place. */
export async function submissionsFrom(
  database: Database,
  stretch: Stretch,
  offset = 0,
): Promise<SubmissionListRow[]> {
  const { by } = stretch.sort;
  if (!by) return rowsOf(database, byTime(stretch, sql`true`, offset));
  const valued = (part: Stretch) =>
    rowsOf(database, by.column === 'option' ? byOption(part, by) : byValue(part, by));
  const empty = (part: Stretch) => rowsOf(database, byTime(part, withoutValue(stretch.formId, by)));
  // Submissions without a value come last; in reverse order, first.
  const isInFirst = stretch.after === null || (stretch.after.key === null) === (stretch.backwards === true);
  const [first, second] = stretch.backwards ? [empty, valued] : [valued, empty];
  if (!isInFirst) return second(stretch);
  const rows = await first(stretch);
  const limit = stretch.limit - rows.length;
  return limit === 0 ? rows : [...rows, ...(await second({ ...stretch, after: null, limit }))];
}

/** The position of a submission in an order. */
export async function cursorOfSubmission(
  database: Database,
  formId: string,
  { by }: SubmissionSort,
  id: string,
): Promise<SubmissionCursor> {
  if (!by) return { key: null, id };
  const key = by.column === 'option' ? sql`value.option` : KEY_TEXT[by.column];
  const kind = by.column === 'option' ? sql`and value.option = any(${by.options})` : sql``;
  const { rows } = await sql<{ key: string | null }>`
    select ${key} as key from submission_value as value
    where value.submission_id = ${id} and ${isOf(formId, by)} ${kind}`.execute(database);
  return { key: rows[0]?.key ?? null, id };
}

/** How many submissions match, up to `most`. */
export async function countMatchingSubmissions(
  database: Database,
  filter: Pick<SubmissionFilter, 'conditions'>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from submission where ${matchesFilter(filter)} limit ${most}) as counted`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** How many submissions came after one, up to `most`. */
export async function countNewerSubmissions(
  database: Database,
  formId: string,
  than: string,
  most: number,
): Promise<number> {
  if (!isId(than)) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from submission where form_id = ${formId} and id > ${than}::uuid limit ${most}) as counted`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}
