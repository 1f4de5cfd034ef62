import { type RawBuilder, sql } from 'kysely';
import type { AuditAction, AuditDetails, AuditTarget } from '#lib/access/audit.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';

/** One event, as the audit log stores it. */
export type AuditEvent = {
  hubId: string;
  action: AuditAction;
  /** The resource or person it was done to, by the name at that time. */
  target: { kind: AuditTarget; id: string | null; name: string };
  /** The scope of the target; its name is hidden from readers without access. */
  scopeId?: string;
  /**
   * What changed: old and new values, roles, addresses; never a secret. The log itself adds the name of the
   * person of `user_id`, whom the event concerns.
   */
  details?: AuditDetails & Record<string, unknown>;
};

/** Who did it, as far as the log stores it, and from where. */
export type IdentifiedAuditActor = { user: Pick<NonNullable<Caller['user']>, 'id'> | null } & Pick<
  Caller,
  'origin'
>;

/** Null for an action of the app itself (a purge). */
export type AuditActor = IdentifiedAuditActor | null;

/**
 * Adds an event to the audit log, in the transaction of the action: an action that did not happen leaves no
 * entry, and one that happened always does.
 */
export async function recordAuditEvent(
  trx: Transaction,
  actor: AuditActor,
  event: AuditEvent,
): Promise<void> {
  const userId = actor?.user?.id ?? null;
  await sql`insert into audit_entry
      (id, hub_id, actor_id, actor_name, actor_email, action, target_kind, target_id, target_name, scope_id,
      was_open, details, address, user_agent, created_at)
    select ${newId()}, ${event.hubId}, ${userId}, coalesce(trim(actor.first_name || ' ' || actor.last_name), ''),
      coalesce(actor.email, ''), ${event.action}, ${event.target.kind}, ${event.target.id}, ${event.target.name},
      ${event.scopeId ?? null}, ${openToAdmins(event.scopeId ?? null)}, 
      ${JSON.stringify(event.details ?? {})}::jsonb || ${personIn(event.details)},
      ${actor?.origin.address ?? ''}, ${actor?.origin.userAgent ?? ''}, clock_timestamp()
    from (select 1) as one_row left join app_user actor on actor.id = ${userId}`.execute(trx);
}

/** `record` of several events in one hub, none of which concerns a person, in one statement. */
export async function recordAuditEvents(
  trx: Transaction,
  actor: AuditActor,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const userId = actor?.user?.id ?? null;
  await sql`insert into audit_entry
      (id, hub_id, actor_id, actor_name, actor_email, action, target_kind, target_id, target_name, scope_id,
      was_open, details, address, user_agent, created_at)
    select input.id, input.hub_id, ${userId}, coalesce(trim(actor.first_name || ' ' || actor.last_name), ''),
      coalesce(actor.email, ''), input.action, input.kind, input.target_id, input.name, input.scope_id,
      input.scope_id is null or exists (select from scope_access list
        where list.scope_id = input.scope_id and list.principal in ('admins', '*')),
      input.details::jsonb, ${actor?.origin.address ?? ''}, ${actor?.origin.userAgent ?? ''}, clock_timestamp()
    from unnest(${events.map(() => newId())}::uuid[], ${events.map((one) => one.hubId)}::uuid[],
        ${events.map((one) => one.action)}::text[], ${events.map((one) => one.target.kind)}::text[],
        ${events.map((one) => one.target.id)}::uuid[], ${events.map((one) => one.target.name)}::text[],
        ${events.map((one) => one.scopeId ?? null)}::uuid[],
        ${events.map((one) => JSON.stringify(one.details ?? {}))}::text[])
        as input (id, hub_id, action, kind, target_id, name, scope_id, details)
      left join app_user actor on actor.id = ${userId}`.execute(trx);
}

/** Whether the hub's admins may see the scope at this moment. */
function openToAdmins(scopeId: string | null): RawBuilder<boolean> {
  return sql<boolean>`(${scopeId}::uuid is null or exists (
    select from scope_access where scope_id = ${scopeId} and principal in ('admins', '*')))`;
}

/** The name of a person whom the details contain only by id: the log is read, and searched, by names. */
function personIn(details: AuditEvent['details']): RawBuilder<unknown> {
  const id = details?.user_id;
  if (typeof id !== 'string' || details?.person) return sql`'{}'::jsonb`;
  return sql`coalesce((select jsonb_build_object('person',
      coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)) from app_user where id = ${id}), '{}')`;
}
