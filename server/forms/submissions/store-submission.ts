import { sql } from 'kysely';
import type { SubmissionValue } from '#lib/fields/submission-values.ts';
import { createBatchLoader, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isLockOrStatementTimeout } from '#server/platform/database/lock-timeout.ts';
import { withTenant } from '#server/platform/database/tenant.ts';
import { wakeAfterCommit } from '#server/platform/indexing/outbox.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import { INDEX_SUBMISSIONS } from './queue-form-indexing.ts';

export type NewSubmission = {
  id: string;
  form_id: string;
  version: number;
  /** The values as JSON. */
  data: string;
  /** By path, what was typed for values that are stored in another format, as JSON. */
  typed: string | null;
  submitted_by: string | null;
  person_key: string | null;
  language: string | null;
  /** The hash of the token by which the submitter returns to it. */
  token_hash: Buffer;
};

type SubmissionToStore = {
  submission: NewSubmission;
  values: readonly SubmissionValue[];
  idempotencyRecord: IdempotencyRecord | null;
};
/** `known`: a submission with its key is stored already, and this one is not. */
type Stored = 'stored' | 'known' | { error: unknown };

/**
 * UTF-16 units of a submission that shares its statement: nobody waits for another user's long submission.
 */
const SHARED_LENGTH = 32 * 1024;

/**
 * Writes submissions to one form with their values and keys, in one statement: all or none of those whose key
 * is free.
 * @returns the ids of those that are stored
 */
async function insertSubmissions(
  database: Database | Transaction,
  formId: string,
  submissions: readonly SubmissionToStore[],
): Promise<ReadonlySet<string>> {
  const own = <Column extends keyof NewSubmission>(column: Column) =>
    submissions.map(({ submission }) => submission[column]);
  const keys = submissions.map(({ idempotencyRecord }) => idempotencyRecord?.key_hash ?? null);
  const values = submissions.flatMap((stored) => stored.values);
  const columnOf = <Column extends keyof SubmissionValue>(column: Column) =>
    values.map((value) => value[column]);
  const owners = submissions.flatMap((stored) => stored.values.map(() => stored.submission.id));
  const records = submissions.flatMap((stored) => stored.idempotencyRecord ?? []);
  // In one order: of two statements that want the same keys, neither waits for the other in a circle.
  const { rows } = await sql<{ id: string }>`
    with taken as (
      insert into submission_idempotency_record (form_id, key_hash, body_hash, response_sealed)
      select ${formId}, one.* from (
        select * from unnest(${records.map(({ key_hash }) => key_hash)}::bytea[],
          ${records.map(({ body_hash }) => body_hash)}::bytea[],
          ${records.map(({ response_sealed }) => response_sealed)}::text[])
        limit ${limitOfKeys(records)}
      ) as one (key_hash, body_hash, response_sealed)
      order by key_hash
      on conflict (form_id, key_hash) do nothing
      returning key_hash
    ), made as (
      insert into submission (id, form_id, version, data, typed, submitted_by, person_key, language, token_hash)
      select id, ${formId}, version, data, typed, submitted_by, person_key, language, token_hash
      from (
        select * from unnest(${own('id')}::uuid[], ${own('version')}::int[], ${own('data')}::jsonb[], ${own('typed')}::jsonb[],
          ${own('submitted_by')}::uuid[], ${own('person_key')}::text[], ${own('language')}::text[],
          ${own('token_hash')}::bytea[], ${keys}::bytea[])
        limit ${limitOfKeys(submissions)}
      ) as one (id, version, data, typed, submitted_by, person_key, language, token_hash, key)
      where key is null or key in (select key_hash from taken)
      returning id
    ), counted as (
      insert into submission_value (submission_id, form_id, field_id, position, text, num, ts, bool, option)
      select owner, ${formId}, field_id, position, text, num, ts, bool, option
      from unnest(${owners}::uuid[], ${columnOf('field_id')}::text[], ${columnOf('position')}::int[],
        ${columnOf('text')}::text[], ${columnOf('num')}::float8[], ${columnOf('ts')}::timestamptz[],
        ${columnOf('bool')}::boolean[], ${columnOf('option')}::text[])
        as value (owner, field_id, position, text, num, ts, bool, option)
      where owner in (select id from made)
    ), noted as (
      insert into index_outbox (hub_id, kind, target_id, parts)
      select form.hub_id, ${INDEX_SUBMISSIONS}, form.id, array_agg(made.id)
      from made join form on form.id = ${formId} group by form.id
    )
    select id from made`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** Where one of several can't be stored, each is tried separately: none is refused because of another. */
async function insertSubmissionsOrFail(
  database: Database | Transaction,
  formId: string,
  submissions: readonly SubmissionToStore[],
): Promise<[string, Stored][]> {
  const all = (stored: (id: string) => Stored) =>
    submissions.map(({ submission: { id } }): [string, Stored] => [id, stored(id)]);
  try {
    const made = await insertSubmissions(database, formId, submissions);
    return all((id) => (made.has(id) ? 'stored' : 'known'));
  } catch (error) {
    // A failure within a transaction has aborted it for all; after a lock timeout a retry would only wait
    // again.
    if (submissions.length === 1 || database.isTransaction || isLockOrStatementTimeout(error))
      return all(() => ({ error }));
    const each = await Promise.all(
      submissions.map((one) => insertSubmissionsOrFail(database, formId, [one])),
    );
    return each.flat();
  }
}

const keyOf = ({ idempotencyRecord, submission }: SubmissionToStore): string =>
  idempotencyRecord?.key_hash.toString('hex') ?? submission.id;

/** Of those with the same key, the first is stored; the others are known by it, or tried after it failed. */
async function insertWithKeys(
  database: Database | Transaction,
  formId: string,
  submissions: readonly SubmissionToStore[],
): Promise<[string, Stored][]> {
  const byKey = [...Map.groupBy(submissions, keyOf).values()];
  const firsts = byKey.flatMap((same) => same.slice(0, 1));
  const written = await insertSubmissionsOrFail(database, formId, firsts);
  const others = byKey.map(async ([, ...same], at): Promise<[string, Stored][]> => {
    const [, first] = written[at] ?? [];
    if (same.length > 0 && typeof first === 'object') return insertWithKeys(database, formId, same);
    return same.map(({ submission }) => [submission.id, 'known']);
  });
  return [...written, ...(await Promise.all(others)).flat()];
}

/** For each form separately, so that no form waits for locks of another, nor for its connections. */
const storeInBatch = createBatchLoader<SubmissionToStore, Stored>(
  async (database, submissions) => {
    const formId = submissions[0]?.submission.form_id ?? '';
    const long = submissions.filter(({ submission }) => submission.data.length > SHARED_LENGTH);
    const short = submissions.filter(({ submission }) => submission.data.length <= SHARED_LENGTH);
    const groups = [...(short.length > 0 ? [short] : []), ...long.map((one) => [one])];
    const stored = await Promise.all(
      groups.map((group) => withTenant(`form:${formId}`, () => insertWithKeys(database, formId, group))),
    );
    const outcomes = new Map(stored.flat());
    return submissions.map(({ submission }) => outcomes.get(submission.id));
  },
  undefined,
  ({ submission }) => submission.form_id,
);

/**
 * Stores a submission with its values, and with its key where it has one: all of it or nothing; search finds it soon. Submissions
 * to a form that come at the same time share a statement and its commit; within a transaction, only those of
 * that transaction.
 * @returns `known` where a submission with its key is stored already, and this one is not
 */
export async function storeSubmission(
  database: Database | Transaction,
  submission: NewSubmission,
  values: readonly SubmissionValue[],
  idempotencyRecord: IdempotencyRecord | null,
): Promise<'stored' | 'known'> {
  const stored = await storeInBatch(database, { submission, values, idempotencyRecord });
  if (stored === undefined) throw new Error('an answer of which nothing was told');
  if (typeof stored === 'object') throw stored.error;
  if (stored === 'stored') await wakeAfterCommit(database);
  return stored;
}
