import type { z } from 'zod';
import type { EditedSubmission, editSubmissionRequest, OwnSubmission } from '#lib/contract/own-submission.ts';
import { restoreTypedTexts } from '#lib/fields/restore-typed-texts.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf, parseFormSettings } from '#server/forms/definition/form-settings.ts';
import { writeSubmissionRow } from '#server/forms/destination/write-submission-row.ts';
import { referencedFiles } from '#server/forms/uploads/submission-files.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict, invalid, notFound } from '#server/platform/http/api-error.ts';
import { consumeLimitsIn, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { filesOfSubmission, type OwnSubmissionRow, ownSubmissionRow } from './own-submission.repo.ts';
import { definitionOfVersion, replaceValues } from './replace-values.ts';
import { queueSubmissionDelivery, submissionDelivery } from './submission-delivery.ts';
import { parseSubmissionToken, tokenHashMatches } from './submission-token.ts';

type Form = Authorized<FormView, 'form.submit'>;
type Change = z.output<typeof editSubmissionRequest>;

/** Each revision is stored without expiry: nobody needs more of them. */
export const SUBMISSION_CHANGE_LIMIT: Limit = { name: 'answer-change', most: 60, seconds: 3600 };

/**
 * The submission that a token belongs to.
 * @throws ApiError 404 for a wrong token, or a submission that was deleted.
 */
export async function submissionByToken(
  database: Database | Transaction,
  formId: string,
  token: string,
  { isLocked = false } = {},
): Promise<OwnSubmissionRow> {
  const read = parseSubmissionToken(token);
  const row = read && (await ownSubmissionRow(database, formId, read.submissionId, { isLocked }));
  if (!row || !tokenHashMatches(row.token_hash, read.hash)) throw notFound('This answer');
  return row;
}

function refuseUnlessEditable(form: FormView): void {
  if (parseFormSettings(form).editable) return;
  throw conflict('answer_not_editable', 'Answers to this form can not be changed any more.');
}

async function present(
  database: Database | Transaction,
  form: FormView,
  row: OwnSubmissionRow,
): Promise<OwnSubmission> {
  const definition = await definitionOfVersion(database, form.id, row.version, row.language);
  const files = await filesOfSubmission(database, row.id);
  const named = referencedFiles(definition.fields, row.data).flatMap((id) => files.get(id) ?? []);
  return {
    slug: form.slug,
    title: definition.title,
    description: definition.description,
    language: definition.language,
    country: countryOf(form),
    fields: definition.fields,
    layout: definition.layout,
    id: row.id,
    version: row.version,
    current_version: form.published_version ?? row.version,
    revision: row.revision,
    values: row.data,
    ...restoreTypedTexts(row, countryOf(form)),
    files: named.map(({ id, name, size, mime }) => ({ id, name, size, mime })),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}

/**
 * A submission, with its form's fields, for the holder of its token.
 * @throws ApiError 404 for a wrong token; 409 where submissions may not be changed.
 */
export async function describeOwnSubmission(
  services: Pick<Services, 'database'>,
  form: Form,
  token: string,
): Promise<OwnSubmission> {
  const row = await submissionByToken(services.database, form.id, token);
  refuseUnlessEditable(form);
  return present(services.database, form, row);
}

/**
 * Replaces a submission by its submitter's new values; the earlier revision is stored for its readers.
 * @throws ApiError 404 for a wrong token; 409 where submissions may not be changed, or with the current one
 * for a stale
 *   revision; 422 with the messages of the field engine; 429 for very many changes.
 */
export async function changeOwnSubmission(
  services: Services,
  form: Form,
  { token, version, values, meta, expected }: Change & { token: string; expected: number | null },
): Promise<EditedSubmission> {
  return inTransaction(services, async (trx) => {
    const before = await submissionByToken(trx, form.id, token, { isLocked: true });
    refuseUnlessEditable(form);
    await requireRevision(expected, before.revision, () => present(trx, form, before));
    const wanted = version ?? before.version;
    if (wanted !== before.version && wanted !== form.published_version) {
      throw invalid({ version: ['This version does not exist. Load the form again'] });
    }
    await consumeLimitsIn(trx, services, [limitCounter(SUBMISSION_CHANGE_LIMIT, before.id)]);
    const {
      definition,
      values: now,
      typed,
      revision,
      edited_at,
    } = await replaceValues(trx, form, before, {
      version: wanted,
      values,
      countries: meta?.countries,
      correctedBy: null,
    });
    await writeSubmissionRow(trx, services, form.id, {
      ...{ id: before.id, fields: definition.fields, values: now, typed },
      submittedBy: before.submitted_by,
      changedBy: null,
    });
    const settings = parseFormSettings(form);
    const flows = submissionDelivery(services, form, settings, { fields: definition.fields, values: now });
    await queueSubmissionDelivery(trx, services, form, flows, {
      event: 'submission.updated',
      submissionId: before.id,
      token,
    });
    return { id: before.id, revision, edited_at: edited_at.toISOString() };
  });
}
