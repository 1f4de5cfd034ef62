import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { NewReaders } from '#lib/contract/disclosure.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { type GainedAccess, isEmpty } from './access-changes.ts';
import { type ChangedResource, describeReaders, type KnownPrincipals, knownPrincipals } from './readers.ts';
import { roleOnScope } from './role-on-scope.ts';

type Change = {
  hubId: string;
  requesterId: string;
  changed: readonly ChangedResource[];
  below: readonly GainedAccess[];
};

/** A list with principals that it named before and names no more, and with those that it names now. */
type Shrunk = { lost: () => Iterable<string>; now: ReadonlySet<string> };

/** The lists below that the requester may read; for the others no names are returned. */
async function readableShrunk(trx: Transaction, { requesterId, below }: Change): Promise<Shrunk[]> {
  const lostBy = new Map(below.flatMap(({ scopeId, lost }) => (isEmpty(lost()) ? [] : [[scopeId, lost]])));
  if (lostBy.size === 0) return [];
  const { rows } = await sql<{ id: string; groups: string[] }>`
    select scope.id, array(select principal from scope_access list
      where list.scope_id = scope.id and principal in ('*', 'members', 'admins')) as groups
    from scope
      left join item on item.id = scope.item_id
      left join form on form.id = scope.form_id
      left join membership me on me.hub_id = scope.hub_id and me.user_id = ${requesterId}
    where scope.id = any(${[...lostBy.keys()]}::uuid[]) and coalesce(item.trashed_at, form.trashed_at) is null
      and ${roleOnScope('scope.id', 'me')} >= ${ROLE_RANK.editor}`.execute(trx);
  return rows.map(({ id, groups }) => ({ lost: lostBy.get(id) ?? (() => []), now: new Set(groups) }));
}

async function changedShrunk(trx: Transaction, changed: readonly ChangedResource[]): Promise<Shrunk[]> {
  if (changed.length === 0) return [];
  const { rows } = await sql<{
    scope_id: string;
    principal: string;
  }>`select scope_id, principal from scope_access
    where scope_id = any(${[...new Set(changed.map(({ scopeId }) => scopeId))]}::uuid[])`.execute(trx);
  const lists = Map.groupBy(rows, ({ scope_id }) => scope_id);
  return changed.map(({ had, scopeId }) => {
    const now = new Set((lists.get(scopeId) ?? []).map(({ principal }) => principal));
    const lost = had.filter((principal) => !now.has(principal));
    return { lost: () => lost, now };
  });
}

/** Those of a list's losses that can't see the resource any more: neither by name nor through a group. */
function* losers({ lost, now }: Shrunk, who: KnownPrincipals): Iterable<string> {
  if (now.has('*')) return;
  const isOut = (principal: string): boolean => {
    if (principal === '*') return true;
    if (principal === 'members') return true;
    if (principal === 'admins') return !now.has('members');
    if (principal.startsWith('link:')) return who.links.has(principal);
    const person = who.people.get(principal);
    if (person?.isSuspended) return false;
    const roles = person ? [person.role] : (who.groups.get(principal)?.roles ?? []);
    return roles.some(
      (role) =>
        !(now.has('members') && role !== 'guest') &&
        !(now.has('admins') && (role === 'owner' || role === 'admin')),
    );
  };
  for (const principal of lost()) if (isOut(principal)) yield principal;
}

/** The different ones of many. */
function distinct(lists: Iterable<Iterable<string>>): Set<string> {
  const all = new Set<string>();
  for (const list of lists) for (const one of list) all.add(one);
  return all;
}

/**
 * Who could see a resource before a change and can't after it, as far as the requester may know of them: the
 * requester shares what is changed, and so reads its list; of what lies below, only what they share too is
 * checked.
 */
export async function accessLossesOf(
  trx: Transaction,
  change: Change,
): Promise<{ principals: string[]; readers: NewReaders }> {
  const shrunk = [...(await changedShrunk(trx, change.changed)), ...(await readableShrunk(trx, change))];
  const lost = distinct(shrunk.map((one) => one.lost()));
  const who = await knownPrincipals(trx, lost, change);
  const principals = [...distinct(shrunk.map((one) => losers(one, who)))];
  return { principals, readers: describeReaders(principals, who) };
}
