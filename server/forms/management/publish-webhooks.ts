import type { FormView } from '#server/forms/definition/form.repo.ts';
import { queueFormIndexing } from '#server/forms/submissions/queue-form-indexing.ts';
import { queueDeliveries } from '#server/forms/webhooks/queue-deliveries.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** The consequences of a new version, in the transaction that publishes it: search index and webhooks. */
export async function queuePublishWebhooks(trx: Transaction, jobs: Jobs, form: FormView): Promise<void> {
  await queueFormIndexing(trx, form);
  if (form.has_webhooks) {
    await queueDeliveries(trx, jobs, { hubId: form.hub_id, formId: form.id, event: 'form.published' });
  }
}
