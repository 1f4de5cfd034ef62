import type { SpaceOperation } from '#lib/policy/roles.ts';
import type { Transaction } from '../database/database.ts';
import { notFound } from '../http/api-error.ts';
import { holdPeople } from '../hub/member.repo.ts';
import type { Authorized } from '../policy/authorized.ts';
import { lockPlaces } from '../policy/scope.repo.ts';
import { authorizeSpace } from '../policy/space-policy.ts';
import type { HubCaller } from '../session/hub-caller.ts';
import { type SpaceView, spaceById } from './space.repo.ts';

/** Somebody with an account, in a hub. */
export type SignedInHere = HubCaller & { user: NonNullable<HubCaller['user']> };

/** Holds a space for a change of its rights, and asks once more what the caller may do there now. */
export async function holdSpace<Operation extends SpaceOperation>(
  trx: Transaction,
  caller: HubCaller,
  spaceId: string,
  operation: Operation,
): Promise<Authorized<SpaceView, Operation>> {
  await lockPlaces(trx, spaceId);
  return authorizeSpace(await spaceById(trx, caller, spaceId), operation);
}

/**
 * The same for a change of its people, with those of the hub held before: who is removed meanwhile is given nothing
 * that outlives it.
 */
export async function holdSpaceAndPeople<Operation extends SpaceOperation>(
  trx: Transaction,
  caller: HubCaller,
  spaceId: string,
  operation: Operation,
): Promise<Authorized<SpaceView, Operation>> {
  if (!(await holdPeople(trx, caller.hub.id))) throw notFound('This space');
  return holdSpace(trx, caller, spaceId, operation);
}

/** What an entry of the audit log says of a space. */
export const targetOf = (space: Pick<SpaceView, 'id' | 'hub_id' | 'scope_id' | 'name'>) => ({
  hubId: space.hub_id,
  scopeId: space.scope_id,
  target: { kind: 'space' as const, id: space.id, name: space.name },
});
