import type { z } from 'zod';
import { hubOperations } from '#lib/access/operations.ts';
import type { changeSpaceRequest, createSpaceRequest } from '#lib/contract/space.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireAcceptedDisclosure } from '#server/access/policy/disclosure.ts';
import { rewriteScope, rewriteSpaceScope } from '#server/access/policy/rewrite-scopes.ts';
import { createSpaceScope } from '#server/access/policy/scope.repo.ts';
import { refuseRoleAboveOwn } from '#server/access/policy/space-policy.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { recordFormerSlug } from './former-slug.repo.ts';
import {
  lockAndAuthorizeSpace,
  lockAndAuthorizeSpaceMembers,
  type SignedInHubCaller,
  spaceAuditTarget,
} from './lock-space.ts';
import { presentSpace } from './space.presenter.ts';
import { countSpaceContents, NO_COUNTS, type SpaceView, spaceById, spaceBySlug } from './space.repo.ts';
import { upsertSpaceMember } from './space-member.repo.ts';
import { chosenSlug, refuseTakenSlug, slugFromName } from './space-slug.ts';

type Creation = z.output<typeof createSpaceRequest>;
type Change = z.output<typeof changeSpaceRequest>;

/**
 * Creates a space that its creator owns.
 * @returns the new space's slug.
 * @throws ApiError 409 with a suggestion when the slug is taken.
 */
export async function createSpace(
  trx: Transaction,
  where: { hubId: string; userId: string },
  creation: Creation & { slug: string },
): Promise<string> {
  const { hubId, userId } = where;
  const { slug } = creation;
  const id = newId();
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
    // Two concurrent requests for the same slug: one gets it.
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) await refuseTakenSlug(trx, hubId, slug);
  await trx
    .insertInto('space_member')
    .values({ space_id: id, user_id: userId, role: 'owner', added_by: userId, reason: 'created' })
    .execute();
  await rewriteScope(trx, scopeId);
  return slug;
}

/** The space with its counts, as the API returns it. */
export async function describeSpace(services: Services, caller: HubCaller, space: SpaceView) {
  const counts = await countSpaceContents(services.database, caller, [space.id]);
  return presentSpace(space, counts.get(space.id) ?? NO_COUNTS);
}

/**
 * Checked again with the hub's members locked: a member who is being removed creates nothing that outlives
 * it.
 */
async function stillMakesSpaces(trx: Transaction, { hub, user }: SignedInHubCaller): Promise<void> {
  const row = await trx
    .selectFrom('membership')
    .innerJoin('hub', 'hub.id', 'membership.hub_id')
    .select(['membership.role', 'hub.members_create_spaces'])
    .where('membership.hub_id', '=', hub.id)
    .where('membership.user_id', '=', user.id)
    .where('membership.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('This hub');
  if (!hubOperations(row.role, row.members_create_spaces).includes('hub.create_space')) throw forbidden();
}

/** The same, recorded in the audit log. */
export async function createSpaceAs(
  trx: Transaction,
  caller: Authorized<SignedInHubCaller, 'hub.create_space'>,
  creation: Creation,
): Promise<string> {
  if (!(await lockMembersShared(trx, caller.hub.id))) throw notFound('This hub');
  await stillMakesSpaces(trx, caller);
  const wanted = creation.slug
    ? await chosenSlug(trx, caller, creation.slug)
    : await slugFromName(trx, caller, creation);
  const where = { hubId: caller.hub.id, userId: caller.user.id };
  const slug = await createSpace(trx, where, { ...creation, slug: wanted });
  const made = await spaceBySlug(trx, caller, slug);
  if (made) {
    const details = { slug, visibility: made.visibility };
    await recordAuditEvent(trx, caller, { ...spaceAuditTarget(made), action: 'space.created', details });
  }
  return slug;
}

/**
 * An editor may change a space's visibility; its texts and slug, and making it private, are reserved for its
 * owners.
 */
function operationFor({ name, slug, description, visibility }: Change): 'space.change' | 'space.share' {
  const isOwners = [name, slug, description].some((setting) => setting !== undefined);
  return isOwners || visibility === 'private' ? 'space.change' : 'space.share';
}

/**
 * Changes the given settings; a new visibility or default role applies at once to everything in the space
 * that inherits it.
 * @throws ApiError 403 for settings reserved for owners and for a default role above the caller's own, 409
 * for a stale revision, a taken slug, or a disclosure of resources with settings of their own that was not
 * accepted.
 */
export async function changeSpace(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.share'>,
  { disclosure, ...change }: Change,
  expected: number | null,
): Promise<SpaceView> {
  return inTransaction(services, async (trx) => {
    const space =
      change.visibility === 'private'
        ? await lockAndAuthorizeSpaceMembers(trx, caller, id, 'space.change')
        : await lockAndAuthorizeSpace(trx, caller, id, operationFor(change));
    await requireRevision(expected, space.revision, () =>
      describeSpace({ ...services, database: trx }, caller, space),
    );
    if (change.default_role) refuseRoleAboveOwn(space, change.default_role);
    const isMoved = change.slug && change.slug.toLowerCase() !== space.slug.toLowerCase();
    const slug = isMoved && change.slug ? await chosenSlug(trx, caller, change.slug) : change.slug;
    if (isMoved) await recordFormerSlug(trx, space);
    await trx
      .updateTable('space')
      .set({ ...change, ...(slug ? { slug } : {}), updated_at: new Date(), revision: space.revision + 1 })
      .where('id', '=', space.id)
      .execute();
    if (change.visibility === 'private' && space.visibility !== 'private') {
      await addCreatorByName(trx, caller, space);
    }
    if (change.visibility || change.default_role) {
      await requireAcceptedDisclosure(trx, {
        hubId: space.hub_id,
        requesterId: caller.user.id,
        changed: [],
        below: await rewriteSpaceScope(trx, space.scope_id),
        accepted: disclosure,
      });
    }
    await recordChange(trx, caller, space, { ...change, ...(slug ? { slug } : {}) });
    const changed = await spaceById(trx, caller, space.id);
    if (!changed) throw notFound('This space');
    return changed;
  });
}

/**
 * A private space only admits members who were added: an admin who makes a space private stays its owner, by
 * name.
 */
async function addCreatorByName(
  trx: Transaction,
  caller: SignedInHubCaller,
  space: SpaceView,
): Promise<void> {
  const { id: userId } = caller.user;
  await upsertSpaceMember(trx, {
    spaceId: space.id,
    userId,
    role: 'owner',
    addedBy: userId,
    reason: 'added',
  });
}

async function recordChange(
  trx: Transaction,
  caller: SignedInHubCaller,
  space: SpaceView,
  change: Change,
): Promise<void> {
  const differing = (keys: readonly (keyof Change & keyof SpaceView)[]) =>
    Object.fromEntries(
      keys.flatMap((key) =>
        change[key] === undefined || change[key] === space[key]
          ? []
          : [[key, { from: space[key], to: change[key] }]],
      ),
    );
  const rest = differing(['name', 'slug', 'description', 'default_role']);
  const about = spaceAuditTarget(space);
  if (change.visibility && change.visibility !== space.visibility) {
    const details = { from: space.visibility, to: change.visibility };
    await recordAuditEvent(trx, caller, { ...about, action: 'space.visibility_changed', details });
  }
  if (Object.keys(rest).length > 0) {
    await recordAuditEvent(trx, caller, { ...about, action: 'space.changed', details: rest });
  }
}
