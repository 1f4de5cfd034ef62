import { sql } from 'kysely';
import type { ItemRole, Visibility } from '#lib/policy/roles.ts';
import type { Transaction } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { rewriteScope } from './rewrite-scopes.ts';

/** What the rights of an item depend on. */
export type PlacedItem = {
  id: string;
  hub_id: string;
  space_id: string;
  scope_id: string;
  parent_id: string | null;
  visibility: Visibility;
};

/** A space's own scope; its access list is written by `rewriteScope` once the space's people are in place. */
export async function createSpaceScope(
  trx: Transaction,
  space: { id: string; hub_id: string },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('scope')
    .values({ id, hub_id: space.hub_id, space_id: space.id, parent_id: null })
    .execute();
  return id;
}

/** The scope that holds an item by its place: its folder's, else its space's. */
async function holderOf(trx: Transaction, item: PlacedItem): Promise<string> {
  const { rows } = await sql<{ scope_id: string }>`
    select coalesce(folder.scope_id, space.scope_id) as scope_id
    from space left join item folder on folder.id = ${item.parent_id}
    where space.id = ${item.space_id}`.execute(trx);
  const holder = rows[0]?.scope_id;
  if (!holder) throw new Error('an item without a space');
  return holder;
}

/**
 * Holds the places of a space's things still for a change of rights or of place: one such change at a time, and none
 * while something is being put into a folder. To be taken before what the change rests on is read.
 */
export async function lockPlaces(trx: Transaction, spaceId: string): Promise<void> {
  await sql`select from space where id = ${spaceId} for update`.execute(trx);
}

/** `lockPlaces` of several spaces, in the order in which everybody takes them. */
export async function lockPlacesOf(trx: Transaction, spaceIds: readonly string[]): Promise<void> {
  await sql`select from space where id = any(${spaceIds}::uuid[]) order by id for update`.execute(trx);
}

/**
 * Keeps the folders of a space where they are, and with their rights, until the transaction ends; others may hold
 * them too. To be taken before the folder that something is put into is read.
 */
export async function holdPlaces(trx: Transaction, spaceId: string): Promise<void> {
  await sql`select from space where id = ${spaceId} for key share`.execute(trx);
}

/** Those who would see a thing that did not see it before. */
export type Newcomers = {
  anyone: boolean;
  /** Everybody of the hub but its guests. */
  members: boolean;
  admins: boolean;
  /** Holders of a link. */
  links: boolean;
  /** By name, a few of them; by address where they gave none, which guests are not told. */
  people: string[];
  /** Those of whom the asker is told nothing else. */
  nameless: number;
};

/** As many as a question can name. */
const NAMED = 20;

/**
 * Who may see the scope `to` who was not let in by the names `from`; null is nobody. Somebody who is named anew may
 * have been let in as one of the members; a name counts only while its holder belongs to the hub.
 */
export async function newcomers(
  trx: Transaction,
  from: readonly string[],
  to: string,
  askerId: string,
): Promise<Newcomers | null> {
  if (from.includes('*')) return null;
  const members = from.includes('members');
  const admins = members || from.includes('admins');
  const { rows } = await sql<{ principal: string; name: string | null }>`
    select list.principal, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''),
      case when asker.role <> 'guest' then person.email when person.id is not null then '' end) as name
    from scope_access as list
      left join membership asker on asker.hub_id = list.hub_id and asker.user_id = ${askerId}
      left join membership on membership.hub_id = list.hub_id and 'user:' || membership.user_id = list.principal
      left join app_user person on person.id = membership.user_id
    where list.scope_id = ${to} and list.principal <> all(${from})
      and case
        when list.principal = 'admins' then not ${admins}::boolean
        when list.principal in ('*', 'members') then true
        when list.principal like 'link:%' then exists (
          select from share_link link where 'link:' || link.id = list.principal
            and (link.expires_at is null or link.expires_at > now()))
        else membership.role is not null
          and not (${members}::boolean and membership.role <> 'guest')
          and not (${admins}::boolean and membership.role in ('owner', 'admin'))
      end
    order by list.principal like 'user:%', list.principal
    limit ${NAMED}`.execute(trx);
  if (rows.length === 0) return null;
  const lists = (principal: string) => rows.some((row) => row.principal === principal);
  return {
    anyone: lists('*'),
    members: lists('members'),
    admins: lists('admins'),
    links: rows.some((row) => row.principal.startsWith('link:')),
    people: rows.flatMap(({ name }) => (name ? [name] : [])),
    nameless: rows.filter(({ name }) => name === '').length,
  };
}

/** The names in a scope's access list. */
export async function principalsOn(trx: Transaction, scopeId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('scope_access')
    .select('principal')
    .where('scope_id', '=', scopeId)
    .execute();
  return rows.map((row) => row.principal);
}

/** Adds somebody to an item or a form by name, or changes the role that they have there. */
export async function grantThing(
  trx: Transaction,
  { kind, id }: { kind: 'item' | 'form'; id: string },
  { userId, role, addedBy }: { userId: string; role: ItemRole; addedBy: string | null },
): Promise<void> {
  const thingId = sql.ref(`${kind}_id`);
  await sql`insert into ${sql.table(`${kind}_grant`)} (${thingId}, user_id, role, added_by)
    values (${id}, ${userId}, ${role}, ${addedBy})
    on conflict (${thingId}, user_id) do update set role = excluded.role`.execute(trx);
}

/**
 * Puts an item into the scope that its visibility, its people and its place ask for, with everything below it that
 * inherits, and works out the lists that change. To be called after any of the three changed (under `lockPlaces`), or
 * the item was made with a scope of its holder.
 * @returns the item's scope.
 */
export async function placeItem(trx: Transaction, item: PlacedItem): Promise<string> {
  const holder = await holderOf(trx, item);
  const own = await trx
    .selectFrom('scope')
    .select(['id', 'parent_id'])
    .where('item_id', '=', item.id)
    .executeTakeFirst();
  const { rows: named } = await sql`
    select from item_grant where item_id = ${item.id}
    union all select from share_link where item_id = ${item.id} and revoked_at is null
    limit 1`.execute(trx);
  const differs = item.visibility !== 'shared' || named.length > 0;
  let scopeId = differs ? own?.id : holder;
  if (!scopeId) {
    scopeId = newId();
    await trx
      .insertInto('scope')
      .values({
        id: scopeId,
        hub_id: item.hub_id,
        space_id: item.space_id,
        parent_id: holder,
        item_id: item.id,
      })
      .execute();
  } else if (differs) {
    await trx.updateTable('scope').set({ parent_id: holder }).where('id', '=', scopeId).execute();
  }
  const moved = scopeId === item.scope_id ? [] : await inheritFrom(trx, item, scopeId);
  if (!differs && own) await trx.deleteFrom('scope').where('id', '=', own.id).execute();
  for (const changed of differs ? [scopeId] : moved) await rewriteScope(trx, changed);
  return scopeId;
}

/** Moves an item and all below that share its scope into `scopeId`. @returns the scopes that are held by it now. */
async function inheritFrom(trx: Transaction, item: PlacedItem, scopeId: string): Promise<string[]> {
  const below = sql`with recursive below as (
    select id from item where id = ${item.id}
    union select item.id from item join below on item.parent_id = below.id)`;
  await sql`${below} update item set scope_id = ${scopeId}
    from below where item.id = below.id and item.scope_id = ${item.scope_id}`.execute(trx);
  const { rows } = await sql<{ id: string }>`${below} update scope set parent_id = ${scopeId}
    from below where scope.item_id = below.id and below.id <> ${item.id} and scope.parent_id = ${item.scope_id}
    returning scope.id`.execute(trx);
  return rows.map((row) => row.id);
}

/** What the rights of a form depend on. */
export type PlacedForm = { id: string; hub_id: string; space_id: string; visibility: Visibility };

/**
 * Puts a form into the scope that its visibility, its people and its links ask for: its space's, or one of its own below
 * it, by the same rules as an item's. To be called under `lockPlaces` after any of them changed.
 * @returns the form's scope.
 */
export async function placeForm(trx: Transaction, form: PlacedForm): Promise<string> {
  const { scope_id: holder } = await trx
    .selectFrom('space')
    .select('scope_id')
    .where('id', '=', form.space_id)
    .executeTakeFirstOrThrow();
  const { rows: named } = await sql`
    select from form_grant where form_id = ${form.id}
    union all select from share_link where form_id = ${form.id} and revoked_at is null
    limit 1`.execute(trx);
  const differs = form.visibility !== 'shared' || named.length > 0;
  const own = differs ? await ownScope(trx, form, holder) : null;
  await trx
    .updateTable('form')
    .set({ scope_id: own ?? holder })
    .where('id', '=', form.id)
    .execute();
  if (own) await rewriteScope(trx, own);
  else await trx.deleteFrom('scope').where('form_id', '=', form.id).execute();
  return own ?? holder;
}

async function ownScope(trx: Transaction, form: PlacedForm, holder: string): Promise<string> {
  const { id, hub_id, space_id } = form;
  const { rows } = await sql<{ id: string }>`
    insert into scope (id, hub_id, space_id, parent_id, form_id)
    values (${newId()}, ${hub_id}, ${space_id}, ${holder}, ${id})
    on conflict (form_id) where form_id is not null do update set parent_id = excluded.parent_id
    returning id`.execute(trx);
  const [scope] = rows;
  if (!scope) throw new Error('a scope was neither made nor found');
  return scope.id;
}
