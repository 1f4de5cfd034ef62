import { type Kysely, sql } from 'kysely';

/**
 * Orders of rows by what linked rows have, each stored in a table of its own, and what changed since it was: a read brings it up to date.
 * Triggers of the rows' tables are made with an order; that of links is there for all.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table stored_order (
    -- Also of its table in the schema of users' tables. It outlives what is noted of it in row_index, until that table is dropped.
    name text primary key,
    item_id uuid not null,
    key text not null,
    descending boolean not null
  )`.execute(database);
  await sql`create table stored_order_link (
    order_name text not null references stored_order on delete cascade,
    -- How many links lead from the ordered rows to those that have this one.
    step smallint not null,
    link_id uuid not null,
    -- Whether these are on the other side of the link.
    is_other boolean not null,
    primary key (order_name, step)
  )`.execute(database);
  await sql`create index stored_order_link_of_link on stored_order_link (link_id)`.execute(database);
  await sql`create table stored_order_change (
    order_name text not null,
    step smallint not null,
    row_id uuid not null
  )`.execute(database);
  await sql`create index stored_order_change_of_order on stored_order_change (order_name)`.execute(database);

  await sql`create function note_ordered_rows() returns trigger language plpgsql as $$
  begin
    insert into stored_order_change (order_name, step, row_id)
      select tg_argv[0], tg_argv[1]::smallint, id from changed;
    return null;
  end $$`.execute(database);
  await sql`create function note_ordered_row() returns trigger language plpgsql as $$
  begin
    insert into stored_order_change (order_name, step, row_id) values (tg_argv[0], tg_argv[1]::smallint, new.id);
    return null;
  end $$`.execute(database);
  await sql`create function note_ordered_links() returns trigger language plpgsql as $$
  begin
    if exists (select from stored_order_link) then
      insert into stored_order_change (order_name, step, row_id)
        select order_name, step, case when is_other then other_row else one_row end
        from changed join stored_order_link own on own.link_id = changed.link_id;
    end if;
    return null;
  end $$`.execute(database);
  for (const [name, event, rows] of [
    ['added', 'insert', 'new'],
    ['removed', 'delete', 'old'],
    ['changed_from', 'update', 'old'],
    ['changed_to', 'update', 'new'],
  ] as const)
    await sql
      .raw(
        `create trigger row_link_${name}_is_noted after ${event} on row_link referencing ${rows} table as changed
           for each statement execute function note_ordered_links()`,
      )
      .execute(database);
}
