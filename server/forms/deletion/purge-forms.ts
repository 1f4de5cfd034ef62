import { sql } from 'kysely';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { deleteUnusedPictures } from '#server/forms/images/form-picture.repo.ts';
import { markFormsPurged } from '#server/forms/management/trash-form.ts';
import { deleteExpiredPendingFiles } from '#server/forms/uploads/form-file.repo.ts';
import { queueDeliveries } from '#server/forms/webhooks/queue-deliveries.ts';
import type { Database } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { trashRetentionOver } from '#server/platform/database/trash-retention.ts';
import type { Services } from '#server/platform/services.ts';
import { deleteExpiredTrashedSubmissions } from './trashed-submission.repo.ts';

const BATCH = 1000;

/** Rows of a form besides its submissions: visit counts, drafts, files. */
const GROWING = ['submission_idempotency_record', 'form_visit', 'form_draft', 'form_file'] as const;

type Purging = Pick<Services, 'database' | 'jobs'>;

type OldForm = { id: string; hub_id: string; scope_id: string; title: string; days: number };

/** Deletes, for everybody, some of the forms that were in the trash for their time. @returns how many. */
function markOldForms(database: Database): Promise<number> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<OldForm>`
      select form.id, form.hub_id, form.scope_id, form.title, hub.trash_days as days
      from form join hub on hub.id = form.hub_id
      where ${trashRetentionOver('form.trashed_at')} and form.purged_at is null
      order by form.trashed_at limit 10 for no key update of form skip locked`.execute(trx);
    for (const { id, hub_id, scope_id, title, days } of rows) {
      await recordAuditEvent(trx, null, {
        hubId: hub_id,
        action: 'form.deleted',
        target: { kind: 'form', id, name: title },
        scopeId: scope_id,
        details: { days },
      });
    }
    await markFormsPurged(
      trx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

/**
 * Deletes a batch of the submissions of a permanently deleted form, or, where none is left, the form. Nobody
 * waits for it, and one that was begun and not finished, by a stop or a kill, is continued by the next run.
 * @returns whether there may be more.
 */
function deleteSomeOfForms(database: Database): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    // Concurrent inserts that refer to the form lock its key: only another purge makes this one skip it.
    const { rows } = await sql<{ id: string }>`
      select id from form where purged_at is not null limit 1 for no key update skip locked`.execute(trx);
    const [form] = rows;
    if (!form) return false;
    const { numAffectedRows } = await sql`delete from submission where id in (
      select id from submission where form_id = ${form.id} limit ${BATCH})`.execute(trx);
    if (Number(numAffectedRows ?? 0) === BATCH) return true;
    const trashed = await sql`delete from trashed_submission where id in (
      select id from trashed_submission where form_id = ${form.id} limit ${BATCH})`.execute(trx);
    if (Number(trashed.numAffectedRows ?? 0) === BATCH) return true;
    // Other rows that grow with the submissions, and would all be deleted with the form in one statement.
    for (const table of GROWING) {
      const rows = sql.table(table);
      const some = await sql`delete from ${rows} where ctid = any(array(
        select ctid from ${rows} where form_id = ${form.id} limit ${BATCH}))`.execute(trx);
      if (Number(some.numAffectedRows ?? 0) === BATCH) return true;
    }
    await sql`delete from form where id = ${form.id}`.execute(trx);
    await sql`delete from scope where form_id = ${form.id}`.execute(trx);
    return true;
  });
}

type ExpiredSubmissions = {
  form_id: string;
  hub_id: string;
  scope_id: string;
  title: string;
  days: number;
  ids: string[];
};

/**
 * Purges some of the submissions whose retention is over: with an audit entry, and a delivery to each
 * webhook.
 * @returns how many.
 */
function deleteExpiredSubmissions({ database, jobs }: Purging): Promise<number> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<ExpiredSubmissions>`
      with ended as (
        delete from submission where id in (
          select submission.id from form join submission on submission.form_id = form.id
          where form.settings ->> 'retention_days' is not null and form.purged_at is null
            and submission.created_at < now() - make_interval(days => (form.settings ->> 'retention_days')::int)
          limit ${BATCH})
        returning id, form_id
      )
      select form.id as form_id, form.hub_id, form.scope_id, form.title,
        (form.settings ->> 'retention_days')::int as days, array_agg(ended.id order by ended.id) as ids
      from ended join form on form.id = ended.form_id
      group by form.id order by form.id`.execute(trx);
    for (const { form_id, hub_id, scope_id, title, days, ids } of rows) {
      await recordAuditEvent(trx, null, {
        hubId: hub_id,
        action: 'form.answers_deleted',
        target: { kind: 'form', id: form_id, name: title },
        scopeId: scope_id,
        details: { count: ids.length, days },
      });
      const happened = { hubId: hub_id, formId: form_id, event: 'submission.deleted' } as const;
      await queueDeliveries(trx, jobs, { ...happened, submissionIds: ids });
    }
    return rows.reduce((sum, { ids }) => sum + ids.length, 0);
  });
}

/**
 * Purges forms whose time in the trash is over, submissions past their retention, and files without a
 * submission.
 */
export async function purgeForms(services: Purging, signal: AbortSignal): Promise<void> {
  const { database } = services;
  while ((await markOldForms(database)) > 0) signal.throwIfAborted();
  while (await deleteSomeOfForms(database)) signal.throwIfAborted();
  while ((await deleteExpiredSubmissions(services)) === BATCH) signal.throwIfAborted();
  while ((await deleteExpiredTrashedSubmissions(database, BATCH)) === BATCH) signal.throwIfAborted();
  await deleteExpiredPendingFiles(database, signal);
  await deleteUnusedPictures(database);
}
