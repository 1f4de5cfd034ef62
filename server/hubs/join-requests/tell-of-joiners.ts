import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const TELL_OF_JOINERS = 'tell-of-joiners';

/** The first request is told of at once; those that come within this time of a mail stand together in the next one. */
const TOGETHER_MINUTES = 15;

/** Has the hub's admins written to of those who wait; once, however many ask. Nobody is where no mail is sent. */
export async function tellOfJoiners(
  trx: Transaction,
  { mail, jobs }: Pick<Services, 'mail' | 'jobs'>,
  hubId: string,
): Promise<void> {
  if (!mail) return;
  const { rows } = await sql<{ next: Date | null }>`
    select max(told_at) + make_interval(mins => ${TOGETHER_MINUTES}) as next
    from join_request where hub_id = ${hubId}`.execute(trx);
  const next = rows[0]?.next;
  const options = { transaction: trx, key: `${TELL_OF_JOINERS} ${hubId}`, tenant: hubTenant(hubId) };
  await jobs.add(TELL_OF_JOINERS, { hub: hubId }, { ...options, ...(next ? { at: next } : {}) });
}

type Waiting = { user_id: string; name: string };

/** Those who wait and of whom nobody was told yet, the first first; from now on they are told of. */
async function takeUntold(trx: Transaction, hubId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting & { id: string }>`
    update join_request request set told_at = now() from app_user person
    where request.hub_id = ${hubId} and request.ended_at is null and request.told_at is null
      and person.id = request.user_id
    returning request.id, request.user_id,
      coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email) as name`.execute(
    trx,
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Addresses of a living hub's owners and admins that are theirs. */
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

/** The job that writes to a hub's admins of all who wait and of whom they were not told yet. */
export function writeOfJoiners(services: Pick<Services, 'mail' | 'database' | 'config'>): Task {
  return {
    run({ hub: hubId }) {
      return inTransaction(services, async (trx) => {
        const { mail, config } = services;
        const waiting = mail ? await takeUntold(trx, String(hubId)) : [];
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
