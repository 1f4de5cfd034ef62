import { sql } from 'kysely';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { type FormView, formById, lockForm } from '#server/forms/definition/form.repo.ts';
import { formAuditTarget, type SignedIn } from '#server/forms/definition/form-target.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import { queuePurge } from '#server/platform/jobs/queue-purge.ts';
import type { Services } from '#server/platform/services.ts';
import { describeForm, requireForm } from './form.service.ts';

/**
 * Puts a form into the trash: it takes no submissions and shows nothing, and no data is lost.
 * @throws ApiError 409 with the current state for a stale revision.
 */
export async function trashForm(
  services: Services,
  caller: SignedIn,
  { id }: Authorized<FormView, 'form.trash'>,
  expected: number | null,
): Promise<FormView> {
  return inTransaction(services, async (trx) => {
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.trash');
    await requireRevision(expected, form.revision, () => describeForm(trx, form));
    await sql`update form set trashed_at = now(), trashed_by = ${caller.user.id}, revision = revision + 1
      where id = ${id}`.execute(trx);
    await recordAuditEvent(trx, caller, { ...formAuditTarget(form), action: 'form.trashed' });
    return requireForm(trx, caller, id);
  });
}

/** Takes a form out of the trash, unchanged; one that is not in the trash stays as it is. */
export async function restoreForm(
  services: Services,
  caller: SignedIn,
  { id }: Authorized<FormView, 'form.restore'>,
): Promise<FormView> {
  return inTransaction(services, async (trx) => {
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.restore');
    if (!form.trashed_at) return form;
    await sql`update form set trashed_at = null, trashed_by = null, revision = revision + 1, updated_at = now()
      where id = ${id}`.execute(trx);
    await recordAuditEvent(trx, caller, { ...formAuditTarget(form), action: 'form.restored' });
    return requireForm(trx, caller, id);
  });
}

/**
 * Deletes forms in the trash for everybody in one step; the purge that follows deletes their submissions, and
 * then them.
 */
export async function markFormsPurged(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`update form set purged_at = now() where id = any(${ids}::uuid[])`.execute(trx);
}

/**
 * Permanently deletes a form in the trash, with its submissions.
 * @throws ApiError 409 for one that is not in the trash.
 */
export async function purgeForm(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<FormView, 'form.delete'>,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    await lockSpaceTreeExclusive(trx, space_id);
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.delete');
    if (!form.trashed_at) {
      throw conflict(
        'not_in_trash',
        'Only what is in the trash can be deleted for ever. Move it there first.',
      );
    }
    await recordAuditEvent(trx, caller, { ...formAuditTarget(form), action: 'form.deleted' });
    await markFormsPurged(trx, [id]);
    await queuePurge(services.jobs, form.hub_id, trx);
  });
}
