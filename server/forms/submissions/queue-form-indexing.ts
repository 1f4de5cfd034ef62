import type { Transaction } from '#server/platform/database/database.ts';
import { queueIndexing } from '#server/platform/indexing/outbox.ts';

/** A form by its own texts. */
export const INDEX_FORM = 'form';
/** Submissions of a form, by their ids; without any, all of them. */
export const INDEX_SUBMISSIONS = 'submissions';

type FormLocation = { id: string; hub_id: string };

/** Has a published form indexed by its texts, in the transaction that publishes it. */
export function queueFormIndexing(trx: Transaction, form: FormLocation): Promise<void> {
  return queueIndexing(trx, [{ hubId: form.hub_id, kind: INDEX_FORM, targetId: form.id }]);
}

/** Has submissions indexed that were changed or restored, in the transaction that does it. */
export function queueSubmissionIndexing(
  trx: Transaction,
  form: FormLocation,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return Promise.resolve();
  return queueIndexing(trx, [{ hubId: form.hub_id, kind: INDEX_SUBMISSIONS, targetId: form.id, parts: ids }]);
}
