import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditAction } from '#lib/access/audit.ts';
import {
  type changeWebhookRequest,
  type createWebhookRequest,
  WEBHOOK_EVENTS,
} from '#lib/contract/webhook.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { AuthorizedForWebhooks } from '#server/access/policy/webhook-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { conflict, notFound } from '#server/platform/http/api-error.ts';
import { consumeLimitsIn, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { disableWebhook } from './disable-webhook.ts';
import { queueDelivery } from './queue-deliveries.ts';
import { presentDelivery, presentWebhook } from './webhook.presenter.ts';
import {
  countWebhooks,
  type DeliveryRow,
  deliveryOf,
  requeueDelivery,
  type WebhookRow,
  webhookById,
} from './webhook.repo.ts';
import { createWebhookSecret } from './webhook-secret.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

export const WEBHOOKS_PER_OWNER_MAX = 20;
/** An old secret signs in addition to the new one for this many hours. */
const ROTATION_HOURS = 24;
/** Limits what a user sends by a button. */
const SENT_BY_HAND: Limit = { name: 'webhook-by-hand', most: 60, seconds: 3600 };

/** @throws ApiError 404 for a webhook of another form or hub, or none. */
export async function findWebhook(
  database: Services['database'] | Transaction,
  place: AuthorizedForWebhooks,
  id: string,
  options?: { isLocked: boolean },
): Promise<WebhookRow> {
  const row = await webhookById(database, place, id, options);
  if (!row) throw notFound('This webhook');
  return row;
}

function log(
  trx: Transaction,
  caller: SignedIn,
  place: AuthorizedForWebhooks,
  action: AuditAction,
  url: string,
): Promise<void> {
  return recordAuditEvent(trx, caller, { ...place.log, action, details: { to: new URL(url).host } });
}

/** Creates a webhook; the response contains the secret, once. @throws ApiError 409 for too many. */
export async function createWebhook(
  services: Services,
  caller: SignedIn,
  place: AuthorizedForWebhooks,
  { url, events, description }: z.output<typeof createWebhookRequest>,
): Promise<ReturnType<typeof presentWebhook>> {
  return inTransaction(services, async (trx) => {
    if ((await countWebhooks(trx, place)) >= WEBHOOKS_PER_OWNER_MAX) {
      throw conflict(
        'too_many_webhooks',
        `There can be ${WEBHOOKS_PER_OWNER_MAX} webhooks here. Delete one first.`,
      );
    }
    const id = newId();
    const { secret, sealed } = createWebhookSecret(services, id);
    await trx
      .insertInto('webhook')
      .values({
        id,
        hub_id: place.hubId,
        form_id: place.formId,
        url,
        description: description ?? '',
        events: events ?? [...WEBHOOK_EVENTS],
        secret_sealed: sealed,
        created_by: caller.user.id,
      })
      .execute();
    await log(trx, caller, place, 'webhook.created', url);
    return presentWebhook(await findWebhook(trx, place, id), secret);
  });
}

/**
 * Changes what is given; once enabled again, it continues where it stopped.
 * @throws ApiError 404; 409 with the current state for a stale revision.
 */
export async function changeWebhook(
  services: Services,
  caller: SignedIn,
  place: AuthorizedForWebhooks,
  id: string,
  { url, events, description, is_active, rotate_secret }: z.output<typeof changeWebhookRequest>,
  expected: number | null,
): Promise<ReturnType<typeof presentWebhook>> {
  return inTransaction(services, async (trx) => {
    const before = await findWebhook(trx, place, id, { isLocked: true });
    await requireRevision(expected, before.revision, () => presentWebhook(before));
    const rotated = rotate_secret ? createWebhookSecret(services, id) : null;
    await trx
      .updateTable('webhook')
      .set({
        revision: before.revision + 1,
        updated_at: new Date(),
        ...(url === undefined ? {} : { url, retry_at: null }),
        ...(events === undefined ? {} : { events }),
        ...(description === undefined ? {} : { description }),
        // A webhook that is enabled again by hand acts in the name of that user.
        ...(is_active
          ? {
              is_active,
              failing_since: null,
              disabled_at: null,
              disabled_reason: null,
              disabled_by: null,
              retry_at: null,
              created_by: caller.user.id,
            }
          : {}),
        ...(rotated
          ? {
              secret_sealed: rotated.sealed,
              old_secret_sealed: sql<string>`secret_sealed`,
              old_secret_until: sql<Date>`now() + make_interval(hours => ${ROTATION_HOURS})`,
            }
          : {}),
      })
      .where('id', '=', id)
      .execute();
    if (is_active === false) {
      await disableWebhook(trx, services, id, { reason: 'by_hand', byUserId: caller.user.id });
    }
    await log(trx, caller, place, 'webhook.changed', url ?? before.url);
    await queueDelivery(services.jobs, before, { transaction: trx });
    return presentWebhook(await findWebhook(trx, place, id), rotated?.secret);
  });
}

/** Deletes a webhook, with its log. @throws ApiError 404. */
export async function deleteWebhook(
  services: Services,
  caller: SignedIn,
  place: AuthorizedForWebhooks,
  id: string,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const { url } = await findWebhook(trx, place, id, { isLocked: true });
    await trx.deleteFrom('webhook').where('id', '=', id).execute();
    await log(trx, caller, place, 'webhook.deleted', url);
  });
}

async function findDelivery(trx: Transaction, webhookId: string, id: string): Promise<DeliveryRow> {
  const row = await deliveryOf(trx, webhookId, id);
  if (!row) throw notFound('This delivery');
  return row;
}

async function byHand(services: Services, trx: Transaction, hook: WebhookRow): Promise<void> {
  const { id } = hook;
  await consumeLimitsIn(trx, services, [limitCounter(SENT_BY_HAND, id)]);
  await trx.updateTable('webhook').set({ retry_at: null }).where('id', '=', id).execute();
  await queueDelivery(services.jobs, hook, { transaction: trx });
}

/** Sends a test event. @throws ApiError 404; 409 for a disabled one; 429. */
export async function testWebhook(
  services: Services,
  place: AuthorizedForWebhooks,
  id: string,
): Promise<ReturnType<typeof presentDelivery>> {
  return inTransaction(services, async (trx) => {
    const hook = await findWebhook(trx, place, id);
    if (!hook.is_active) throw conflict('webhook_off', 'Turn this webhook on first.');
    const made = newId();
    await trx
      .insertInto('webhook_delivery')
      .values({ id: made, webhook_id: id, event_id: newId(), event: 'test', next_try_at: new Date() })
      .execute();
    await byHand(services, trx, hook);
    return presentDelivery(await findDelivery(trx, id, made));
  });
}

/** Sends a delivery again. @throws ApiError 404; 409 for a disabled webhook; 429. */
export async function retryDelivery(
  services: Services,
  place: AuthorizedForWebhooks,
  id: string,
  deliveryId: string,
): Promise<ReturnType<typeof presentDelivery>> {
  return inTransaction(services, async (trx) => {
    const hook = await findWebhook(trx, place, id);
    if (!hook.is_active) throw conflict('webhook_off', 'Turn this webhook on first.');
    await findDelivery(trx, id, deliveryId);
    await requeueDelivery(trx, deliveryId);
    await byHand(services, trx, hook);
    return presentDelivery(await findDelivery(trx, id, deliveryId));
  });
}
