import { type RawBuilder, sql } from 'kysely';
import type { SubmissionState } from '#lib/contract/submission-limits.ts';
import { matchesFilter, type SubmissionFilter } from '#server/forms/filters/submission-filter.ts';
import type { Database } from '#server/platform/database/database.ts';
import { addNumbers, addTimes, fieldTally, incrementCount, newTally, type Tally } from './tally.ts';

/** Which submissions are counted: those that match, of a range of ids. */
export type TallyRange = {
  formId: string;
  filter: SubmissionFilter;
  /** The time zone of days, by a name that the database knows. */
  zone: string;
  /** Ids above it, if any. */
  above: string | null;
  upTo: string;
};

/** An id before all that are made from a time (milliseconds) on, and behind all before it (RFC 9562 §5.7). */
export function idAt(time: number): string {
  const hex = Math.max(0, Math.trunc(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const inRange = (id: RawBuilder<unknown>, { above, upTo }: TallyRange) =>
  above === null ? sql`${id} <= ${upTo}::uuid` : sql`${id} <= ${upTo}::uuid and ${id} > ${above}::uuid`;

const submissionsInRange = (counted: TallyRange) =>
  sql`submission where ${matchesFilter(counted.filter)} and ${inRange(sql`submission.id`, counted)}`;

/** Values of all submissions are adjacent in an index; those of some are found by their submissions. */
const valuesOf = (counted: TallyRange) =>
  counted.filter.key === '' && counted.above === null
    ? sql`submission_value as value where value.form_id = ${counted.formId}
        and ${inRange(sql`value.submission_id`, counted)}`
    : sql`submission join submission_value as value on value.submission_id = submission.id
        where ${matchesFilter(counted.filter)} and ${inRange(sql`submission.id`, counted)}`;

const EPOCH = sql`date '1970-01-01'`;

/** The day of a time in a time zone, counted from 1970. */
const dayIn = (zone: RawBuilder<unknown>, moment: RawBuilder<unknown>) =>
  sql`(${moment} at time zone ${zone})::date - ${EPOCH}`;

/**
 * A date is stored as its beginning in UTC, and is that day everywhere; a time belongs to a day in the form's
 * time zone.
 */
function zoneOfField({ filter, zone }: TallyRange): RawBuilder<unknown> {
  const dates = [...filter.fieldsById.values()].flatMap(({ field }) =>
    field.type === 'date' ? [field.id] : [],
  );
  return sql`case when field_id = any(${dates}::text[]) then 'UTC' else ${zone} end`;
}

/** The rounding of a number for counting: to four digits, to two where it is very large or small. */
const AMOUNT = sql`case
  when num = trunc(num) and abs(num) < 10000 then num
  when abs(num) < 1e-100 then 0
  when abs(num) >= 1e100 then sign(num) * 1e100
  when abs(num) >= 1e-4 and abs(num) < 1e7 then
    round(num / power(10::float8, floor(log(abs(num))) - 3)) * power(10::float8, floor(log(abs(num))) - 3)
  else round(num / power(10::float8, floor(log(abs(num))) - 1)) * power(10::float8, floor(log(abs(num))) - 1) end`;

/** Submissions by state. */
export type StateCounts = Record<SubmissionState, number>;

async function tallySubmissionCounts(
  database: Database,
  counted: TallyRange,
  tally: Tally,
): Promise<StateCounts> {
  const { rows } = await sql<{ version: number; state: SubmissionState; day: number; count: number }>`
    select version, state, ${dayIn(sql`${counted.zone}::text`, sql`created_at`)} as day, count(*) as count
    from ${submissionsInRange(counted)} group by 1, 2, 3`.execute(database);
  const states: StateCounts = { new: 0, seen: 0, done: 0 };
  for (const { version, state, day, count } of rows) {
    const days = tally.submissions.get(version) ?? new Map<number, number>();
    incrementCount(days, day, count);
    tally.submissions.set(version, days);
    states[state] += count;
  }
  return states;
}

type Part = { field_id: string; count: number; answered: number };
const PART = sql`value.field_id, count(*) as count, count(*) filter (where value.position = 0) as answered`;

function addPart(tally: Tally, { field_id, count, answered: submissionCount }: Part) {
  const field = fieldTally(tally, field_id);
  field.values += count;
  field.answered += submissionCount;
  return field;
}

async function tallyOptions(database: Database, counted: TallyRange, tally: Tally): Promise<void> {
  const { rows } = await sql<Part & { option: string }>`
    select ${PART}, value.option from ${valuesOf(counted)} and value.option is not null
    group by value.field_id, value.option`.execute(database);
  for (const row of rows) incrementCount(addPart(tally, row).options, row.option, row.count);
}

/**
 * Equal values are adjacent in the order of an index and are counted first: the rest is done once for each.
 */
const equals = (of: RawBuilder<unknown>, column: 'num' | 'ts') =>
  sql`(select ${PART}, value.${sql.ref(column)} from ${of} and value.${sql.ref(column)} is not null
    group by value.field_id, value.${sql.ref(column)}) as equals`;
const SUM = sql`field_id, sum(count)::bigint as count, sum(answered)::bigint as answered`;

async function tallyNumbers(database: Database, counted: TallyRange, tally: Tally): Promise<void> {
  const small = sql`filter (where abs(num) < 1e100)`;
  const { rows } = await sql<
    Part & { amount: number; min: number; max: number; sum: number | null; few: number }
  >`
    select ${SUM}, ${AMOUNT} as amount, min(num) as min, max(num) as max, 
      (sum(num::numeric * count) ${small})::float8 as sum,
      coalesce(sum(count) ${small}, 0)::bigint as few
    from ${equals(valuesOf(counted), 'num')} group by field_id, amount`.execute(database);
  for (const row of rows) {
    const { amount, count, min, max, sum, few } = row;
    // Without the traces of binary fractions.
    const amounts = new Map([[Number(amount.toPrecision(6)), count]]);
    addNumbers(addPart(tally, row), { min, max, sum: sum ?? 0, few, amounts });
  }
}

async function tallyTimes(database: Database, counted: TallyRange, tally: Tally): Promise<void> {
  const { rows } = await sql<Part & { day: number; first: Date; last: Date }>`
    select ${SUM}, ${dayIn(zoneOfField(counted), sql`ts`)} as day, min(ts) as first, max(ts) as last
    from ${equals(valuesOf(counted), 'ts')} group by field_id, day`.execute(database);
  for (const row of rows) {
    const { day, count, first, last } = row;
    addTimes(addPart(tally, row), {
      first: first.getTime(),
      last: last.getTime(),
      days: new Map([[day, count]]),
    });
  }
}

/** Texts, files and nested forms are only counted here; texts of all fields, or of those. */
async function tallyOthers(
  database: Database,
  counted: TallyRange,
  tally: Tally,
  textFields: readonly string[] | null,
): Promise<void> {
  const these = textFields ? sql`and value.field_id = any(${textFields})` : sql``;
  const { rows } = await sql<Part>`
    select ${PART} from ${valuesOf(counted)} and value.text is not null ${these} group by value.field_id
    union all
    select ${PART} from ${valuesOf(counted)} and value.num is null and value.ts is null and value.option is null
      and value.text is null group by value.field_id`.execute(database);
  for (const row of rows) addPart(tally, row);
}

/** Current files only: a file that a change removed belongs to the history, and is not counted. */
async function tallyFiles(database: Database, counted: TallyRange, tally: Tally): Promise<void> {
  const { rows } = await sql<{ field_id: string; count: number; bytes: number }>`
    select file.field_id, count(*) as count, sum(file.size)::float8 as bytes
    from form_file as file join submission on submission.id = file.submission_id
    where file.form_id = ${counted.formId} and ${matchesFilter(counted.filter)} and ${inRange(sql`submission.id`, counted)}
      and exists (select from submission_value as value where value.submission_id = submission.id
        and value.field_id = file.field_id and value.text = file.id::text)
    group by file.field_id`.execute(database);
  for (const { field_id, count, bytes } of rows) fieldTally(tally, field_id).files = { count, bytes };
}

/**
 * All counts over some submissions, one query per kind of value.
 * @param textFields fields whose texts are counted; by default all of them.
 */
export async function tallySubmissions(
  database: Database,
  counted: TallyRange,
  textFields: readonly string[] | null = null,
): Promise<{ tally: Tally; states: StateCounts }> {
  const tally = newTally();
  const hasFiles = [...counted.filter.fieldsById.values()].some(({ field }) => field.type === 'file');
  const [states] = await Promise.all([
    tallySubmissionCounts(database, counted, tally),
    tallyOptions(database, counted, tally),
    tallyNumbers(database, counted, tally),
    tallyTimes(database, counted, tally),
    tallyOthers(database, counted, tally, textFields),
    ...(hasFiles ? [tallyFiles(database, counted, tally)] : []),
  ]);
  return { tally, states };
}

/** How many submissions are in each state. */
export async function countByState(database: Database, counted: TallyRange): Promise<StateCounts> {
  const { rows } = await sql<{ state: SubmissionState; count: number }>`
    select state, count(*) as count from ${submissionsInRange(counted)} group by state`.execute(database);
  const states: StateCounts = { new: 0, seen: 0, done: 0 };
  for (const { state, count } of rows) states[state] = count;
  return states;
}

/** The newest submission's id; null without one. */
export async function newestSubmission(database: Database, formId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from submission where form_id = ${formId} order by id desc limit 1`.execute(database);
  return rows[0]?.id ?? null;
}

/** How often a form's submissions were changed other than by new ones: their content, and the team's data. */
export async function formChangeTimes(
  database: Database,
  formId: string,
): Promise<{ content: number; work: number }> {
  const row = await database
    .selectFrom('submission_change_count')
    .select(['content', 'work'])
    .where('form_id', '=', formId)
    .executeTakeFirst();
  return row ?? { content: 0, work: 0 };
}

export type TextCount = { field_id: string; text: string; count: number };

/** One key for all that is the same: also the order of texts in their index. */
const TEXT = sql`value.text collate "und-x-icu"`;

/**
 * Texts that were written more than once, the most frequent of each field. The fields' texts are counted in
 * the same pass.
 */
export async function frequentTexts(
  database: Database,
  counted: TallyRange,
  fieldIds: readonly string[],
  most: number,
): Promise<{ tally: Tally; texts: TextCount[] }> {
  const { rows } = await sql<Part & { text: string | null }>`
    select field_id, text, count, answered from (
      select ${PART}, ${TEXT} as text,
        row_number() over (partition by value.field_id, grouping(${TEXT}) order by count(*) desc) as place
      from ${valuesOf(counted)} and value.text is not null and value.field_id = any(${fieldIds})
      group by grouping sets ((value.field_id, ${TEXT}), (value.field_id))
      having count(*) > 1 or grouping(${TEXT}) = 1
    ) as counted where place <= ${most}`.execute(database);
  const tally = newTally();
  const texts: TextCount[] = [];
  for (const row of rows) {
    const { field_id, text, count } = row;
    if (text === null) addPart(tally, row);
    else texts.push({ field_id, text, count });
  }
  return { tally, texts };
}

/** How often each text of some submissions was written in total. */
export async function recountTexts(
  database: Database,
  among: TallyRange,
  all: TallyRange,
  fieldIds: readonly string[],
  most: number,
): Promise<TextCount[]> {
  const { rows } = await sql<TextCount>`
    with written as materialized (
      select value.field_id, value.text from ${valuesOf(among)} and value.text is not null
        and value.field_id = any(${fieldIds})
      group by value.field_id, value.text order by count(*) desc limit ${most}
    )
    select written.field_id, written.text, found.count from written cross join lateral (
      select count(*) as count from ${valuesOf(all)} and value.field_id = written.field_id
        and value.text collate "und-x-icu" = written.text and value.text is not null
    ) as found`.execute(database);
  return rows;
}

/** The texts of the latest submissions, the latest first. */
export async function latestTexts(
  database: Database,
  { filter }: Pick<TallyRange, 'filter'>,
  fieldIds: readonly string[],
  submissionCount: number,
): Promise<{ field_id: string; text: string }[]> {
  const { rows } = await sql<{ field_id: string; text: string }>`
    select value.field_id, value.text
    from (select id from submission where ${matchesFilter(filter)} order by id desc limit ${submissionCount}) as latest
      join submission_value as value on value.submission_id = latest.id
    where value.text is not null and value.field_id = any(${fieldIds})
    order by latest.id desc, value.position`.execute(database);
  return rows;
}
