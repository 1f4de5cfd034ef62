import { sql } from 'kysely';
import type { WebhookEvent } from '#lib/contract/webhook.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

export const DELIVER_WEBHOOK = 'deliver-webhook';

/** Has a webhook's deliveries sent: one job per webhook, which continues where the previous one stopped. */
export async function queueDelivery(
  jobs: Jobs,
  { id, hub_id }: { id: string; hub_id: string },
  options: { transaction?: Transaction; at?: Date } = {},
): Promise<void> {
  const name = `${DELIVER_WEBHOOK} ${id}`;
  const turn = { key: name, exclusive: name, tenant: hubTenant(hub_id) };
  await jobs.add(DELIVER_WEBHOOK, { webhook: id }, { ...options, ...turn });
}

type Happened = {
  hubId: string;
  formId: string;
  event: WebhookEvent;
  /** The submissions concerned; an event for each. None for what happens to the form itself. */
  submissionIds?: readonly string[];
};

/**
 * Queues a delivery of an event for every webhook that subscribed to it, in the transaction of the event.
 * Webhooks of the whole hub get nothing of a form that its admins can't see.
 */
export async function queueDeliveries(
  trx: Transaction,
  jobs: Jobs,
  { hubId, formId, event, submissionIds }: Happened,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook
    where hub_id = ${hubId} and is_active and ${event} = any(events)
      and (form_id = ${formId} or form_id is null and exists (
        select from form join scope_access list on list.scope_id = form.scope_id
        where form.id = ${formId} and list.principal in ('admins', '*')))
    order by id`.execute(trx);
  if (rows.length === 0) return;
  const events = (submissionIds ?? [null]).map((submission_id) => ({ event_id: newId(), submission_id }));
  const next_try_at = new Date();
  for (const { id: webhook_id } of rows) {
    const deliveries = events.map((one) => ({
      ...one,
      id: newId(),
      webhook_id,
      event,
      form_id: formId,
      next_try_at,
    }));
    await trx.insertInto('webhook_delivery').values(deliveries).execute();
    await queueDelivery(jobs, { id: webhook_id, hub_id: hubId }, { transaction: trx });
  }
}
