import { sql } from 'kysely';
import { EVENT_HEADER, EVENT_ID_HEADER, SIGNATURE_HEADER } from '#lib/contract/webhook.ts';
import { canReadSubmissions } from '#server/access/policy/role-on-scope.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { Unreachable } from '#server/platform/http/outbound.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { disableWebhook, FAILURE_DAYS } from './disable-webhook.ts';
import { queueDelivery } from './queue-deliveries.ts';
import type { DeliveryRow } from './webhook.repo.ts';
import { webhookBody } from './webhook-body.ts';
import { decryptWebhookSecret, signWebhookBody } from './webhook-secret.ts';

/** The longest time that a webhook occupies a worker, in milliseconds; then others have their turn. */
const TURN_MS = 15_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Pauses between the attempts of one delivery, in seconds: a good day in total. */
const PAUSES = [
  10,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  6 * HOUR,
  6 * HOUR,
];
/** The shortest pause for a receiver that did not respond at all, in seconds. */
const SILENT_PAUSE = 10;

type Hook = {
  id: string;
  hub_id: string;
  form_id: string | null;
  url: string;
  secret_sealed: string;
  old_secret_sealed: string | null;
  retry_at: Date | null;
  /** Whether its creator may still have it: reads the submissions, or is an admin of the hub. */
  may: boolean;
};

/**
 * A webhook that is enabled, with whether its creator may still manage it. One of a form whose space is in
 * the trash waits, as nobody has access to anything in it.
 */
async function hookToServe({ database }: Services, id: string): Promise<Hook | undefined> {
  const { rows } = await sql<Hook>`
    select hook.id, hook.hub_id, hook.form_id, hook.url, hook.secret_sealed, hook.retry_at,
      case when hook.old_secret_until > now() then hook.old_secret_sealed end as old_secret_sealed,
      case when hook.form_id is null
        then coalesce(me.role in ('owner', 'admin') and me.suspended_at is null, false)
        else ${canReadSubmissions('form', 'me')} end as may
    from webhook hook
      join hub on hub.id = hook.hub_id and hub.deleted_at is null
      left join form on form.id = hook.form_id
      left join space on space.id = form.space_id
      left join membership me on me.hub_id = hook.hub_id and me.user_id = hook.created_by
    where hook.id = ${id} and hook.is_active and space.deleted_at is null`.execute(database);
  return rows[0];
}

async function dueDelivery({ database }: Services, webhookId: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select id, event_id, event, form_id, submission_id, state, tries, status, ms, error, next_try_at, created_at,
      ended_at
    from webhook_delivery
    where webhook_id = ${webhookId} and state = 'queued' and next_try_at <= now()
    order by id limit 1`.execute(database);
  return rows[0];
}

/** When a webhook is to be served next; undefined where nothing waits. */
async function nextTurn(
  { database }: Services,
  webhookId: string,
): Promise<{ id: string; hub_id: string; at: Date } | undefined> {
  const { rows } = await sql<{ id: string; hub_id: string; at: Date }>`
    select hook.id, hook.hub_id, greatest(min(delivery.next_try_at), hook.retry_at) as at
    from webhook hook join webhook_delivery delivery on delivery.webhook_id = hook.id and delivery.state = 'queued'
    where hook.id = ${webhookId} and hook.is_active group by hook.id`.execute(database);
  return rows[0];
}

type Outcome = { status: number | null; ms: number | null; error: string | null };

/** Sends a delivery; a status of 200 to 299 is a success. */
async function send(
  { outbound, signingKey }: Services,
  hook: Hook,
  delivery: DeliveryRow,
  { body, signal }: { body: string; signal: AbortSignal },
): Promise<Outcome> {
  const sealed = [hook.secret_sealed, ...(hook.old_secret_sealed ? [hook.old_secret_sealed] : [])];
  const secrets = sealed.map((one) => decryptWebhookSecret({ signingKey }, hook.id, one));
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  try {
    const { status } = await outbound.post(hook.url, {
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Hubkeep-Webhook',
        [EVENT_HEADER]: delivery.event,
        [EVENT_ID_HEADER]: delivery.event_id,
        [SIGNATURE_HEADER]: signWebhookBody(secrets, Math.floor(Date.now() / 1000), body),
      },
      body,
      signal,
    });
    const error =
      status >= 200 && status < 300
        ? null
        : status >= 300 && status < 400
          ? `The receiver answered ${status}. Redirects are not followed: give the address that it leads to.`
          : `The receiver answered ${status}.`;
    return { status, ms: ms(), error };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    // The process stops: that was no attempt.
    signal.throwIfAborted();
    return { status: null, ms: ms(), error: error.message };
  }
}

async function noteDelivered(
  { database }: Services,
  hook: Hook,
  id: string,
  outcome: Outcome,
): Promise<void> {
  await sql`update webhook_delivery set state = 'delivered', tries = tries + 1, status = ${outcome.status},
      ms = ${outcome.ms}, error = null, next_try_at = null, ended_at = now()
    where id = ${id}`.execute(database);
  await sql`update webhook set failing_since = null, retry_at = null
    where id = ${hook.id} and (failing_since is not null or retry_at is not null)`.execute(database);
}

/**
 * Records a failed attempt. The receiver is paused for as long as it has been failing, so that the interval
 * doubles with each attempt, whatever is sent; for one that did not respond at all, some seconds at least.
 */
async function noteFailed(
  { database }: Services,
  hook: Hook,
  { id, tries }: DeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const pause = PAUSES[tries];
  const next = pause === undefined ? null : new Date(Date.now() + pause * 1000);
  await sql`update webhook_delivery set state = ${next ? 'queued' : 'failed'}, tries = tries + 1,
      status = ${outcome.status}, ms = ${outcome.ms}, error = ${outcome.error}, next_try_at = ${next},
      ended_at = ${next ? null : new Date()}
    where id = ${id}`.execute(database);
  const least = outcome.status === null ? SILENT_PAUSE : 0;
  await sql`update webhook set failing_since = coalesce(failing_since, now()), retry_at = now() + least(
      make_interval(secs => ${HOUR}),
      greatest(make_interval(secs => ${least}), now() - coalesce(failing_since, now())))
    where id = ${hook.id}`.execute(database);
}

async function giveUpDelivery({ database }: Services, id: string, error: string): Promise<void> {
  await sql`update webhook_delivery set state = 'failed', error = ${error}, next_try_at = null, ended_at = now()
    where id = ${id}`.execute(database);
}

/** Disables a webhook that failed for a long time. */
async function turnOffIfHopeless(services: Services, { id }: Hook): Promise<void> {
  const { database } = services;
  const { rows } = await sql`
    select from webhook
    where id = ${id} and failing_since < now() - make_interval(days => ${FAILURE_DAYS})`.execute(database);
  if (rows.length === 0) return;
  await inTransaction({ database }, (trx) => disableWebhook(trx, services, id, { reason: 'failing' }));
}

/**
 * Sends a webhook's due deliveries, in order, until nothing is due, it does not respond, or its turn is over.
 * The response is recorded after that: a kill in between repeats the delivery, under the same event id.
 */
export function deliverWebhook(services: Services): Task {
  const { database, jobs } = services;
  return {
    queue: 'webhooks',
    async run({ webhook }, { signal }) {
      if (typeof webhook !== 'string') throw new TypeError('a webhook has an id');
      const until = Date.now() + TURN_MS;
      while (Date.now() < until) {
        const hook = await hookToServe(services, webhook);
        if (!hook) return;
        if (!hook.may) {
          await inTransaction({ database }, (trx) =>
            disableWebhook(trx, services, hook.id, { reason: 'maker_lost_access' }),
          );
          return;
        }
        if (hook.retry_at && hook.retry_at > new Date()) break;
        const delivery = await dueDelivery(services, hook.id);
        if (!delivery) break;
        const prepared = await webhookBody(database, delivery, hook);
        if ('gone' in prepared) await giveUpDelivery(services, delivery.id, prepared.gone);
        else if ('wait' in prepared) {
          await sql`update webhook_delivery set next_try_at = now() + interval '1 hour'
            where id = ${delivery.id}`.execute(database);
        } else {
          const outcome = await send(services, hook, delivery, { body: prepared.body, signal });
          if (outcome.error === null) await noteDelivered(services, hook, delivery.id, outcome);
          else {
            await noteFailed(services, hook, delivery, outcome);
            await turnOffIfHopeless(services, hook);
          }
        }
      }
      const next = await nextTurn(services, webhook);
      if (next) await queueDelivery(jobs, next, { at: next.at });
    },
  };
}
