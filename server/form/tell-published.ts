import type { Transaction } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { indexPublished } from '../submission/index-answers.ts';
import { queueDeliveries } from '../webhook/queue-deliveries.ts';
import type { FormView } from './form.repo.ts';
import { publishedVersion } from './version-cache.ts';

/** What goes on from a new version, in the transaction that publishes it: into search, and to other programs. */
export async function tellPublished(
  trx: Transaction,
  jobs: Jobs,
  form: FormView,
  version: number,
): Promise<void> {
  const published = await publishedVersion(trx, form.id, version);
  if (published) await indexPublished(trx, form, published);
  if (form.has_webhooks) {
    await queueDeliveries(trx, jobs, { hubId: form.hub_id, formId: form.id, event: 'form.published' });
  }
}
