import { recordAuditEvent } from '#server/access/audit/record.ts';
import { notifyAccountOwner } from '#server/access/identity/account-mail.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { groupIdsOf } from '#server/access/policy/group-ids.ts';
import { principalsOf } from '#server/access/policy/principals.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import { accountNameForMail } from '#server/hubs/members/member.repo.ts';
import type { Services } from '#server/platform/services.ts';
import { privateResources } from './export.repo.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/**
 * Announces an export before it begins: in the audit log, and, where an owner exports private resources of
 * others, by mail to the affected users whose address is verified.
 */
export function notifyHubExport(
  services: Services,
  caller: SignedIn,
  hub: Authorized<HubView, 'hub.export'>,
  at: Date,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const principals = principalsOf(
      caller.user.id,
      hub.my_role,
      await groupIdsOf(trx, { hubId: hub.id, userId: caller.user.id }),
    );
    const owner = { hubId: hub.id, userId: caller.user.id, principals };
    const taken = hub.my_role === 'owner' ? await privateResources(trx, owner) : null;
    await recordAuditEvent(trx, caller, {
      hubId: hub.id,
      action: 'hub.exported',
      target: { kind: 'hub', id: hub.id, name: hub.name },
      details: taken
        ? {
            includes_private: true,
            private_spaces: taken.spaces,
            private_items: taken.items,
            private_forms: taken.forms,
            people: taken.people.length,
          }
        : { includes_private: false },
    });
    if (!taken) return;
    const values = {
      person: await accountNameForMail(trx, caller.user.id),
      hub: hub.name,
      time: at.toUTCString(),
    };
    for (const person of taken.people) {
      const message = { to: person.email, template: 'private-export', values } as const;
      await notifyAccountOwner(services, person, message, { transaction: trx });
    }
  });
}
