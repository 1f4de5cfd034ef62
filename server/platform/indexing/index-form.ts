import { sql } from 'kysely';
import { tokenizeText } from '#lib/text/tokens.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { passageLexemes, type Stems } from './lexemes.ts';
import { plainText } from './passage-text.ts';
import { createPauses } from './pauses.ts';

type Place = { id: string; hub_id: string; space_id: string };

/** Of a form or a submission, in UTF-16 units: enough to find it by, and little enough to rank. */
const TEXT_MAX = 20_000;

/** Names, addresses and choices are searched as they are written: their words are not stemmed. */
const AS_WRITTEN: Stems = new Map();

export const FORM_KIND = 'form';

function lexemesOf({ hub_id, space_id }: Place, title: string | null, body: string): string {
  const texts = {
    title: title === null ? null : tokenizeText(title),
    heading: null,
    body: tokenizeText(body),
  };
  return passageLexemes({ hubId: hub_id, spaceId: space_id, kind: FORM_KIND, ...texts }, AS_WRITTEN);
}

/** The index row of a form. */
export type PreparedForm = { form: Place; body: string; lexemes: string };

/** Computes by what a form is found: its title and its texts. */
export function prepareForm(form: Place, texts: { title: string; text: string }): PreparedForm {
  const body = plainText(texts.text).slice(0, TEXT_MAX).toWellFormed();
  return { form, body, lexemes: lexemesOf(form, plainText(texts.title), body) };
}

/** Indexes a form; one that was deleted meanwhile is skipped. */
export async function writeForm(trx: Transaction, { form, body, lexemes }: PreparedForm): Promise<void> {
  await sql`insert into form_passage (hub_id, form_id, body, lexemes)
    select form.hub_id, form.id, ${body}, ${lexemes}::tsvector from form where form.id = ${form.id} for key share
    on conflict (form_id) where submission_id is null
      do update set body = excluded.body, lexemes = excluded.lexemes`.execute(trx);
}

export type SubmissionText = { id: string; text: string };
export type PreparedSubmission = { id: string; body: string; lexemes: string };

/** Computes by what submissions are found. */
export async function prepareSubmissionTexts(
  form: Place,
  submissions: readonly SubmissionText[],
  signal?: AbortSignal,
): Promise<PreparedSubmission[]> {
  const pause = createPauses(signal);
  const prepared: PreparedSubmission[] = [];
  for (const { id, text } of submissions) {
    await pause();
    const body = plainText(text).slice(0, TEXT_MAX).toWellFormed();
    prepared.push({ id, body, lexemes: lexemesOf(form, null, body) });
  }
  return prepared;
}

/**
 * Indexes submissions; those that were deleted meanwhile are skipped.
 * @returns false where somebody has one of them locked, which is to be tried again
 */
export async function writeSubmissionTexts(
  trx: Transaction,
  form: Place,
  prepared: readonly PreparedSubmission[],
): Promise<boolean> {
  if (prepared.length === 0) return true;
  const ids = prepared.map(({ id }) => id);
  // Nobody waits for the indexer, and it waits for nobody.
  const { rows: locked } = await sql<{ id: string }>`
    select id from submission where id = any(${ids}::uuid[]) order by id for key share skip locked`.execute(
    trx,
  );
  const free = new Set(locked.map(({ id }) => id));
  const rows = prepared.filter(({ id }) => free.has(id));
  await sql`insert into form_passage (hub_id, form_id, submission_id, body, lexemes)
    select ${form.hub_id}, ${form.id}, one.id, one.body, one.lexemes::tsvector
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (id uuid, body text, lexemes text)
    on conflict (submission_id) where submission_id is not null
      do update set body = excluded.body, lexemes = excluded.lexemes`.execute(trx);
  if (free.size === ids.length) return true;
  const { rows: existing } = await sql<{ count: number }>`
    select count(*)::int as count from submission where id = any(${ids}::uuid[])`.execute(trx);
  return existing[0]?.count === free.size;
}
