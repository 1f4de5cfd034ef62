import type { z } from 'zod';
import type { correctSubmissionRequest, EditedSubmission } from '#lib/contract/own-submission.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { formAuditTarget, type SignedIn } from '#server/forms/definition/form-target.ts';
import { writeSubmissionRow } from '#server/forms/destination/write-submission-row.ts';
import { queueDeliveries } from '#server/forms/webhooks/queue-deliveries.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { consumeLimitsIn, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { ownSubmissionRow } from './own-submission.repo.ts';
import { SUBMISSION_CHANGE_LIMIT } from './own-submission.ts';
import { replaceValues } from './replace-values.ts';
import { presentSubmission } from './submission.presenter.ts';
import { submissionOf } from './submission.repo.ts';

type Correction = z.output<typeof correctSubmissionRequest>;

/**
 * Corrects a submission for its team: validated by its own version; the earlier revision is stored, with who
 * changed it. Nobody is mailed, and webhooks are called as for any change.
 * @throws ApiError 404; 409 with the current submission for a stale revision; 422 with the messages of the
 * field engine; 429 for
 *   very many changes.
 */
export async function correctSubmission(
  services: Services,
  caller: SignedIn,
  form: Authorized<FormView, 'form.correct_submissions'>,
  { id, values, meta, expected }: Correction & { id: string; expected: number | null },
): Promise<EditedSubmission> {
  return inTransaction(services, async (trx) => {
    const before = isId(id) ? await ownSubmissionRow(trx, form.id, id, { isLocked: true }) : undefined;
    if (!before) throw notFound('This answer');
    await requireRevision(expected, before.revision, async () => {
      const now = await submissionOf(trx, form.id, id);
      return now && presentSubmission(now);
    });
    await consumeLimitsIn(trx, services, [limitCounter(SUBMISSION_CHANGE_LIMIT, before.id)]);
    const change = {
      version: before.version,
      values,
      countries: meta?.countries,
      correctedBy: caller.user.id,
    };
    const replaced = await replaceValues(trx, form, before, change);
    const { definition, values: now, typed, revision, edited_at } = replaced;
    await writeSubmissionRow(trx, services, form.id, {
      ...{ id, fields: definition.fields, values: now, typed },
      submittedBy: before.submitted_by,
      changedBy: caller.user.id,
    });
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      action: 'form.answer_corrected',
      details: { submission_id: id },
    });
    if (form.has_webhooks) {
      await queueDeliveries(trx, services.jobs, {
        hubId: form.hub_id,
        formId: form.id,
        event: 'submission.updated',
        submissionIds: [id],
      });
    }
    return { id, revision, edited_at: edited_at.toISOString() };
  });
}
