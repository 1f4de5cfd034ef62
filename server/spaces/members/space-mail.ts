import { type RawBuilder, sql } from 'kysely';
import { accountNameForMail } from '#server/hubs/members/member.repo.ts';
import { notify, type Recipient } from '#server/hubs/notifications/notify.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import type { SignedInHubCaller } from '#server/spaces/space/lock-space.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';

/**
 * Addresses of members of a space who can be notified: in the hub, not suspended, with a verified address.
 * @param which a condition on `member`
 */
async function addressesIn(trx: Transaction, spaceId: string, which: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select person.email from space_member member
      join space on space.id = member.space_id
      join membership me on me.hub_id = space.hub_id and me.user_id = member.user_id and me.suspended_at is null
      join app_user person on person.id = member.user_id and person.is_email_verified
    where member.space_id = ${spaceId} and ${which}`.execute(trx);
  return rows.map(({ email }) => email);
}

type Template = 'space-taken-over' | 'access-requested' | 'access-granted';

async function write(
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  mail: { template: Template; space: SpaceView; to: readonly string[]; page: string },
): Promise<void> {
  if (!services.mail || mail.to.length === 0) return;
  const { hub } = caller;
  const values = {
    person: await accountNameForMail(trx, caller.user.id),
    space: mail.space.name,
    hub: hub.name,
  };
  const link = `${services.config.publicUrl}/${hub.handle}/${mail.space.slug}${mail.page}`;
  for (const to of mail.to) {
    await services.mail.queue({ to, template: mail.template, values, link }, { transaction: trx });
  }
}

/** Notifies all members of a space that the hub's owner took it over. */
export async function notifyTakeover(
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  space: SpaceView,
): Promise<void> {
  const to = await addressesIn(trx, space.id, sql`member.user_id <> ${caller.user.id}`);
  await write(trx, services, caller, { template: 'space-taken-over', space, to, page: '/people' });
}

/** Shows people in their notifications that somebody asks for access, answered, or let them in. */
async function show(
  trx: Transaction,
  services: Services,
  {
    caller,
    space,
    ...about
  }: { caller: SignedInHubCaller; space: SpaceView } & Pick<Recipient, 'event' | 'place'>,
  userIds: readonly string[],
): Promise<void> {
  const subject = { hubId: space.hub_id, scopeId: space.scope_id, spaceId: space.id };
  const recipients = userIds.map((userId) => ({ ...about, userId, actorId: caller.user.id }));
  await notify(trx, services, subject, recipients);
}

/** Shows a space's owners an access request. */
export async function showAccessRequest(
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  space: SpaceView,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`select user_id from space_member
    where space_id = ${space.id} and role = 'owner'`.execute(trx);
  const about = { caller, space, event: 'access_requested', place: '/people' } as const;
  await show(
    trx,
    services,
    about,
    rows.map(({ user_id }) => user_id),
  );
}

/** Shows somebody that they were added to a space. */
export const showAdded = (
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  space: SpaceView,
  userId: string,
): Promise<void> => show(trx, services, { caller, space, event: 'shared' }, [userId]);

/** Notifies a space's owners of an access request. */
export async function notifyAccessRequest(
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  space: SpaceView,
): Promise<void> {
  const others = sql<boolean>`member.role = 'owner' and member.user_id <> ${caller.user.id}`;
  const to = await addressesIn(trx, space.id, others);
  await write(trx, services, caller, { template: 'access-requested', space, to, page: '/people' });
}

/** Shows somebody that their request for more access was turned down; nobody who may not know of the space. */
export const showAccessRefused = (
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  space: SpaceView,
  userId: string,
): Promise<void> => show(trx, services, { caller, space, event: 'access_refused' }, [userId]);

/** Notifies a user that their access request was approved, once the transaction is committed. */
export async function notifyAccessApproved(
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  space: SpaceView,
  userId: string,
): Promise<void> {
  await show(trx, services, { caller, space, event: 'access_granted' }, [userId]);
  const to = await addressesIn(trx, space.id, sql`member.user_id = ${userId}`);
  await write(trx, services, caller, { template: 'access-granted', space, to, page: '' });
}
