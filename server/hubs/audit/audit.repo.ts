import { type RawBuilder, sql } from 'kysely';
import type { AuditAction, AuditDetails, AuditTarget } from '#lib/access/audit.ts';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { AuditFilters } from '#lib/contract/audit.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import { mayView } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { exclusiveUpperBound } from '#server/platform/http/upper-bound.ts';

/** An entry as seen by one reader. */
export type AuditRow = {
  id: string;
  created_at: Date;
  action: AuditAction;
  actor_id: string | null;
  actor_name: string;
  actor_email: string;
  target_kind: AuditTarget;
  target_id: string | null;
  target_name: string;
  details: AuditDetails & Record<string, unknown>;
  address: string;
  user_agent: string;
  /** Whether the reader may see the space or item of the entry. */
  visible: boolean;
  /** Whether the reader may see the location named in the details; true where they name none. */
  sees_place: boolean;
};

/** The reader of a log, and the hub it belongs to. */
export type AuditReader = { hubId: string; principals: readonly Principal[] };

/** The cursor and the size of a page. */
export type AuditPage = { after: string | undefined; limit: number };

/**
 * Whether the reader may see an entry's target: if it still exists, whether they can see it now; if it was
 * deleted, whether admins could when the entry was recorded. A space in the trash has no access list: the
 * admins who may restore it see it.
 */
function isVisible(principals: readonly Principal[]): RawBuilder<boolean> {
  const readable = (scopeId: string) => mayView(scopeId, principals);
  // Entries of a form contain the title of its draft, which only editors may see.
  const changeable = (scopeId: string) => sql`exists (
    select from scope_access list where list.scope_id = ${sql.ref(scopeId)} and list.principal = any(${principals})
      and list.role >= ${sql.lit(ROLE_RANK.editor)})`;
  return sql<boolean>`(entry.scope_id is null or coalesce(
    (select ${readable('item.scope_id')} from item where item.id =
      case entry.target_kind when 'item' then entry.target_id when 'link' then (entry.details ->> 'item_id')::uuid end),
    (select ${changeable('form.scope_id')} from form where form.id =
      case entry.target_kind when 'form' then entry.target_id when 'link' then (entry.details ->> 'form_id')::uuid end),
    (select case when space.deleted_at is null then ${readable('space.scope_id')} else space.visibility <> 'private' end
      from space where space.id = entry.target_id),
    (select case when space.deleted_at is null then ${readable('scope.id')}
        else space.scope_id = scope.id and space.visibility <> 'private' end
      from scope join space on space.id = scope.space_id where scope.id = entry.scope_id),
    entry.was_open))`;
}

/**
 * Whether the reader can see the location (`place`) in an entry's details now, by the scope id stored with
 * it.
 */
function canSeeLocation(principals: readonly Principal[]): RawBuilder<boolean> {
  return sql<boolean>`(entry.details ->> 'place_scope_id' is null or exists (
    select from scope_access list
      join space on space.id = list.space_id and space.deleted_at is null
    where list.scope_id = (entry.details ->> 'place_scope_id')::uuid
      and list.principal = any(${principals})))`;
}

const PERSON = `lower(entry.actor_name || ' ' || entry.actor_email)`;
/** The expression of the index `audit_entry_words`. */
const QUERY_TERMS_MAX = `lower(entry.actor_name || ' ' || entry.actor_email || ' ' || entry.target_name || ' ' || coalesce(entry.details ->> 'person', ''))`;

/** A `like` pattern for texts that contain this one. */
const holding = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Hidden targets are found neither by name nor by id. */
function conditionsOf(reader: AuditReader, filters: AuditFilters, after: string | undefined) {
  const { actor, target, from, to, q } = filters;
  const visible = isVisible(reader.principals);
  const conditions = [sql`entry.hub_id = ${reader.hubId}`];
  if (actor) {
    const id = actor.toLowerCase();
    // The index narrows the search for an address, which may be the one that the actor had at that time.
    conditions.push(
      isId(id)
        ? sql`entry.actor_id = ${id}`
        : sql`${sql.raw(QUERY_TERMS_MAX)} like ${holding(id)} and lower(entry.actor_email) = ${id}`,
    );
  }
  if (target) conditions.push(isId(target) ? sql`entry.target_id = ${target} and ${visible}` : sql`false`);
  if (from) conditions.push(sql`entry.created_at >= ${new Date(from)}`);
  if (to) conditions.push(sql`entry.created_at < ${exclusiveUpperBound(to)}`);
  if (q) {
    const pattern = holding(q);
    conditions.push(
      sql`${sql.raw(QUERY_TERMS_MAX)} like ${pattern} and (${sql.raw(PERSON)} like ${pattern} or ${visible})`,
    );
  }
  if (after) {
    conditions.push(
      isId(after)
        ? sql`(entry.created_at, entry.id) < (
            (select created_at from audit_entry where id = ${after} and hub_id = ${reader.hubId}), ${after}::uuid)`
        : sql`false`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/**
 * Entries of a hub's log, newest first. Each page starts at its cursor in an index, so that the log's length
 * does not matter; several actions are read from the index separately and merged.
 */
export async function auditEntries(
  database: Database,
  reader: AuditReader,
  filters: AuditFilters,
  { after, limit }: AuditPage,
): Promise<AuditRow[]> {
  const where = conditionsOf(reader, filters, after);
  const newest = sql`order by entry.created_at desc, entry.id desc limit ${limit}`;
  const found =
    filters.action.length === 0
      ? sql`select entry.* from audit_entry entry where ${where} ${newest}`
      : sql`select entry.* from unnest(${filters.action}::text[]) as wanted (action) cross join lateral (
          select entry.* from audit_entry entry where ${where} and entry.action = wanted.action ${newest}
        ) as entry ${newest}`;
  const { rows } = await sql<AuditRow>`
    select entry.id, entry.created_at, entry.action, entry.actor_id, entry.actor_name, entry.actor_email,
      entry.target_kind, entry.target_id, entry.target_name, entry.details, entry.address, entry.user_agent,
      ${isVisible(reader.principals)} as visible, ${canSeeLocation(reader.principals)} as sees_place
    from (${found}) as entry order by entry.created_at desc, entry.id desc`.execute(database);
  return rows;
}
