import type { z } from 'zod';
import type { changeSpaceRequest, createSpaceRequest } from '#lib/contract/space.ts';
import { handleCandidates, suggestSpaceSlug } from '#lib/handle.ts';
import type { Transaction } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { createSpaceScope, rewriteScope } from '../policy/scope.repo.ts';
import type { Services } from '../services.ts';
import type { HubCaller } from '../session/hub-caller.ts';
import { presentSpace } from './space.presenter.ts';
import { countItems, type SpaceView, slugTaken, spaceBySlug } from './space.repo.ts';

type Creation = z.output<typeof createSpaceRequest>;
type Change = z.output<typeof changeSpaceRequest>;

/** A slug like `wanted` that is free in the hub: itself, else with a number behind. */
async function freeSlug(trx: Transaction, hubId: string, wanted: string): Promise<string> {
  for (const slug of handleCandidates(wanted)) {
    if (!(await slugTaken(trx, hubId, slug))) return slug;
  }
  throw new Error('the candidates of a slug never end');
}

async function refuseTaken(trx: Transaction, hubId: string, slug: string): Promise<never> {
  const free = await freeSlug(trx, hubId, slug);
  throw new ApiError(409, 'slug_taken', `Another space has this address. ${free} is free.`, {
    fields: { slug: [`Another space has this address. ${free} is free.`] },
    data: { suggestion: free },
  });
}

/**
 * Makes a space that its creator owns.
 * @returns the new space's slug.
 * @throws ApiError 409 with a suggestion when the slug is taken.
 */
export async function createSpace(
  trx: Transaction,
  where: { hubId: string; userId: string },
  creation: Creation,
): Promise<string> {
  const { hubId, userId } = where;
  const id = newId();
  const slug = creation.slug ?? (await freeSlug(trx, hubId, suggestSpaceSlug(creation.name)));
  if (creation.slug && (await slugTaken(trx, hubId, slug))) await refuseTaken(trx, hubId, slug);
  const scopeId = await createSpaceScope(trx, { id, hub_id: hubId });
  const inserted = await trx
    .insertInto('space')
    .values({
      id,
      hub_id: hubId,
      scope_id: scopeId,
      slug,
      name: creation.name,
      description: creation.description ?? '',
      visibility: creation.visibility,
      default_role: creation.default_role ?? 'viewer',
      created_by: userId,
    })
    // Two that ask for the same slug at once: one gets it.
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) await refuseTaken(trx, hubId, slug);
  await trx
    .insertInto('space_member')
    .values({ space_id: id, user_id: userId, role: 'owner', added_by: userId, reason: 'created' })
    .execute();
  await rewriteScope(trx, scopeId);
  return slug;
}

/** The space with its counts, as the API tells it. */
export async function describeSpace(services: Services, caller: HubCaller, space: SpaceView) {
  const counts = await countItems(services.database, caller, [space.id]);
  return presentSpace(space, counts.get(space.id) ?? {});
}

/**
 * Changes what is given; a change of visibility or default role acts at once on everything in the space that inherits.
 * @throws ApiError 409 for a stale revision or a taken slug.
 */
export async function changeSpace(
  services: Services,
  caller: HubCaller,
  space: Authorized<SpaceView, 'space.change'>,
  change: Change,
  expected: number | null,
): Promise<SpaceView> {
  return inTransaction(services, async (trx) => {
    const current = await trx
      .selectFrom('space')
      .select(['revision', 'slug'])
      .where('id', '=', space.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await requireRevision(expected, current.revision, async () => {
      const now = await spaceBySlug(trx, caller, current.slug);
      return now && describeSpace({ ...services, database: trx }, caller, now);
    });
    if (change.slug && change.slug.toLowerCase() !== current.slug.toLowerCase()) {
      if (await slugTaken(trx, space.hub_id, change.slug)) await refuseTaken(trx, space.hub_id, change.slug);
    }
    await trx
      .updateTable('space')
      .set({ ...change, updated_at: new Date(), revision: current.revision + 1 })
      .where('id', '=', space.id)
      .execute();
    if (change.visibility || change.default_role) await rewriteScope(trx, space.scope_id);
    const changed = await spaceBySlug(trx, caller, change.slug ?? current.slug);
    if (!changed) throw invalid({ slug: ['Another space has this address.'] });
    return changed;
  });
}
