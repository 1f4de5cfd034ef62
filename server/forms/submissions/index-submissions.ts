import { sql } from 'kysely';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import { formInLanguage, publishedVersion } from '#server/forms/definition/version-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  prepareForm,
  prepareSubmissionTexts,
  type SubmissionText,
  writeForm,
  writeSubmissionTexts,
} from '#server/platform/indexing/index-form.ts';
import type { IndexOutcome, IndexSource, OutboxEntry } from '#server/platform/indexing/index-source.ts';
import { formatRawValue, submissionLines } from './submission-lines.ts';

/** Submissions that are indexed in one transaction. */
const BATCH = 500;
/** And of long ones no more than this, in characters. */
const BATCH_LENGTH = 4 * 1024 * 1024;
/** What is stored in fewer bytes is not long, and needn't be measured. */
const SHORT_BYTES = 2_000;

const INDEXES = ['form_passage_lexemes', 'submission_words'];

type FormLocation = { id: string; hub_id: string; space_id: string; published_version: number | null };
type IndexedDefinition = { fields: readonly FieldDefinition[]; layout: FormLayout };

const nothing = (outcome: IndexOutcome) => ({ write: async () => outcome });

async function formNow(database: Database, id: string): Promise<FormLocation | undefined> {
  return database
    .selectFrom('form')
    .select(['id', 'hub_id', 'space_id', 'published_version'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Published forms, by their texts. */
export function formSource(): IndexSource {
  return {
    batch: 1,
    indexes: INDEXES,
    async prepare(database, _hubId, entries) {
      const done = entries.map(({ id }) => id);
      const form = await formNow(database, entries[0]?.target_id ?? '');
      const version = form?.published_version;
      const published = form && version ? await publishedVersion(database, form.id, version) : undefined;
      if (!form || !published) return nothing({ done });
      const labels = (list: readonly FieldDefinition[]): string[] =>
        list.flatMap((field) => [field.label, ...labels(field.fields ?? [])]);
      const text = [published.description, ...labels(published.fields)].filter(Boolean).join('\n');
      const prepared = prepareForm(form, { title: published.title, text });
      return {
        async write(trx) {
          await writeForm(trx, prepared);
          return { done };
        },
      };
    },
  };
}

function textOf(definition: IndexedDefinition, values: Values): string {
  return submissionLines(definition, values, formatRawValue)
    .flatMap((line) => (line.kind === 'value' ? [line.value] : []))
    .join('\n');
}

type Row = { id: string; version: number; language: string | null; data: Values };

/** Submissions in the order of their ids, as many as fit a batch: some, or those after one. */
async function nextSubmissions(
  database: Database,
  formId: string,
  { ids, after }: { ids: readonly string[] | null; after: string | null },
): Promise<{ rows: Row[]; isAll: boolean }> {
  const { rows } = await sql<Row & { fits: boolean }>`
    with waiting as (
      select id, version, language, data,
        case when pg_column_size(data) < ${SHORT_BYTES} then ${SHORT_BYTES} else length(data::text) end as length
      from submission
      where form_id = ${formId} ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}
        ${after ? sql`and id > ${after}` : sql``}
      order by id limit ${BATCH + 1}
    ), sized as (
      select *, row_number() over (order by id) <= ${BATCH}
        and sum(length) over (order by id) - length < ${BATCH_LENGTH} as fits
      from waiting
    )
    select id, version, language, case when fits then data end as data, fits from sized order by id`.execute(
    database,
  );
  return { rows: rows.filter(({ fits }) => fits), isAll: rows.every(({ fits }) => fits) };
}

/** The first entries of one form whose submissions fit a batch; one without a list is alone. */
function firstSubmissions(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const [first] = entries;
  if (!first?.parts) return first ? [first] : [];
  const taken: OutboxEntry[] = [];
  let count = 0;
  for (const entry of entries) {
    if (entry.target_id !== first.target_id || !entry.parts || entry.progress) continue;
    count += entry.parts.length;
    if (taken.length > 0 && count > BATCH) break;
    taken.push(entry);
  }
  // One that is continued is alone: it has a place of its own.
  return first.progress ? [first] : taken;
}

/** Submissions that were sent, changed or restored, by what was answered. */
export function submissionSource(): IndexSource {
  return {
    batch: BATCH,
    indexes: INDEXES,
    async prepare(database, _hubId, entries) {
      const taken = firstSubmissions(entries);
      const done = taken.map(({ id }) => id);
      const form = await formNow(database, taken[0]?.target_id ?? '');
      if (!form) return nothing({ done });
      const ids = taken[0]?.parts ? [...new Set(taken.flatMap(({ parts }) => parts ?? []))] : null;
      const { rows, isAll } = await nextSubmissions(database, form.id, {
        ids,
        after: taken[0]?.progress ?? null,
      });
      const texts: SubmissionText[] = [];
      for (const { id, version, language, data } of rows) {
        const own = await publishedVersion(database, form.id, version);
        if (own) texts.push({ id, text: textOf(formInLanguage(own, language), data) });
      }
      const prepared = await prepareSubmissionTexts(form, texts);
      const last = rows.at(-1)?.id;
      return {
        async write(trx) {
          const areAllFree = await writeSubmissionTexts(trx, form, prepared);
          if (!areAllFree) return { done: [] };
          if (isAll || last === undefined) return { done };
          return { done: [], continued: new Map(done.map((id) => [id, last])) };
        },
      };
    },
  };
}
