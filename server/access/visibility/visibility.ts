import { sql } from 'kysely';
import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { grantResourceRole } from '#server/access/policy/scope.repo.ts';
import type { Shareable } from '#server/access/policy/share-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { forbidden } from '#server/platform/http/api-error.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/**
 * Private hides a resource from everybody but its creator and the people added to it: a user who makes it
 * private without being its creator must own it, and is added by name. Under `lockMembersShared`: nothing is
 * granted to a user who is being removed.
 */
export async function makePrivate(
  trx: Transaction,
  caller: SignedIn,
  { kind, id, created_by }: Pick<Shareable, 'kind' | 'id' | 'created_by'>,
  role: ItemRole | null,
): Promise<void> {
  if (created_by === caller.user.id) return;
  if (role !== 'owner') {
    throw forbidden('Only who made this, or an owner of the space, can make it private.');
  }
  const userId = caller.user.id;
  await grantResourceRole(trx, { kind, id }, { userId, role: 'owner', addedBy: userId });
}

/** Records in the audit log who may see a resource from now on; under its scope at that time. */
export async function recordVisibility(
  trx: Transaction,
  caller: SignedIn,
  { kind, id, hub_id, title, visibility }: Pick<Shareable, 'kind' | 'id' | 'hub_id' | 'title' | 'visibility'>,
  to: Visibility,
): Promise<void> {
  const { rows } = await sql<{ scope_id: string }>`
    select scope_id from ${sql.table(kind)} where id = ${id}`.execute(trx);
  const scopeId = rows[0]?.scope_id;
  await recordAuditEvent(trx, caller, {
    hubId: hub_id,
    action: `${kind}.visibility_changed`,
    target: { kind, id, name: title },
    ...(scopeId ? { scopeId } : {}),
    details: { from: visibility, to },
  });
}
