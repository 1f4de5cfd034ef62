import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ItemRole } from '#lib/access/roles.ts';
import type { ShareLink } from '#lib/contract/share-link.ts';
import { ACTIVE_LINKS, LINK_IS_ACTIVE } from '#server/access/policy/active-link.ts';
import type { LinkPrincipal } from '#server/access/policy/principals.ts';
import type { Shareable } from '#server/access/policy/share-policy.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

/** An active link. */
export type ActiveShareLink = {
  id: string;
  /** One of the three. */
  item_id: string | null;
  form_id: string | null;
  view_id: string | null;
  role: Exclude<ItemRole, 'owner'>;
  password_hash: string | null;
  expires_at: Date | null;
};

/** The form in which a link's token is stored; it has 256 random bits, so a plain hash is enough. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const COLUMNS = sql.raw(
  'link.id, link.item_id, link.form_id, link.view_id, link.role, link.password_hash, link.expires_at',
);

/** Those of the links that are active. */
export async function activeLinks(
  database: Database | Transaction,
  ids: readonly string[],
): Promise<ActiveShareLink[]> {
  const { rows } = await sql<ActiveShareLink>`select ${COLUMNS} from ${ACTIVE_LINKS}
    where link.id = any(${ids.filter(isId)}::uuid[]) and ${LINK_IS_ACTIVE}`.execute(database);
  return rows;
}

/** The link of a token, if it is active. */
export async function activeLinkByToken(
  database: Database,
  token: string,
): Promise<ActiveShareLink | undefined> {
  const { rows } = await sql<ActiveShareLink>`select ${COLUMNS} from ${ACTIVE_LINKS}
    where link.token_hash = ${hashLinkToken(token)} and ${LINK_IS_ACTIVE}`.execute(database);
  return rows[0];
}

/** A link that was not revoked, as those who share its resource see it. */
export type ResourceLink = {
  id: string;
  role: Exclude<ItemRole, 'owner'>;
  has_password: boolean;
  created_by: string;
  creator_name: string;
  created_at: Date;
  expires_at: Date | null;
  /** Whether it opens; if not, it expired, or its creator may not share any more. */
  isActive: boolean;
};

/** A link as those see it who share its resource. */
export function presentShareLink(link: ResourceLink): ShareLink {
  return {
    id: link.id,
    role: link.role,
    has_password: link.has_password,
    created_by: { id: link.created_by, name: link.creator_name },
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at?.toISOString() ?? null,
    works: link.isActive,
  };
}

/** The links of a resource, the newest first. */
export async function linksOfResource(
  database: Database | Transaction,
  { kind, id }: { kind: Shareable['kind'] | 'view'; id: string },
): Promise<ResourceLink[]> {
  const { rows } = await sql<ResourceLink>`
    select link.id, link.role, link.password_hash is not null as has_password, link.created_by, link.created_at,
      link.expires_at, trim(creator.first_name || ' ' || creator.last_name) as creator_name,
      exists (select from (select link.*) as same cross join lateral (
        select 1 from ${ACTIVE_LINKS} where link.id = same.id and ${LINK_IS_ACTIVE}) as found) as "isActive"
    from share_link link join app_user creator on creator.id = link.created_by
    where ${sql.ref(`link.${kind}_id`)} = ${id} and link.revoked_at is null
    order by link.created_at desc, link.id desc`.execute(database);
  return rows;
}

/** The strongest role of a caller's links in a scope; null where none applies there. */
export async function strongestLinkTo(
  database: Database | Transaction,
  { links }: { links: readonly LinkPrincipal[] },
  scopeId: string,
): Promise<string | null> {
  if (links.length === 0) return null;
  const { rows } = await sql<{ id: string }>`
    select substring(principal from 6) as id from scope_access
    where scope_id = ${scopeId} and principal = any(${links})
    order by role desc, principal limit 1`.execute(database);
  return rows[0]?.id ?? null;
}
