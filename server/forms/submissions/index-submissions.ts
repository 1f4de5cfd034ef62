import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import {
  formInLanguage,
  type PublishedForm,
  publishedVersion,
} from '#server/forms/definition/version-cache.ts';
import { idAt } from '#server/forms/summary/tally.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import {
  indexForm,
  indexSubmissionTexts,
  type SubmissionText,
} from '#server/platform/indexing/index-form.ts';
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { formatRawValue, submissionLines } from './submission-lines.ts';

export const INDEX_SUBMISSIONS = 'index-answers';

/** Submissions that are indexed per batch. */
const BATCH = 500;
/** And of long ones no more than this, in characters. */
const BATCH_LENGTH = 8 * 1024 * 1024;
/** What is stored in fewer bytes is not long, and needn't be measured. */
const SHORT_BYTES = 2_000;
/** After this many batches a form with more of them lets other hubs' forms come first. */
const TURN = 10;
/** New submissions are indexed together: this long after the first, in milliseconds. */
const GATHER_MS = 1_000;
/** The longest time between a submission's id and its commit, in milliseconds. */
const LATE_MS = 120_000;
/** Submissions that a kill left out. */
const TIMES = '*/5 * * * *';

type FormLocation = { id: string; hub_id: string; space_id: string };
type IndexedDefinition = { fields: readonly FieldDefinition[]; layout: FormLayout };

function textOf(asked: IndexedDefinition, values: Values): string {
  return submissionLines(asked, values, formatRawValue)
    .flatMap((line) => (line.kind === 'answer' ? [line.value] : []))
    .join('\n');
}

/** Indexes one submission again, in the transaction that changes it. */
export async function indexSubmission(
  trx: Transaction,
  form: FormLocation,
  { id, asked, values }: { id: string; asked: IndexedDefinition; values: Values },
): Promise<void> {
  await indexSubmissionTexts(trx, form, [{ id, text: textOf(asked, values) }]);
}

/** Indexes submissions again that were restored from the trash, in the transaction that restores them. */
export async function indexRestoredSubmissions(
  trx: Transaction,
  form: FormLocation,
  answers: readonly { id: string; version: number; language: string | null; data: Values }[],
): Promise<void> {
  const texts: SubmissionText[] = [];
  for (const { id, version, language, data } of answers) {
    const own = await publishedVersion(trx, form.id, version);
    if (own) texts.push({ id, text: textOf(formInLanguage(own, language), data) });
  }
  await indexSubmissionTexts(trx, form, texts);
}

/** Indexes a published form by its texts. */
export async function indexPublishedForm(
  trx: Database | Transaction,
  form: FormLocation,
  { title, description, fields }: Pick<PublishedForm, 'title' | 'description' | 'fields'>,
): Promise<void> {
  const labels = (list: readonly FieldDefinition[]): string[] =>
    list.flatMap((field) => [field.label, ...labels(field.fields ?? [])]);
  const text = [description, ...labels(fields)].filter(Boolean).join('\n');
  await indexForm(trx, form, { title, text });
}

const pendingSubmissions = new Set<string>();

/** One job per form at a time: two would index the same submissions, and deadlock. */
async function queueForm(jobs: Jobs, { id, hub_id }: Pick<FormLocation, 'id' | 'hub_id'>): Promise<void> {
  const name = `${INDEX_SUBMISSIONS} ${id}`;
  await jobs.add(INDEX_SUBMISSIONS, { form: id }, { key: name, exclusive: name, tenant: hubTenant(hub_id) });
}

/** Queues the indexing of a form's new submissions; costs the submission itself no query. */
export function queueIndexing(
  { jobs, log }: Pick<Services, 'jobs' | 'log'>,
  form: Pick<FormLocation, 'id' | 'hub_id'>,
): void {
  if (pendingSubmissions.has(form.id)) return;
  pendingSubmissions.add(form.id);
  const queue = async () => {
    pendingSubmissions.delete(form.id);
    await queueForm(jobs, form);
  };
  const gather = setTimeout(() => {
    // The next sweep finds them, too.
    queue().catch((error: unknown) => log.warn({ err: error }, 'answers wait to be found by search'));
  }, GATHER_MS);
  gather.unref();
}

const timeOf = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);

type Row = { id: string; version: number; language: string | null; data: Values };

async function notIndexed(database: Database, formId: string, after: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with waiting as (
      select id, version, language, data,
        case when pg_column_size(data) < ${SHORT_BYTES} then ${SHORT_BYTES} else length(data::text) end as length
      from submission
      where form_id = ${formId} and id > ${after}
        and not exists (select from form_passage passage where passage.submission_id = submission.id)
      order by id limit ${BATCH}
    )
    select id, version, language, data
    from (select *, sum(length) over (order by id) - length as before from waiting) as added
    where before < ${BATCH_LENGTH} order by id`.execute(database);
  return rows;
}

/**
 * Merges the tokens of new submissions into their indexes, all together: one by one they would take three
 * times as long. Until then they are in a pending list, which every search reads through.
 */
async function indexPendingSubmissions(database: Database): Promise<void> {
  await sql`select gin_clean_pending_list('form_passage_lexemes'), gin_clean_pending_list('submission_words')`.execute(
    database,
  );
}

/**
 * Indexes a form's new submissions. While many wait, it pauses as long as it works: new submissions take
 * precedence.
 * @returns whether all are indexed; otherwise it is another form's turn.
 */
async function indexNew(database: Database, form: FormLocation, signal: AbortSignal): Promise<boolean> {
  const { rows } = await sql<{ indexed_to: string }>`
    select indexed_to from answer_index where form_id = ${form.id}`.execute(database);
  const from = rows[0]?.indexed_to;
  let after = idAt(from === undefined ? 0 : timeOf(from) - LATE_MS);
  for (let times = 0; times < TURN; times += 1) {
    signal.throwIfAborted();
    const begin = performance.now();
    const found = await notIndexed(database, form.id, after);
    const last = found.at(-1);
    if (!last) return true;
    const texts: SubmissionText[] = [];
    for (const { id, version, language, data } of found) {
      const own = await publishedVersion(database, form.id, version);
      if (own) texts.push({ id, text: textOf(formInLanguage(own, language), data) });
    }
    await indexSubmissionTexts(database, form, texts);
    await indexPendingSubmissions(database);
    after = last.id;
    // A form that was deleted meanwhile has no place to note.
    await sql`insert into answer_index (form_id, indexed_to)
      select id, ${after} from form where id = ${form.id} for key share
      on conflict (form_id) do update set indexed_to = greatest(answer_index.indexed_to, excluded.indexed_to)`.execute(
      database,
    );
    await wait(performance.now() - begin, undefined, { signal });
  }
  return false;
}

/** Forms whose submissions, or whose own texts, are not completely indexed yet. */
async function formsBehind(database: Database): Promise<(FormLocation & { version: number | null })[]> {
  const { rows } = await sql<FormLocation & { version: number | null }>`
    select form.id, form.hub_id, form.space_id, case when own.id is null then form.published_version end as version
    from form left join answer_index done on done.form_id = form.id
      left join form_passage own on own.form_id = form.id and own.submission_id is null
    where form.published_version is not null and (own.id is null
      or exists (select from submission where submission.form_id = form.id
        and (done.indexed_to is null or submission.id > done.indexed_to)))`.execute(database);
  return rows;
}

/** Indexes new submissions of one form; without a form it indexes all that a kill left behind. */
export function indexSubmissions({ database, jobs }: Pick<Services, 'database' | 'jobs'>): Task {
  return {
    queue: 'indexing',
    times: TIMES,
    async run({ form }, { signal }) {
      if (typeof form === 'string') {
        const place = await database
          .selectFrom('form')
          .select(['id', 'hub_id', 'space_id'])
          .where('id', '=', form)
          .executeTakeFirst();
        if (place && !(await indexNew(database, place, signal))) await queueForm(jobs, place);
        return;
      }
      for (const place of await formsBehind(database)) {
        const published =
          place.version === null ? undefined : await publishedVersion(database, place.id, place.version);
        if (published) await indexPublishedForm(database, place, published);
        await queueForm(jobs, place);
      }
    },
  };
}
