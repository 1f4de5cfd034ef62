import { type RawBuilder, sql } from 'kysely';
import type { DeliveryState, WebhookDisabledReason, WebhookEvent } from '#lib/contract/webhook.ts';
import type { WebhookOwner } from '#server/access/policy/webhook-policy.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { isId } from '#server/platform/database/id.ts';

export type WebhookRow = {
  id: string;
  hub_id: string;
  form_id: string | null;
  url: string;
  description: string;
  events: WebhookEvent[];
  is_active: boolean;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: WebhookDisabledReason | null;
  disabled_by: string | null;
  disabler_name: string | null;
  revision: number;
  created_by: string;
  creator_name: string;
  created_at: Date;
};

const COLUMNS = sql`webhook.id, webhook.hub_id, webhook.form_id, webhook.url, webhook.description, webhook.events,
  webhook.is_active, webhook.failing_since, webhook.disabled_at, webhook.disabled_reason, webhook.disabled_by,
  trim(disabler.first_name || ' ' || disabler.last_name) as disabler_name, webhook.revision, webhook.created_by,
  trim(creator.first_name || ' ' || creator.last_name) as creator_name, webhook.created_at`;

const WITH_PEOPLE = sql`webhook join app_user creator on creator.id = webhook.created_by
  left join app_user disabler on disabler.id = webhook.disabled_by`;

/** Whose webhooks: a form's, or the whole hub's. */
type WebhookScope = Pick<WebhookOwner, 'hubId' | 'formId'>;

const isAt = ({ hubId, formId }: WebhookScope): RawBuilder<unknown> =>
  sql`webhook.hub_id = ${hubId} and webhook.form_id is not distinct from ${formId}::uuid`;

/** The webhooks of a form, or those of a whole hub, in the order in which they were made. */
export async function listWebhooks(
  database: Database | Transaction,
  place: WebhookScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select ${COLUMNS} from ${WITH_PEOPLE}
    where ${isAt(place)} order by webhook.id limit ${limit} offset ${offset}`.execute(database);
  return rows;
}

/** One of these webhooks; locked for a change on request. */
export async function webhookById(
  database: Database | Transaction,
  place: WebhookScope,
  id: string,
  { isLocked = false } = {},
): Promise<WebhookRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<WebhookRow>`
    select ${COLUMNS} from ${WITH_PEOPLE}
    where ${isAt(place)} and webhook.id = ${id} ${isLocked ? sql`for update of webhook` : sql``}`.execute(
    database,
  );
  return rows[0];
}

export async function countWebhooks(trx: Transaction, place: WebhookScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook where ${isAt(place)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

export type DeliveryRow = {
  id: string;
  event_id: string;
  event: WebhookEvent | 'test';
  form_id: string | null;
  submission_id: string | null;
  state: DeliveryState;
  tries: number;
  status: number | null;
  ms: number | null;
  error: string | null;
  next_try_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
};

const DELIVERY_COLUMNS = sql`id, event_id, event, form_id, submission_id, state, tries, status, ms, error,
  next_try_at, created_at, ended_at`;

/** What was, or will be, sent to a webhook, the newest first. */
export async function deliveriesOf(
  database: Database,
  { id, form_id }: Pick<WebhookRow, 'id' | 'form_id'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow & { is_hidden: boolean }>`
    select ${DELIVERY_COLUMNS}, (webhook_delivery.form_id is not null and ${form_id}::uuid is null and not exists (
      select from form join scope_access list on list.scope_id = form.scope_id
      where form.id = webhook_delivery.form_id and list.principal in ('admins', '*'))) as is_hidden
    from webhook_delivery
    where webhook_id = ${id} order by id desc limit ${limit} offset ${offset}`.execute(database);
  // Of forms that are hidden from the hub's admins since, they see that something was sent.
  return rows.map(({ is_hidden, ...row }) =>
    is_hidden ? { ...row, form_id: null, submission_id: null } : row,
  );
}

export async function deliveryOf(
  database: Database | Transaction,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<DeliveryRow>`
    select ${DELIVERY_COLUMNS} from webhook_delivery where webhook_id = ${webhookId} and id = ${id}`.execute(
    database,
  );
  return rows[0];
}

/** Has a delivery tried once more, as if it were new. */
export async function requeueDelivery(trx: Transaction, id: string): Promise<void> {
  await sql`update webhook_delivery set state = 'queued', tries = 0, next_try_at = now(), ended_at = null, error = null
    where id = ${id}`.execute(trx);
}

/** Deletes old deliveries. */
export async function deleteOldDeliveries(
  database: Database,
  days: number,
  signal: AbortSignal,
): Promise<void> {
  const isOver = sql`created_at < now() - make_interval(days => ${days})`;
  await deleteInBatches(database, 'webhook_delivery', isOver, signal);
}
