import type { Delivery, Webhook } from '#lib/contract/webhook.ts';
import type { DeliveryRow, WebhookRow } from './webhook.repo.ts';

/** A webhook, with its secret where it was just made. */
export function presentWebhook(row: WebhookRow, secret?: string): Webhook {
  return {
    id: row.id,
    form_id: row.form_id,
    url: row.url,
    description: row.description,
    events: row.events,
    is_active: row.is_active,
    failing_since: row.failing_since?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    disabled_by: row.disabled_by === null ? null : { id: row.disabled_by, name: row.disabler_name ?? '' },
    revision: row.revision,
    created_by: { id: row.created_by, name: row.creator_name },
    created_at: row.created_at.toISOString(),
    ...(secret === undefined ? {} : { secret }),
  };
}

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    ...row,
    next_try_at: row.next_try_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
