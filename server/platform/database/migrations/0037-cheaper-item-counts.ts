import { type Kysely, sql } from 'kysely';

const LISTED = (item: string) => `(${item}.trashed_at is null and ${item}.archived_at is null)`;

/**
 * The triggers of 0036 with less to do: an item that stays where it is needs no grouping (trashing a large folder runs this for each
 * item), and an insert is seldom of nothing.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'item'::regclass`.execute(
    database,
  );
  const changes = `${rows[0]?.schema ?? 'public'}.item_count_change`;
  const columns = '(scope_id, space_id, kind, listed, stored, bytes)';
  await sql
    .raw(
      `create or replace function count_changed_item() returns trigger language plpgsql as $$
  begin
    if (old.scope_id, old.space_id, old.kind) = (new.scope_id, new.space_id, new.kind) then
      insert into ${changes} ${columns} values (new.scope_id, new.space_id, new.kind,
        ${LISTED('new')}::int - ${LISTED('old')}::int, 0, new.size - old.size);
    else
      insert into ${changes} ${columns} values
        (old.scope_id, old.space_id, old.kind, -${LISTED('old')}::int, -1, -old.size),
        (new.scope_id, new.space_id, new.kind, ${LISTED('new')}::int, 1, new.size);
    end if;
    return null;
  end $$`,
    )
    .execute(database);
  await sql
    .raw(
      `create or replace function count_new_items() returns trigger language plpgsql as $$
  begin
    insert into ${changes} ${columns}
      select scope_id, space_id, kind, count(*) filter (where ${LISTED('changed')}), count(*), sum(size)
      from changed group by scope_id, space_id, kind;
    return null;
  end $$`,
    )
    .execute(database);
}
