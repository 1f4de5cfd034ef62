import type { FormView } from '#server/forms/definition/form.repo.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import { indexPublishedForm } from '#server/forms/submissions/index-submissions.ts';
import { queueDeliveries } from '#server/forms/webhooks/queue-deliveries.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** The consequences of a new version, in the transaction that publishes it: search index and webhooks. */
export async function queuePublishWebhooks(
  trx: Transaction,
  jobs: Jobs,
  form: FormView,
  version: number,
): Promise<void> {
  const published = await publishedVersion(trx, form.id, version);
  if (published) await indexPublishedForm(trx, form, published);
  if (form.has_webhooks) {
    await queueDeliveries(trx, jobs, { hubId: form.hub_id, formId: form.id, event: 'form.published' });
  }
}
