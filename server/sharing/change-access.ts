import { sql } from 'kysely';
import type { z } from 'zod';
import type { ChangedAccess, changeAccessRequest } from '#lib/contract/access.ts';
import { normalizedEmail } from '#lib/email.ts';
import { type ItemRole, ROLE_RANK } from '#lib/policy/roles.ts';
import { record } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import { isId } from '../database/id.ts';
import { forbidden, invalid, notFound } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import { holdPeople, memberByAddress } from '../hub/member.repo.ts';
import { inviteToThing, pendingGrantsOn, withdrawPendingGrant } from '../hub/pending-grant.ts';
import { makePrivate, recordVisibility } from '../item/change-item.ts';
import { type ItemView, itemById } from '../item/item.repo.ts';
import { currentView, type SignedIn } from '../item/item.service.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { lockPlaces, placeItem } from '../policy/scope.repo.ts';
import type { Services } from '../services.ts';
import { describeAccess, sharerRank } from './item-access.ts';

type Change = z.output<typeof changeAccessRequest>;
type Wanted = NonNullable<Change['people']>;
type Roles = Map<string, ItemRole>;

/** The people and the addresses that a request names, each once. */
type Named = { people: Roles; addresses: Roles };

async function membersAmong(trx: Transaction, hubId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where hub_id = ${hubId} and suspended_at is null
      and user_id = any(${ids.filter(isId)}::uuid[])`.execute(trx);
  return new Set(rows.map((row) => row.user_id));
}

async function rolesNow(trx: Transaction, itemId: string): Promise<Roles> {
  const rows = await trx
    .selectFrom('item_grant')
    .select(['user_id', 'role'])
    .where('item_id', '=', itemId)
    .execute();
  return new Map(rows.map(({ user_id, role }) => [user_id, role]));
}

/**
 * Whom a request names: the hub's people by id, or by address where the address is one of theirs.
 * @throws ApiError 422 for somebody who does not belong to the hub, or is named twice.
 */
async function namedBy(trx: Transaction, item: ItemView, wanted: Wanted, before: Roles): Promise<Named> {
  const ids = wanted.flatMap((one) => one.user_id ?? []);
  const members = await membersAmong(trx, item.hub_id, ids);
  const named: Named = { people: new Map(), addresses: new Map() };
  for (const [at, { user_id, email, role }] of wanted.entries()) {
    const refuse = (message: string) => invalid({ [`people[${at}]`]: [message] });
    const id = user_id ?? (email ? await memberByAddress(trx, item.hub_id, email) : null);
    if (user_id && !members.has(user_id) && !before.has(user_id)) {
      throw refuse('This person does not belong to the hub. Add them by their email address.');
    }
    const [list, key] = id ? [named.people, id] : [named.addresses, (email ?? '').trim()];
    if (list.has(key)) throw refuse('This person is in the list twice');
    list.set(key, role);
  }
  return named;
}

/** Nobody gives more than they have, nor takes from who has more (permissions.md). */
function refuseAbove(rank: number, before: ItemRole | undefined, after: ItemRole | undefined): void {
  if (before === after) return;
  if (before && ROLE_RANK[before] > rank) {
    throw forbidden('You can not change what somebody with a stronger role than yours has here.');
  }
  if (after && ROLE_RANK[after] > rank) throw forbidden('You can not give a role above your own.');
}

type Difference = { user_id: string; name: string; from: ItemRole | null; to: ItemRole | null };

/** Makes the item's own people those that are wanted. @returns what changed. */
async function replacePeople(
  trx: Transaction,
  item: ItemView,
  by: string,
  before: Roles,
  after: Roles,
): Promise<Difference[]> {
  const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id) !== after.get(id),
  );
  if (touched.length === 0) return [];
  const gone = touched.filter((id) => !after.has(id));
  const kept = touched.filter((id) => after.has(id));
  await sql`delete from item_grant where item_id = ${item.id} and user_id = any(${gone}::uuid[])`.execute(
    trx,
  );
  await sql`insert into item_grant (item_id, user_id, role, added_by)
    select ${item.id}, user_id, role, ${by}::uuid
    from unnest(${kept}::uuid[], ${kept.map((id) => after.get(id))}::text[]) as wanted (user_id, role)
    on conflict (item_id, user_id) do update set role = excluded.role`.execute(trx);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
    from app_user where id = any(${touched}::uuid[])`.execute(trx);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return touched.map((id) => ({
    user_id: id,
    name: names.get(id) ?? '',
    from: before.get(id) ?? null,
    to: after.get(id) ?? null,
  }));
}

/** Invites the addresses that are new, and takes back the invitations that are not wanted any more. */
async function replaceInvited(
  trx: Transaction,
  services: Services,
  caller: SignedIn,
  item: ItemView,
  addresses: Roles,
): Promise<ChangedAccess['invitations']> {
  const rank = sharerRank(item);
  const thing = { kind: 'item', id: item.id } as const;
  const pending = await pendingGrantsOn(trx, thing);
  const wanted = new Map([...addresses].map(([email, role]) => [normalizedEmail(email), role]));
  for (const { invite_id, email, role } of pending) {
    if (wanted.get(normalizedEmail(email)) === role) continue;
    if (wanted.has(normalizedEmail(email))) continue;
    refuseAbove(rank, role, undefined);
    await withdrawPendingGrant(trx, caller, { hubId: item.hub_id, inviteId: invite_id, thing });
  }
  const outcomes: ChangedAccess['invitations'] = [];
  for (const [email, role] of addresses) {
    const open = pending.find((one) => normalizedEmail(one.email) === normalizedEmail(email));
    if (open?.role === role) continue;
    refuseAbove(rank, open?.role, role);
    const outcome = await inviteToThing(trx, services, caller, {
      hubId: item.hub_id,
      email,
      grant: { ...thing, role },
    });
    outcomes.push({
      email,
      status: outcome.status,
      ...(outcome.message ? { message: outcome.message } : {}),
      ...(outcome.link ? { link: outcome.link } : {}),
    });
  }
  return outcomes;
}

/**
 * Sets an item's visibility and its own people in one step; an address that belongs to nobody here is invited.
 * @throws ApiError 409 with the current access for a stale revision; 403 for a role above the caller's own, given or
 *   taken, or a visibility that the caller may not choose; 422 for somebody who can't be added.
 */
export async function changeAccess(
  services: Services,
  caller: SignedIn,
  { id, hub_id, space_id }: Authorized<ItemView, 'item.share'>,
  change: Change,
  expected: number | null,
): Promise<ChangedAccess> {
  return inTransaction(services, async (trx) => {
    // Before the space, as whoever removes a person takes them: nothing is given that outlives it.
    if (!(await holdPeople(trx, hub_id))) throw notFound('This item');
    await lockPlaces(trx, space_id);
    await sql`select from item where id = ${id} for update`.execute(trx);
    const item = authorizeItem(await currentView(trx, caller, id), 'item.share');
    await requireRevision(expected, item.revision, () => describeAccess(trx, caller, item));
    const visibility = change.visibility ?? item.visibility;
    const before = await rolesNow(trx, id);
    const wanted = change.people && (await namedBy(trx, item, change.people, before));
    const after: Roles = new Map(wanted?.people ?? before);
    const rank = sharerRank(item);
    if (visibility === 'private') keepCreator(item, before, after);
    for (const person of new Set([...before.keys(), ...after.keys()])) {
      refuseAbove(rank, before.get(person), after.get(person));
    }
    const differences = await replacePeople(trx, item, caller.user.id, before, after);
    if (visibility === 'private' && item.visibility !== 'private') await makePrivate(trx, caller, item);
    const invitations = wanted ? await replaceInvited(trx, services, caller, item, wanted.addresses) : [];
    const changed = { ...item, visibility };
    await trx
      .updateTable('item')
      .set({ visibility, revision: item.revision + 1 })
      .where('id', '=', id)
      .execute();
    const scopeId = await placeItem(trx, changed);
    if (visibility !== item.visibility) await recordVisibility(trx, caller, item, visibility);
    if (differences.length > 0) {
      await record(trx, caller, {
        hubId: item.hub_id,
        action: 'item.access_changed',
        target: { kind: 'item', id, name: item.title },
        scopeId,
        details: { people: differences },
      });
    }
    // Who took their own right away is shown what they made of it all the same.
    const now = (await itemById(trx, caller, id)) ?? changed;
    return { ...(await describeAccess(trx, caller, now)), invitations };
  });
}

/** A private item is its creator's, whatever is asked; a lesser role of theirs is refused. */
function keepCreator(item: ItemView, before: Roles, after: Roles): void {
  const role = after.get(item.created_by);
  const kept = before.get(item.created_by);
  if (role && role !== 'owner' && role !== kept) {
    throw forbidden('Who made a private item keeps owning it.');
  }
  if (kept) after.set(item.created_by, kept);
  else after.delete(item.created_by);
}
