import { sql } from 'kysely';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { inTransaction } from '#server/api/route.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { lockAndAuthorizeSpace, type SignedInHubCaller, spaceAuditTarget } from './lock-space.ts';
import { type SpaceView, spaceById } from './space.repo.ts';

/**
 * Archives a space, which makes it read-only and hides it from lists unless they include archived ones, or
 * unarchives it. Does nothing where it already has that state.
 */
export async function archiveSpace(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.archive'>,
  archived: boolean,
): Promise<SpaceView> {
  return inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpace(trx, caller, id, 'space.archive');
    if ((space.archived_at !== null) === archived) return space;
    await trx
      .updateTable('space')
      .set({ archived_at: archived ? sql<Date>`now()` : null, revision: space.revision + 1 })
      .where('id', '=', space.id)
      .execute();
    const action = archived ? 'space.archived' : 'space.unarchived';
    await recordAuditEvent(trx, caller, { ...spaceAuditTarget(space), action });
    const changed = await spaceById(trx, caller, space.id);
    if (!changed) throw notFound('This space');
    return changed;
  });
}
