import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { passageLexemes, type Stems } from './lexemes.ts';
import { plainText } from './passage-text.ts';

type Place = { id: string; hub_id: string; space_id: string };

/** Of a form or a submission, in UTF-16 units: enough to find it by, and little enough to rank. */
const TEXT_MAX = 20_000;

/** Names, addresses and choices are searched as they are written: their words are not stemmed. */
const AS_WRITTEN: Stems = new Map();

export const FORM_KIND = 'form';

function lexemesOf({ hub_id, space_id }: Place, title: string | null, body: string): string {
  const about = { hubId: hub_id, spaceId: space_id, kind: FORM_KIND, title, heading: '', body };
  return passageLexemes(about, AS_WRITTEN);
}

/** Indexes a form's title and its texts. */
export async function indexForm(
  trx: Database | Transaction,
  form: Place,
  given: { title: string; text: string },
): Promise<void> {
  const body = plainText(given.text).slice(0, TEXT_MAX).toWellFormed();
  const lexemes = lexemesOf(form, plainText(given.title), body);
  await sql`insert into form_passage (hub_id, form_id, body, lexemes)
    values (${form.hub_id}, ${form.id}, ${body}, ${lexemes}::tsvector)
    on conflict (form_id) where submission_id is null
      do update set body = excluded.body, lexemes = excluded.lexemes`.execute(trx);
}

export type SubmissionText = { id: string; text: string };

/** Indexes the values of submissions; those that were deleted meanwhile are skipped. */
export async function indexSubmissionTexts(
  trx: Database | Transaction,
  form: Place,
  answers: readonly SubmissionText[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ id, text }) => {
    const body = plainText(text).slice(0, TEXT_MAX).toWellFormed();
    return { id, body, lexemes: lexemesOf(form, null, body) };
  });
  await sql`insert into form_passage (hub_id, form_id, submission_id, body, lexemes)
    select ${form.hub_id}, ${form.id}, one.id, one.body, one.lexemes::tsvector
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (id uuid, body text, lexemes text)
      join submission on submission.id = one.id
    for key share of submission
    on conflict (submission_id) where submission_id is not null
      do update set body = excluded.body, lexemes = excluded.lexemes`.execute(trx);
}
