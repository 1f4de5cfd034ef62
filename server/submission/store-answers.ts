import { sql } from 'kysely';
import { askedTogether } from '../database/asked-together.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { AnswerValue } from './answer-values.ts';

export type NewSubmission = {
  id: string;
  form_id: string;
  version: number;
  /** The values as JSON. */
  data: string;
  submitted_by: string | null;
  person_key: string | null;
  language: string | null;
  /** Of the token by which whoever gave it comes back to it. */
  token_hash: Buffer;
};

type Answer = { submission: NewSubmission; values: readonly AnswerValue[] };
type Stored = 'stored' | { error: unknown };

/** UTF-16 units of an answer that shares its statement: nobody waits for another one's long answer. */
const SHARED_LENGTH = 32 * 1024;

/** Writes answers to one form with their values, in one statement: all or none. */
async function writeAnswers(
  database: Database | Transaction,
  formId: string,
  answers: readonly Answer[],
): Promise<void> {
  const own = <Column extends keyof NewSubmission>(column: Column) =>
    answers.map(({ submission }) => submission[column]);
  const values = answers.flatMap((answer) => answer.values);
  const given = <Column extends keyof AnswerValue>(column: Column) => values.map((value) => value[column]);
  const owners = answers.flatMap((answer) => answer.values.map(() => answer.submission.id));
  await sql`
    with made as (
      insert into submission (id, form_id, version, data, submitted_by, person_key, language, token_hash)
      select id, ${formId}, version, data, submitted_by, person_key, language, token_hash
      from unnest(${own('id')}::uuid[], ${own('version')}::int[], ${own('data')}::jsonb[],
        ${own('submitted_by')}::uuid[], ${own('person_key')}::text[], ${own('language')}::text[],
        ${own('token_hash')}::bytea[])
        as one (id, version, data, submitted_by, person_key, language, token_hash)
    )
    insert into submission_value (submission_id, form_id, field_id, position, text, num, ts, bool, option)
    select owner, ${formId}, field_id, position, text, num, ts, bool, option
    from unnest(${owners}::uuid[], ${given('field_id')}::text[], ${given('position')}::int[],
      ${given('text')}::text[], ${given('num')}::float8[], ${given('ts')}::timestamptz[],
      ${given('bool')}::boolean[], ${given('option')}::text[])
      as value (owner, field_id, position, text, num, ts, bool, option)`.execute(database);
}

/** Where one of several can't be stored, each is tried for itself: none is refused for another's fault. */
async function writeOrTell(
  database: Database | Transaction,
  formId: string,
  answers: readonly Answer[],
): Promise<[string, Stored][]> {
  const all = (stored: Stored) => answers.map(({ submission }): [string, Stored] => [submission.id, stored]);
  try {
    await writeAnswers(database, formId, answers);
    return all('stored');
  } catch (error) {
    // What failed within a transaction has ended it for all.
    if (answers.length === 1 || database.isTransaction) return all({ error });
    const each = await Promise.all(answers.map((answer) => writeOrTell(database, formId, [answer])));
    return each.flat();
  }
}

/** Those to each form together, so that no form waits for what is locked in another. */
const storeTogether = askedTogether<Answer, Stored>(async (database, answers) => {
  const long = answers.filter(({ submission }) => submission.data.length > SHARED_LENGTH);
  const short = answers.filter(({ submission }) => submission.data.length <= SHARED_LENGTH);
  const groups = [
    ...Map.groupBy(short, ({ submission }) => submission.form_id).values(),
    ...long.map((answer) => [answer]),
  ];
  const stored = await Promise.all(
    groups.map((group) => writeOrTell(database, group[0]?.submission.form_id ?? '', group)),
  );
  const outcomes = new Map(stored.flat());
  return answers.map(({ submission }) => outcomes.get(submission.id));
});

/**
 * Stores an answer with its values: all of it or nothing. Answers to a form that come at the same moment share a
 * statement and its commit; within a transaction, only those of that transaction.
 */
export async function storeAnswer(
  database: Database | Transaction,
  submission: NewSubmission,
  values: readonly AnswerValue[],
): Promise<void> {
  const stored = await storeTogether(database, { submission, values });
  if (stored !== 'stored') throw stored?.error ?? new Error('an answer of which nothing was told');
}
