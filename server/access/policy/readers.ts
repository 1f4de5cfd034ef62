import { sql } from 'kysely';
import type { HubRole } from '#lib/access/roles.ts';
import type { NewReaders } from '#lib/contract/disclosure.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The changed resource, with the principals that could see it before and its current scope. */
export type ChangedResource = { id: string; title: string; had: readonly string[]; scopeId: string };

/** As many people as a confirmation can list. */
const NAMED = 20;

type Person = { role: HubRole; isSuspended: boolean; name: string };

/** What is counted of principals: people and groups of the hub, by principal, and links that have not expired. */
export type KnownPrincipals = {
  people: Map<string, Person>;
  /** Groups with anybody in them who is not suspended, by the hub roles of these. */
  groups: Map<string, { name: string; roles: readonly HubRole[] }>;
  links: Set<string>;
};

/**
 * Which of some principals belong to a hub, by the names that the requester may read, and which links have
 * not expired.
 */
export async function knownPrincipals(
  trx: Transaction,
  principals: ReadonlySet<string>,
  { hubId, requesterId }: { hubId: string; requesterId: string },
): Promise<KnownPrincipals> {
  if (principals.size === 0) return { people: new Map(), groups: new Map(), links: new Set() };
  const idsOf = (kind: string) =>
    [...principals].flatMap((one) => (one.startsWith(kind) ? one.slice(kind.length) : []));
  const { rows } = await sql<Person & { id: string }>`
    select person.id, member.role, member.suspended_at is not null as "isSuspended",
      coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''),
        case when requester.role <> 'guest' then person.email else '' end) as name
    from membership member
      join app_user person on person.id = member.user_id
      left join membership requester on requester.hub_id = member.hub_id and requester.user_id = ${requesterId}
    where member.hub_id = ${hubId} and member.user_id = any(${idsOf('user:')}::uuid[])`.execute(trx);
  const links = await sql<{ id: string }>`
    select id from share_link
    where id = any(${idsOf('link:')}::uuid[]) and (expires_at is null or expires_at > now())`.execute(trx);
  const groups = await sql<{ id: string; name: string; roles: HubRole[] }>`
    select hub_group.id, hub_group.name, array_agg(distinct member.role) as roles
    from hub_group join group_person person on person.group_id = hub_group.id and person.hub_id = hub_group.hub_id
      join membership member on member.hub_id = person.hub_id and member.user_id = person.user_id
        and member.suspended_at is null
    where hub_group.hub_id = ${hubId} and hub_group.id = any(${idsOf('group:')}::uuid[])
    group by hub_group.id`.execute(trx);
  return {
    groups: new Map(groups.rows.map(({ id, name, roles }) => [`group:${id}`, { name, roles }])),
    people: new Map(rows.map(({ id, ...person }) => [`user:${id}`, person])),
    links: new Set(links.rows.map(({ id }) => `link:${id}`)),
  };
}

/** Names a few of some principals, and counts the others. */
export function describeReaders(
  principals: Iterable<string>,
  { people, groups }: KnownPrincipals,
): NewReaders {
  const all = new Set(principals);
  const names = [...all].flatMap(
    (principal) => people.get(principal)?.name ?? groups.get(principal)?.name ?? [],
  );
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
