import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const JOIN_REQUEST_DIGEST = 'join-request-digest';

/** The first request is mailed at once; those within this time after a mail are collected in the next one. */
const DIGEST_MINUTES = 15;

/**
 * Queues one mail to the hub's admins about pending requests, whatever their number; does nothing where mail
 * is not configured.
 */
export async function queueJoinRequestDigest(
  trx: Transaction,
  { mail, jobs }: Pick<Services, 'mail' | 'jobs'>,
  hubId: string,
): Promise<void> {
  if (!mail) return;
  const { rows } = await sql<{ next: Date | null }>`
    select max(told_at) + make_interval(mins => ${DIGEST_MINUTES}) as next
    from join_request where hub_id = ${hubId}`.execute(trx);
  const next = rows[0]?.next;
  const options = { transaction: trx, key: `${JOIN_REQUEST_DIGEST} ${hubId}`, tenant: hubTenant(hubId) };
  await jobs.add(JOIN_REQUEST_DIGEST, { hub: hubId }, { ...options, ...(next ? { at: next } : {}) });
}

type PendingJoin = { user_id: string; name: string };

/** Pending requests that no mail has listed, oldest first; marks them as listed. */
async function takeUnreported(trx: Transaction, hubId: string): Promise<PendingJoin[]> {
  const { rows } = await sql<PendingJoin & { id: string }>`
    update join_request request set told_at = now() from app_user person
    where request.hub_id = ${hubId} and request.ended_at is null and request.told_at is null
      and person.id = request.user_id
    returning request.id, request.user_id,
      coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email) as name`.execute(
    trx,
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Verified addresses of the owners and admins of a hub that is not deleted. */
async function admins(
  trx: Transaction,
  hubId: string,
): Promise<{ email: string; hub: string; handle: string }[]> {
  const { rows } = await sql<{ email: string; hub: string; handle: string }>`
    select person.email, hub.name as hub, hub.handle
    from membership member
      join hub on hub.id = member.hub_id and hub.deleted_at is null
      join app_user person on person.id = member.user_id and person.is_email_verified
    where member.hub_id = ${hubId} and member.role in ('owner', 'admin') and member.suspended_at is null`.execute(
    trx,
  );
  return rows;
}

/** The job that mails the admins of a hub all pending requests that no mail has listed. */
export function sendJoinRequestDigest(services: Pick<Services, 'mail' | 'database' | 'config'>): Task {
  return {
    run({ hub: hubId }) {
      return inTransaction(services, async (trx) => {
        const { mail, config } = services;
        const waiting = mail ? await takeUnreported(trx, String(hubId)) : [];
        const [first, ...others] = waiting;
        if (!mail || !first) return;
        for (const { email: to, hub, handle } of await admins(trx, String(hubId))) {
          const link = `${config.publicUrl}/${handle}/members`;
          const values = { person: first.name, hub };
          if (others.length === 0) {
            await mail.queue({ to, template: 'join-requested', values, link }, { transaction: trx });
            continue;
          }
          const many = { ...values, left: String(others.length) };
          await mail.queue({ to, template: 'joins-requested', values: many, link }, { transaction: trx });
        }
      });
    },
  };
}
