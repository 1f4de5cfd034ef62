import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DisclosedThing, Disclosure, NewReaders } from '#lib/contract/disclosure.ts';
import { type HubRole, ROLE_RANK } from '#lib/policy/roles.ts';
import type { Transaction } from '../database/database.ts';
import { conflict } from '../http/api-error.ts';
import type { Gained } from './rewrite-scopes.ts';
import { roleOnScope } from './role-on-scope.ts';

/** The thing that is changed, with the principals that could see it before and the scope that it has now. */
export type ChangedThing = { id: string; title: string; had: readonly string[]; scopeId: string };

/** A change of rights or of place that was made in this transaction, and what its maker knows of it. */
export type Widening = {
  hubId: string;
  askerId: string;
  /** Whether the asker belongs to the hub; who does not is told of nobody. */
  isOutsider?: boolean | undefined;
  /** What is changed itself; not those whose new readers were chosen by the request. */
  changed: readonly ChangedThing[];
  /** What the lists of everything below gained. */
  below: readonly Gained[];
  /** Principals that the request named, wherever they are new. */
  chosen?: ReadonlySet<string>;
  /** What the request accepted (`Disclosure.disclosure`). */
  accepted: string | undefined;
};

/** As many things, and people, as a question can name. */
const NAMED = 20;

type Person = { role: HubRole; name: string };
type Known = { people: Map<string, Person>; links: Set<string> };
type Thing = Pick<DisclosedThing, 'kind' | 'id' | 'title' | 'in_trash'> & {
  isSeen: boolean;
  gained: Gained;
  /** The weakest role that sees it: a form that was never published is its editors' alone. */
  least: number;
};

async function changedThings(trx: Transaction, changed: readonly ChangedThing[]): Promise<Thing[]> {
  if (changed.length === 0) return [];
  const rows = await trx
    .selectFrom('scope_access')
    .select(['scope_id', 'principal', 'role'])
    .where('scope_id', 'in', [...new Set(changed.map(({ scopeId }) => scopeId))])
    .execute();
  const lists = Map.groupBy(rows, (row) => row.scope_id);
  return changed.map(({ id, title, had, scopeId }) => {
    const before = new Set(had);
    const gained = new Map(
      (lists.get(scopeId) ?? []).flatMap(({ principal, role }) =>
        before.has(principal) ? [] : [[principal, role]],
      ),
    );
    const list = { scopeId, had, gained };
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

type ThingRow = Pick<Thing, 'kind' | 'id' | 'title' | 'in_trash'> & {
  scope_id: string;
  is_seen: boolean;
  is_draft: boolean;
};

/** The things whose lists gained somebody, by title; what has no list of its own is none of them. */
async function thingsOf(trx: Transaction, below: readonly Gained[], askerId: string): Promise<Thing[]> {
  if (below.length === 0) return [];
  const byScope = new Map(below.map((one) => [one.scopeId, one]));
  const { rows } = await sql<ThingRow>`
    select scope.id as scope_id, coalesce(item.id, form.id) as id, coalesce(item.title, form.title) as title,
      case when form.id is null then 'item' else 'form' end as kind,
      coalesce(item.trashed_at, form.trashed_at) is not null as in_trash,
      form.id is not null and form.published_version is null as is_draft,
      ${roleOnScope('scope.id', 'me')} is not null as is_seen
    from scope
      left join item on item.id = scope.item_id
      left join form on form.id = scope.form_id
      left join membership me on me.hub_id = scope.hub_id and me.user_id = ${askerId}
    where scope.id = any(${[...byScope.keys()]}::uuid[]) and coalesce(scope.item_id, scope.form_id) is not null
      and coalesce(item.purged_at, form.purged_at) is null
    order by coalesce(item.title, form.title), scope.id`.execute(trx);
  return rows.flatMap(({ scope_id, is_seen, is_draft, ...thing }) => {
    const gained = byScope.get(scope_id);
    const least = is_draft ? ROLE_RANK.editor : ROLE_RANK.viewer;
    return gained ? [{ ...thing, isSeen: is_seen, gained, least }] : [];
  });
}

/** Who of the principals belongs to the hub, and which links have not run out; one question for all things. */
async function known(trx: Transaction, things: readonly Thing[], widening: Widening): Promise<Known> {
  const principals = new Set(things.flatMap(({ gained }) => [...gained.gained.keys()]));
  const idsOf = (kind: string) =>
    [...principals].flatMap((one) => (one.startsWith(kind) ? one.slice(kind.length) : []));
  const { rows } = await sql<{ id: string; role: HubRole; name: string }>`
    select person.id, member.role, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''),
      case when asker.role <> 'guest' then person.email else '' end) as name
    from membership member
      join app_user person on person.id = member.user_id
      left join membership asker on asker.hub_id = member.hub_id and asker.user_id = ${widening.askerId}
    where member.hub_id = ${widening.hubId} and member.user_id = any(${idsOf('user:')}::uuid[])`.execute(trx);
  const links = await sql<{ id: string }>`
    select id from share_link
    where id = any(${idsOf('link:')}::uuid[]) and (expires_at is null or expires_at > now())`.execute(trx);
  return {
    people: new Map(rows.map(({ id, ...person }) => [`user:${id}`, person])),
    links: new Set(links.rows.map(({ id }) => `link:${id}`)),
  };
}

/**
 * The principals that can see a thing now and could not before. Somebody who is named anew may have been let in as one
 * of the members; a name counts only while its holder belongs to the hub.
 */
function newPrincipals(
  { gained, least }: Thing,
  who: Known,
  passed: (principal: string) => boolean,
): string[] {
  const had = new Set(gained.had);
  if (had.has('*')) return [];
  const members = had.has('members');
  const admins = members || had.has('admins');
  const isNew = (principal: string): boolean => {
    if (principal === '*' || principal === 'members') return true;
    if (principal === 'admins') return !admins;
    if (principal.startsWith('link:')) return who.links.has(principal);
    const role = who.people.get(principal)?.role;
    if (!role || (members && role !== 'guest')) return false;
    return !(admins && (role === 'owner' || role === 'admin'));
  };
  return [...gained.gained].flatMap(([principal, role]) =>
    role >= least && !passed(principal) && isNew(principal) ? [principal] : [],
  );
}

function describe(principals: Iterable<string>, { people }: Known): NewReaders {
  const all = new Set(principals);
  const names = [...all].flatMap((principal) => people.get(principal)?.name ?? []);
  const named = names.filter(Boolean).sort((a, b) => a.localeCompare(b));
  return {
    anyone: all.has('*'),
    members: all.has('members'),
    admins: all.has('admins'),
    links: [...all].some((principal) => principal.startsWith('link:')),
    people: named.slice(0, NAMED),
    more: Math.max(0, named.length - NAMED),
    nameless: names.length - named.length,
  };
}

/** How many things lie in each of some things that have no list of their own. */
async function inheritingIn(trx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select given.id, (
      with recursive below as (
        select id, scope_id from item where id = given.id
        union all
        select child.id, child.scope_id from item child join below
          on child.parent_id = below.id and child.scope_id = below.scope_id
        where child.trashed_at is null
      ) select count(*) - 1 from below) as count
    from unnest(${ids}::uuid[]) as given (id) join item on item.id = given.id`.execute(trx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The same for the same things and readers, whatever else changed meanwhile. */
function digestOf(disclosed: readonly { thing: Thing; readers: readonly string[] }[]): string {
  const lines = disclosed.map(({ thing, readers }) => `${thing.id} ${[...readers].sort().join(' ')}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64url');
}

/**
 * Compares who could see each thing before a change of rights or of place with who can now, and asks before it shows
 * anything to more people than the request chose (docs/permissions.md, fault 17). To be called in the transaction of
 * the change, after it: the refusal undoes it.
 * @throws ApiError 409 `more_would_see` with a `Disclosure`, unless the request accepted just that.
 */
export async function requireAcceptedDisclosure(trx: Transaction, widening: Widening): Promise<void> {
  const { changed, below, askerId, chosen, accepted } = widening;
  const things = [...(await changedThings(trx, changed)), ...(await thingsOf(trx, below, askerId))].filter(
    ({ gained }) => gained.gained.size > 0,
  );
  if (things.length === 0) return;
  const who = await known(trx, things, widening);
  const passed = (principal: string) => principal === `user:${askerId}` || chosen?.has(principal) === true;
  const disclosed = things.flatMap((thing) => {
    const readers = newPrincipals(thing, who, passed);
    return readers.length > 0 ? [{ thing, readers }] : [];
  });
  if (disclosed.length === 0) return;
  const digest = digestOf(disclosed);
  if (accepted === digest) return;
  const named = disclosed.filter(({ thing }) => thing.isSeen).slice(0, NAMED);
  const inheriting = await inheritingIn(
    trx,
    named.map(({ thing }) => thing.id),
  );
  const data: Disclosure = {
    would_see: describe(
      disclosed.flatMap(({ readers }) => readers),
      who,
    ),
    things: named.map(({ thing: { kind, id, title, in_trash }, readers }) => ({
      kind,
      id,
      title,
      in_trash,
      inheriting: inheriting.get(id) ?? 0,
      would_see: describe(readers, who),
    })),
    things_count: disclosed.length,
    disclosure: digest,
  };
  throw conflict(
    'more_would_see',
    'More people would see what is named here. Accept that, or choose who may see it.',
    widening.isOutsider ? undefined : data,
  );
}
