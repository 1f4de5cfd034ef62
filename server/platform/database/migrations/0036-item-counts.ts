import { type Kysely, sql } from 'kysely';

/** What an item counts for: a list shows it, or it is stored (also in the trash, until it is permanently deleted). */
const LISTED = (item: string) => `(${item}.trashed_at is null and ${item}.archived_at is null)`;

/**
 * How many items a scope has of each kind, and what a space stores. A write never waits for a counter that others write too:
 * triggers add a row for each change, and a worker merges these into the two tables.
 *
 * The functions name the table's own schema, so that no search path can put another table of that name before it; it is the one in
 * which the tables are when the migration runs.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'item'::regclass`.execute(
    database,
  );
  const changes = `${rows[0]?.schema ?? 'public'}.item_count_change`;

  // None of the three refers to scopes or spaces: a deletion must not wait for a count. Without items a row sums up to
  // nothing, and is removed.
  await sql`create table scope_item_count (
    scope_id uuid not null,
    kind text not null,
    -- Neither in the trash nor archived.
    items bigint not null,
    primary key (scope_id, kind)
  ) with (fillfactor = 70)`.execute(database);
  await sql`create table space_usage (
    space_id uuid primary key,
    items bigint not null,
    bytes bigint not null
  ) with (fillfactor = 70)`.execute(database);
  await sql`create table item_count_change (
    id bigint primary key generated always as identity,
    scope_id uuid not null,
    space_id uuid not null,
    kind text not null,
    -- Items that lists show, items that are stored, and their bytes; each more or fewer.
    listed bigint not null,
    stored bigint not null,
    bytes bigint not null
  )`.execute(database);
  await sql`create index item_count_change_of_scope on item_count_change (scope_id)`.execute(database);

  for (const [name, event, source, sign] of [
    ['count_new_items', 'insert', 'referencing new table as changed', ''],
    ['count_deleted_items', 'delete', 'referencing old table as changed', '-'],
  ] as const) {
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$
  begin
    -- A cascade of deletions runs this for each item, mostly without one.
    if not exists (select from changed) then return null; end if;
    insert into ${changes} (scope_id, space_id, kind, listed, stored, bytes)
      select scope_id, space_id, kind, ${sign}count(*) filter (where ${LISTED('changed')}), ${sign}count(*), ${sign}sum(size)
      from changed group by scope_id, space_id, kind;
    return null;
  end $$`,
      )
      .execute(database);
    await sql
      .raw(
        `create trigger item_${event}_is_counted after ${event} on item ${source}
           for each statement execute function ${name}()`,
      )
      .execute(database);
  }
  await sql
    .raw(
      `create function count_changed_item() returns trigger language plpgsql as $$
  begin
    insert into ${changes} (scope_id, space_id, kind, listed, stored, bytes)
      select scope_id, space_id, kind, sum(listed), sum(stored), sum(bytes)
      from (values
        (old.scope_id, old.space_id, old.kind, -${LISTED('old')}::int, -1, -old.size),
        (new.scope_id, new.space_id, new.kind, ${LISTED('new')}::int, 1, new.size)
      ) as part (scope_id, space_id, kind, listed, stored, bytes) group by scope_id, space_id, kind;
    return null;
  end $$`,
    )
    .execute(database);
  // Most updates change nothing of this, and run nothing.
  await sql
    .raw(
      `create trigger item_update_is_counted after update on item for each row
         when (old.scope_id <> new.scope_id or old.space_id <> new.space_id or old.kind <> new.kind or old.size <> new.size
           or ${LISTED('old')} <> ${LISTED('new')})
         execute function count_changed_item()`,
    )
    .execute(database);

  await sql`insert into scope_item_count (scope_id, kind, items)
    select scope_id, kind, count(*) from item where trashed_at is null and archived_at is null
    group by scope_id, kind`.execute(database);
  await sql`insert into space_usage (space_id, items, bytes)
    select space_id, count(*), sum(size) from item group by space_id`.execute(database);
  await sql`analyze scope_item_count, space_usage`.execute(database);
}
