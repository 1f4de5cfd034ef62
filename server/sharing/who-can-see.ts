import { type RawBuilder, sql } from 'kysely';
import { itemRoleAllows, spaceRoleAllows } from '#lib/access/operations.ts';
import { FORM_ROLES, type HubRole, ITEM_ROLES, ROLE_RANK, roleOfRank } from '#lib/access/roles.ts';
import type { AccessReason, WhoCanSeeEntry, WhoCanSeeQuery } from '#lib/contract/access.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import {
  accessSourcesOf,
  groupReasons,
  groupsOfRole,
  linkReasons,
  namedReasons,
  type SourceNode,
  strongestFirst,
  viewLinkReasons,
} from '#server/access/policy/access-sources.ts';
import { ACTIVE_LINKS, LINK_IS_ACTIVE } from '#server/access/policy/active-link.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { roleOnScope } from '#server/access/policy/role-on-scope.ts';
import { isHubGuest } from '#server/hubs/members/member.repo.ts';
import type { Database } from '#server/platform/database/database.ts';

/** A resource whose readers can be listed: by its scope, whatever its kind. */
export type AccessSubject = {
  id: string;
  hub_id: string;
  scope_id: string;
  /** Only its editors see it: nothing of it is published. */
  is_draft?: boolean;
  /** Of an item or a form; null for a space. */
  kind?: 'item' | 'form';
  /** The requester's role: the highest they may grant, and whose role they may change. */
  rank: number | null;
};

/** With the proof that the requester may share it. */
export type AuthorizedToListAccess =
  | Authorized<AccessSubject, 'share'>
  | Authorized<AccessSubject, 'space.share'>;

/**
 * What the requester may change of an entry on the resource itself, by the same rules as the routes that do
 * it: a user who shares an item or a form changes roles up to their own, one who may change a space's members
 * theirs; nobody changes its creator's.
 */
function actsOn(
  subject: AccessSubject,
  kind: Row['kind'],
  reasons: readonly AccessReason[],
): Pick<WhoCanSeeEntry, 'own_role' | 'allowed' | 'roles'> {
  const rank = subject.rank ?? 0;
  const known = subject.kind === 'form' ? FORM_ROLES : ITEM_ROLES;
  const roles = known.filter((role) => ROLE_RANK[role] <= rank);
  const here = reasons.filter(({ source }) => source.is_this);
  if (kind !== 'person') {
    const isOwnLink = kind === 'link' && here.length > 0 && subject.kind !== undefined;
    return { own_role: null, allowed: isOwnLink ? ['revoke'] : [], roles: [] };
  }
  const own = here.find(({ code }) => code === 'by_name')?.role ?? null;
  const mayChange = subject.kind !== undefined || spaceRoleAllows(roleOfRank(rank), 'space.members');
  const isCreator = here.some(({ code }) => code === 'creator');
  const allowed = own !== null && mayChange && !isCreator && ROLE_RANK[own] <= rank;
  return { own_role: own, allowed: allowed ? ['change_role', 'remove'] : [], roles: allowed ? roles : [] };
}

/** What the sources of a document give to its files: to read them. */
const toRead = (reasons: readonly AccessReason[]): AccessReason[] =>
  reasons.map((reason) => ({ ...reason, role: 'viewer', source: { ...reason.source, is_this: false } }));

/** Each source once: a file and its document may have a folder or the space in common. */
function withoutRepeats(reasons: readonly AccessReason[]): AccessReason[] {
  const seen = new Set<string>();
  return reasons.filter(({ code, source, group }) => {
    const key = `${code} ${source.id} ${group?.id ?? ''}`;
    return !seen.has(key) && seen.add(key);
  });
}

type ReadDocument = { id: string; scope_id: string };

/**
 * The document through which a file is read by others too; null for other items (docs/decisions/0151). Also where
 * the requester may not share the document: its people and links are no concern of those who only share the file.
 */
async function documentThatShows(
  database: Database,
  itemId: string,
  requesterId: string,
): Promise<ReadDocument | null> {
  const { rows } = await sql<ReadDocument & { rank: number | null }>`select document.id, document.scope_id,
      ${roleOnScope('document.scope_id', 'me')} as rank
    from item file join item document on document.id = file.document_id and document.trashed_at is null
      join space on space.id = document.space_id and space.deleted_at is null
      left join membership me on me.hub_id = document.hub_id and me.user_id = ${requesterId}
    where file.id = ${itemId} and document.scope_id <> file.scope_id`.execute(database);
  const [document] = rows;
  return document && itemRoleAllows(roleOfRank(document.rank), 'item.share') ? document : null;
}

type Row = {
  kind: WhoCanSeeEntry['kind'];
  id: string | null;
  rank: number;
  name: string;
  email: string | null;
  avatar_sha256: string | null;
  hub_role: HubRole | null;
  has_password: boolean | null;
  expires_at: Date | null;
  /** Of a link that shows a view of the table. */
  view_id: string | null;
  total: number;
};

function entries(
  subject: AccessSubject,
  {
    requester,
    document,
    q,
  }: { requester: { id: string; guest: boolean }; document: ReadDocument | null; q: string | null },
): RawBuilder<unknown> {
  const found = (text: RawBuilder<unknown>) =>
    sql`(${q}::text is null or strpos(lower(${text}), lower(${q})) > 0)`;
  const name = sql`trim(account.first_name || ' ' || account.last_name)`;
  return sql`
    with list as materialized (select principal, max(role) as role, bool_or(is_own) as is_own from (
        select principal, role, true as is_own from scope_access where scope_id = ${subject.scope_id}
        union all select principal, ${ROLE_RANK.viewer}, false from scope_access
          where scope_id = ${document?.scope_id ?? null}::uuid and role > 0
      ) as access group by principal),
    many as (select max(role) filter (where principal = '*') as anyone,
      max(role) filter (where principal = 'members') as members,
      max(role) filter (where principal = 'admins') as admins from list),
    entry as (
      select 0 as place, 'anyone' as kind, null::uuid as id, anyone as rank, '' as name, null as email,
        null as avatar_sha256, null as hub_role, null::boolean as has_password, null::timestamptz as expires_at, null::uuid as view_id
      from many where anyone is not null and ${q}::text is null
      union all
      select 1, 'link', link.id, list.role, '', null, null, null, link.password_hash is not null,
        link.expires_at, null
      from list join ${ACTIVE_LINKS} on list.principal = 'link:' || link.id
      where ${LINK_IS_ACTIVE} and ${q}::text is null
      union all
      select 1, 'link', link.id, ${ROLE_RANK.viewer}::integer, view.name, null, null, null,
        link.password_hash is not null, link.expires_at, view.id
      from table_view view join ${ACTIVE_LINKS} on link.view_id = view.id
      where view.item_id = ${subject.kind === 'item' ? subject.id : null}::uuid and ${LINK_IS_ACTIVE} and ${q}::text is null
      union all
      select 2, 'person', account.id, greatest(many.anyone, own.role,
          case when member.role <> 'guest' then many.members end,
          case when member.role in ('owner', 'admin') then many.admins end), ${name}, account.email,
        account.avatar_sha256, member.role, null, null, null
      from membership member
        join app_user account on account.id = member.user_id
        cross join many
        left join lateral (
          select max(role) as role, bool_or(list.is_own and list.principal = 'user:' || member.user_id) as is_named from list where list.principal = 'user:' || member.user_id or list.principal in (
            select 'group:' || mine.group_id from group_person mine
            where mine.hub_id = member.hub_id and mine.user_id = member.user_id)
        ) as own on true
      where member.hub_id = ${subject.hub_id} and member.suspended_at is null
        and (not ${requester.guest}::boolean or own.is_named or member.user_id = ${requester.id})
        and (${found(name)} or (not ${requester.guest}::boolean and ${found(sql`account.email`)}))
    )
    select *, count(*) over () as total from entry
    where rank >= ${subject.is_draft ? ROLE_RANK.editor : ROLE_RANK.viewer}
    order by place, rank desc, lower(name), id`;
}

/**
 * A page of everybody who can see a resource: anyone where it is public, the active links (of a table
 * also those of its views, which show a part of it), and each of the hub's people, with the strongest role and every reason;
 * of a file, also those who read it through its document, where the caller may share that too. For callers who may share the resource; names of
 * what they themselves may not see (a folder above, its space) are omitted.
 */
export async function listWhoCanSee(
  database: Database,
  subject: AuthorizedToListAccess,
  requesterId: string,
  { page, page_size, q }: WhoCanSeeQuery,
): Promise<{ entries: WhoCanSeeEntry[]; count: number | null }> {
  const [guest, document] = await Promise.all([
    isHubGuest(database, subject.hub_id, requesterId),
    subject.kind === 'item' ? documentThatShows(database, subject.id, requesterId) : null,
  ]);
  const [{ rows }, nodes, documentNodes] = await Promise.all([
    sql<Row>`${entries(subject, { requester: { id: requesterId, guest }, document, q: q ?? null })}
      limit ${page_size} offset ${(page - 1) * page_size}`.execute(database),
    accessSourcesOf(database, subject, requesterId),
    document ? accessSourcesOf(database, document, requesterId) : [],
  ]);
  const idsOf = (kind: Row['kind']) => rows.flatMap((row) => (row.kind === kind && row.id ? row.id : []));
  const of = (sources: readonly SourceNode[]) =>
    Promise.all([
      namedReasons(database, sources, { userIds: idsOf('person'), hidesGroups: guest }),
      linkReasons(database, sources, idsOf('link')),
    ]);
  const [[named, links], [namedThere, linksThere], viewLinks] = await Promise.all([
    of(nodes),
    of(documentNodes),
    viewLinkReasons(database, nodes, subject, idsOf('link')),
  ]);
  const groups = [...groupReasons(nodes), ...toRead(groupReasons(documentNodes))];
  const present = (row: Row): WhoCanSeeEntry => {
    const id = row.id ?? '';
    const isPerson = row.kind === 'person' && row.hub_role !== null;
    const reasons = row.hub_role
      ? [...(named.get(id) ?? []), ...toRead(namedThere.get(id) ?? []), ...groupsOfRole(groups, row.hub_role)]
      : row.kind === 'link'
        ? [...(links.get(id) ?? viewLinks.get(id) ?? []), ...toRead(linksThere.get(id) ?? [])]
        : groups.filter(({ code }) => code === 'public');
    return {
      kind: row.kind,
      role: roleOfRank(row.rank) ?? 'viewer',
      person:
        isPerson && row.hub_role
          ? {
              id,
              name: row.name,
              email: guest ? null : row.email,
              avatar_url: avatarUrl({ id, avatar_sha256: row.avatar_sha256 }),
              hub_role: row.hub_role,
            }
          : null,
      link:
        row.kind === 'link'
          ? {
              id,
              has_password: row.has_password ?? false,
              expires_at: row.expires_at?.toISOString() ?? null,
              view: row.view_id === null ? null : { id: row.view_id, name: row.name },
            }
          : null,
      reasons: withoutRepeats(strongestFirst(reasons)),
      ...actsOn(subject, row.kind, reasons),
    };
  };
  const count = rows[0]?.total ?? (page === 1 ? 0 : null);
  return { entries: rows.map(present), count };
}
