import type { TrashedSubmission } from '#lib/contract/submissions.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { inTransaction } from '#server/api/route.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { lockForm } from '#server/forms/definition/form.repo.ts';
import { formAuditTarget, type SignedIn } from '#server/forms/definition/form-target.ts';
import { queueSubmissionIndexing } from '#server/forms/submissions/queue-form-indexing.ts';
import { queueDeliveries } from '#server/forms/webhooks/queue-deliveries.ts';
import { queuePurge } from '#server/platform/jobs/queue-purge.ts';
import type { Services } from '#server/platform/services.ts';
import {
  deleteTrashedSubmissions,
  moveToTrash,
  restoreFromTrash,
  type TrashedSubmissionRow,
  trashedSubmissions,
} from './trashed-submission.repo.ts';

type Form = Authorized<FormView, 'form.delete_submissions'>;

const submissionsAuditTarget = (ids: readonly string[]) => ({ count: ids.length, submission_ids: ids });

/**
 * Moves submissions to the trash, with their files and notes: until they are restored, they are not counted,
 * found or exported.
 * @returns how many of the ids were submissions of this form
 */
export async function trashSubmissions(
  services: Services,
  caller: SignedIn,
  form: Form,
  ids: readonly string[],
): Promise<number> {
  return inTransaction(services, async (trx) => {
    const trashed = await moveToTrash(trx, { formId: form.id, ids, userId: caller.user.id });
    if (trashed.length === 0) return 0;
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      action: 'form.answers_trashed',
      details: submissionsAuditTarget(trashed),
    });
    if (form.has_webhooks) {
      const happened = { hubId: form.hub_id, formId: form.id, event: 'submission.deleted' } as const;
      await queueDeliveries(trx, services.jobs, { ...happened, submissionIds: trashed });
    }
    return trashed.length;
  });
}

/**
 * Restores submissions unchanged, whatever limits the form has by now. @returns how many were in the trash
 */
export async function restoreSubmissions(
  services: Services,
  caller: SignedIn,
  form: Form,
  ids: readonly string[],
): Promise<number> {
  return inTransaction(services, async (trx) => {
    await lockForm(trx, form.id);
    const restored = await restoreFromTrash(trx, { formId: form.id, ids });
    if (restored.length === 0) return 0;
    const submissionIds = restored.map(({ id }) => id);
    await queueSubmissionIndexing(trx, form, submissionIds);
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      action: 'form.answers_restored',
      details: submissionsAuditTarget(submissionIds),
    });
    if (form.has_webhooks) {
      const happened = { hubId: form.hub_id, formId: form.id, event: 'submission.created' } as const;
      await queueDeliveries(trx, services.jobs, { ...happened, submissionIds });
    }
    return restored.length;
  });
}

/** Permanently deletes submissions in the trash, with their files. @returns how many existed */
export async function deleteSubmissionsForever(
  services: Services,
  caller: SignedIn,
  form: Form,
  ids: readonly string[],
): Promise<number> {
  return inTransaction(services, async (trx) => {
    const gone = await deleteTrashedSubmissions(trx, { formId: form.id, ids });
    const [only] = gone;
    if (!only) return 0;
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      ...(gone.length === 1
        ? { action: 'form.answer_deleted', details: { submission_id: only } }
        : { action: 'form.answers_deleted', details: submissionsAuditTarget(gone) }),
    });
    await queuePurge(services.jobs, form.hub_id, trx);
    return gone.length;
  });
}

const person = (id: string | null, name: string) => (id === null ? null : { id, name });

const present = (row: TrashedSubmissionRow): TrashedSubmission => ({
  id: row.id,
  version: row.version,
  values: row.data,
  created_at: row.created_at.toISOString(),
  submitted_by: person(row.submitted_by, row.submitter_name),
  trashed_at: row.trashed_at.toISOString(),
  trashed_by: person(row.trashed_by, row.trasher_name),
  gone_at: row.gone_at.toISOString(),
});

/** A page of the submissions in the trash, the latest first. */
export async function listTrashedSubmissions(
  { database }: Pick<Services, 'database'>,
  form: Form,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<TrashedSubmission[]> {
  const rows = await trashedSubmissions(database, form.id, { limit, offset: (page - 1) * limit });
  return rows.map(present);
}
