import type { z } from 'zod';
import type { ChangedAnswer, changeAnswerRequest, OwnAnswer } from '#lib/contract/answer.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf, settingsOf } from '#server/forms/definition/form-settings.ts';
import { filesNamed } from '#server/forms/uploads/answer-files.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict, invalid, notFound } from '#server/platform/http/api-error.ts';
import { counter, type Limit, reserveWithin } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { flowsFrom, tell } from './answer-flows.ts';
import { isHashKept, readAnswerToken } from './answer-token.ts';
import { filesOfAnswer, type OwnAnswerRow, ownAnswerRow } from './own-answer.repo.ts';
import { askedIn, replaceValues } from './replace-values.ts';

type Form = Authorized<FormView, 'form.submit'>;
type Change = z.output<typeof changeAnswerRequest>;

/** Each change is kept for ever: nobody needs more of them. */
export const CHANGES: Limit = { name: 'answer-change', most: 60, seconds: 3600 };

/**
 * The answer that a token is the key to.
 * @throws ApiError 404 for a wrong token, or an answer that was deleted.
 */
export async function answerByToken(
  database: Database | Transaction,
  formId: string,
  token: string,
  { hold = false } = {},
): Promise<OwnAnswerRow> {
  const read = readAnswerToken(token);
  const row = read && (await ownAnswerRow(database, formId, read.submissionId, { hold }));
  if (!row || !isHashKept(row.token_hash, read.hash)) throw notFound('This answer');
  return row;
}

function refuseUnlessEditable(form: FormView): void {
  if (settingsOf(form).editable) return;
  throw conflict('answer_not_editable', 'Answers to this form can not be changed any more.');
}

async function present(
  database: Database | Transaction,
  form: FormView,
  row: OwnAnswerRow,
): Promise<OwnAnswer> {
  const asked = await askedIn(database, form.id, row.version, row.language);
  const files = await filesOfAnswer(database, row.id);
  const named = filesNamed(asked.fields, row.data).flatMap((id) => files.get(id) ?? []);
  return {
    slug: form.slug,
    title: asked.title,
    description: asked.description,
    language: asked.language,
    country: countryOf(form),
    fields: asked.fields,
    layout: asked.layout,
    id: row.id,
    version: row.version,
    current_version: form.published_version ?? row.version,
    revision: row.revision,
    values: row.data,
    files: named.map(({ id, name, size, mime }) => ({ id, name, size, mime })),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}

/**
 * An answer, with what was asked, for who holds its token.
 * @throws ApiError 404 for a wrong token; 409 where answers may not be changed.
 */
export async function describeOwnAnswer(
  services: Pick<Services, 'database'>,
  form: Form,
  token: string,
): Promise<OwnAnswer> {
  const row = await answerByToken(services.database, form.id, token);
  refuseUnlessEditable(form);
  return present(services.database, form, row);
}

/**
 * Replaces an answer by what its giver says now; what it was is kept for its readers.
 * @throws ApiError 404 for a wrong token; 409 where answers may not be changed, or with the current answer for a stale
 *   revision; 422 with the words of the field engine; 429 for very many changes.
 */
export async function changeOwnAnswer(
  services: Services,
  form: Form,
  { token, version, values, expected }: Change & { token: string; expected: number | null },
): Promise<ChangedAnswer> {
  return inTransaction(services, async (trx) => {
    const before = await answerByToken(trx, form.id, token, { hold: true });
    refuseUnlessEditable(form);
    await requireRevision(expected, before.revision, () => present(trx, form, before));
    const wanted = version ?? before.version;
    if (wanted !== before.version && wanted !== form.published_version) {
      throw invalid({ version: ['This version does not exist. Load the form again'] });
    }
    await reserveWithin(trx, services, [counter(CHANGES, before.id)]);
    const {
      asked,
      values: now,
      revision,
      edited_at,
    } = await replaceValues(trx, form, before, {
      version: wanted,
      values,
      correctedBy: null,
    });
    const settings = settingsOf(form);
    const flows = flowsFrom(services, form, settings, { fields: asked.fields, values: now });
    await tell(trx, services, form, flows, { event: 'submission.updated', submissionId: before.id, token });
    return { id: before.id, revision, edited_at: edited_at.toISOString() };
  });
}
