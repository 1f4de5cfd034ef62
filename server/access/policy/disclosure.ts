import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { DisclosedResource, Disclosure } from '#lib/contract/disclosure.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import { type GainedAccess, isEmpty } from './access-changes.ts';
import { accessLossesOf } from './access-losses.ts';
import { type ChangedResource, describeReaders, type KnownPrincipals, knownPrincipals } from './readers.ts';
import { roleOnScope } from './role-on-scope.ts';

/** A change of access or parent that was made in this transaction, and what the requester knows of it. */
export type AccessChange = {
  hubId: string;
  requesterId: string;
  /** Whether the requester is outside the hub, as the holder of a link: they get no names. */
  isOutsider?: boolean | undefined;
  /** The changed resources themselves, without those whose new readers the request chose. */
  changed: readonly ChangedResource[];
  /** Who was added to the lists of everything below. */
  below: readonly GainedAccess[];
  /** Principals that the request named, wherever they are new. */
  chosen?: ReadonlySet<string>;
  /** Whether it also requires confirmation before somebody loses access (`Disclosure.would_lose`). */
  asksLosses?: boolean | undefined;
  /** What the request accepted (`Disclosure.disclosure`). */
  accepted: string | undefined;
};

/** As many resources as a confirmation can list. */
const NAMED = 20;

type DisclosedRow = Pick<DisclosedResource, 'kind' | 'id' | 'title' | 'in_trash'> & {
  isSeen: boolean;
  gained: GainedAccess;
  /** The weakest role that sees it: a form that was never published is visible to its editors only. */
  least: number;
};

async function changedResources(
  trx: Transaction,
  changed: readonly ChangedResource[],
): Promise<DisclosedRow[]> {
  if (changed.length === 0) return [];
  const { rows } = await sql<{ scope_id: string; principal: string; role: number }>`
    select scope_id, principal, max(role) as role from scope_access
    where scope_id = any(${[...new Set(changed.map(({ scopeId }) => scopeId))]}::uuid[])
    group by scope_id, principal`.execute(trx);
  const lists = Map.groupBy(rows, (row) => row.scope_id);
  return changed.map(({ id, title, had, scopeId }) => {
    const before = new Set(had);
    const gained = new Map(
      (lists.get(scopeId) ?? []).flatMap(({ principal, role }) =>
        before.has(principal) ? [] : [[principal, role]],
      ),
    );
    const list: GainedAccess = { scopeId, had, gained: () => gained, lost: () => [] };
    return {
      kind: 'item',
      id,
      title,
      in_trash: false,
      isSeen: true,
      gained: list,
      least: ROLE_RANK.viewer,
    };
  });
}

type ResourceRow = Pick<DisclosedRow, 'kind' | 'id' | 'title' | 'in_trash'> & {
  scope_id: string;
  is_seen: boolean;
  is_draft: boolean;
};

/**
 * The resources whose lists gained somebody, by title; resources without a list of their own are not
 * included.
 */
async function resourcesBelow(
  trx: Transaction,
  below: readonly GainedAccess[],
  requesterId: string,
): Promise<DisclosedRow[]> {
  if (below.length === 0) return [];
  const byScope = new Map(below.map((one) => [one.scopeId, one]));
  const { rows } = await sql<ResourceRow>`
    select scope.id as scope_id, coalesce(item.id, form.id) as id, coalesce(item.title, form.title) as title,
      case when form.id is null then 'item' else 'form' end as kind,
      coalesce(item.trashed_at, form.trashed_at) is not null as in_trash,
      form.id is not null and form.published_version is null as is_draft,
      ${roleOnScope('scope.id', 'me')} is not null as is_seen
    from scope
      left join item on item.id = scope.item_id
      left join form on form.id = scope.form_id
      left join membership me on me.hub_id = scope.hub_id and me.user_id = ${requesterId}
    where scope.id = any(${[...byScope.keys()]}::uuid[]) and coalesce(scope.item_id, scope.form_id) is not null
      and coalesce(item.purged_at, form.purged_at) is null
      -- A large folder has a list of its own also where it inherits.
      and (item.id is null or not (item.visibility = 'shared' and item.kind = 'folder'
        and not exists (select from item_grant named where named.item_id = item.id)
        and not exists (select from group_grant named where named.item_id = item.id)
        and not exists (select from share_link link where link.item_id = item.id and link.revoked_at is null)))
    order by coalesce(item.title, form.title), scope.id`.execute(trx);
  return rows.flatMap(({ scope_id, is_seen, is_draft, ...resource }) => {
    const gained = byScope.get(scope_id);
    const least = is_draft ? ROLE_RANK.editor : ROLE_RANK.viewer;
    return gained ? [{ ...resource, isSeen: is_seen, gained, least }] : [];
  });
}

/**
 * The principals that can see a resource now and could not before. Somebody who is newly added by name may
 * have had access as one of the members; a name applies only while its holder belongs to the hub.
 */
function* newPrincipals(
  { gained, least }: DisclosedRow,
  who: KnownPrincipals,
  passed: (principal: string) => boolean,
): Iterable<string> {
  const had = new Set(gained.had);
  if (had.has('*')) return;
  const members = had.has('members');
  const admins = members || had.has('admins');
  const isNew = (principal: string): boolean => {
    if (principal === '*' || principal === 'members') return true;
    if (principal === 'admins') return !admins;
    if (principal.startsWith('link:')) return who.links.has(principal);
    const role = who.people.get(principal)?.role;
    const roles = role ? [role] : (who.groups.get(principal)?.roles ?? []);
    return roles.some(
      (one) => !(members && one !== 'guest') && !(admins && (one === 'owner' || one === 'admin')),
    );
  };
  for (const [principal, role] of gained.gained())
    if (role >= least && !passed(principal) && isNew(principal)) yield principal;
}

/**
 * How many resources lie in each of some resources without a list of their own, which may be about to inherit
 * its scope.
 */
async function inheritingIn(trx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select input.id, (
      with recursive below as (
        select id from item where id = input.id
        union all
        select child.id from item child join below on child.parent_id = below.id
        where child.trashed_at is null and not exists (
          select from scope own where own.item_id = child.id and own.id = child.scope_id)
      ) select count(*) - 1 from below) as count
    from unnest(${ids}::uuid[]) as input (id) join item on item.id = input.id`.execute(trx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Equal for the same resources, readers and losses, whatever else changed meanwhile. */
function digestOf({ lines }: Disclosed, lost: readonly string[]): string {
  const all = lost.length > 0 ? [...lines, `lost ${[...lost].sort().join(' ')}`] : [...lines];
  return hashOf(all.sort().join('\n'));
}

type Disclosed = {
  count: number;
  /** The first of those that the requester sees, with who would see each. */
  named: { resource: DisclosedRow; readers: readonly string[] }[];
  /** All new readers of any of them. */
  readers: Set<string>;
  /** Each of the resources with its readers, in short. */
  lines: string[];
};

/**
 * What more people would see after a change, with who they are. Of very many resources with very many readers only
 * those of one are in memory at a time.
 */
async function disclosedBy(
  trx: Transaction,
  { changed, below, chosen, ...widening }: AccessChange,
): Promise<{ disclosed: Disclosed; who: KnownPrincipals }> {
  const wider = below.filter(({ gained }) => !isEmpty(gained()));
  const resources = [
    ...(await changedResources(trx, changed)),
    ...(await resourcesBelow(trx, wider, widening.requesterId)),
  ];
  const principals = new Set<string>();
  for (const { gained } of resources) for (const [principal] of gained.gained()) principals.add(principal);
  const who = await knownPrincipals(trx, principals, widening);
  const passed = (principal: string) =>
    principal === `user:${widening.requesterId}` || chosen?.has(principal) === true;
  const disclosed: Disclosed = { count: 0, named: [], readers: new Set(), lines: [] };
  for (const resource of resources) {
    const readers = [...newPrincipals(resource, who, passed)];
    if (readers.length === 0) continue;
    disclosed.count += 1;
    for (const reader of readers) disclosed.readers.add(reader);
    disclosed.lines.push(`${resource.id} ${hashOf([...readers].sort().join(' '))}`);
    if (resource.isSeen && disclosed.named.length < NAMED) disclosed.named.push({ resource, readers });
  }
  return { disclosed, who };
}

/**
 * Compares who could see each resource before a change of access or parent with who can now, and requires
 * confirmation before it shows anything to more people than the request chose (docs/permissions.md, fault
 * 17), or, where requested, before somebody loses access. To be called in the transaction of the change,
 * after it: the refusal rolls it back.
 * @throws ApiError 409 `more_would_see`, or `fewer_would_see` where nothing is disclosed, with a
 * `Disclosure`, unless
 *   the request accepted exactly that.
 */
export async function requireAcceptedDisclosure(trx: Transaction, widening: AccessChange): Promise<void> {
  const { disclosed, who } = await disclosedBy(trx, widening);
  const losses = widening.asksLosses && !widening.isOutsider ? await accessLossesOf(trx, widening) : null;
  const lost = losses?.principals ?? [];
  if (disclosed.count === 0 && lost.length === 0) return;
  const digest = digestOf(disclosed, lost);
  if (widening.accepted === digest) return;
  const inheriting = await inheritingIn(
    trx,
    disclosed.named.map(({ resource }) => resource.id),
  );
  const data: Disclosure = {
    would_see: describeReaders(disclosed.readers, who),
    ...(losses && lost.length > 0 ? { would_lose: losses.readers } : {}),
    things: disclosed.named.map(({ resource: { kind, id, title, in_trash }, readers }) => ({
      kind,
      id,
      title,
      in_trash,
      inheriting: inheriting.get(id) ?? 0,
      would_see: describeReaders(readers, who),
    })),
    things_count: disclosed.count,
    disclosure: digest,
  };
  if (disclosed.count === 0)
    throw conflict('fewer_would_see', 'Some would lose access. Accept that, or choose another place.', data);
  throw conflict(
    'more_would_see',
    'More people would see what is named here. Accept that, or choose who may see it.',
    widening.isOutsider ? undefined : data,
  );
}
