import { type Kysely, sql } from 'kysely';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The page of an item, its file, or the folder that a space's page shows; with or without the host. */
const TARGET = `(?i)^(?:https?://[^/]+)?/(?:api/v1/items/|[^/?#]+/[^/?#]+/|[^/?#]+/[^/?#]+[?](?:[^#]*&)?parent=)(${ID})`;

/**
 * Which items the documents lead to, by their Markdown: kept by a trigger, because content is written in several
 * places, and each of them in the transaction that this has to be in.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table item_link (
    item_id uuid not null references item on delete cascade,
    -- Not a reference: a link outlives what it leads to.
    target_id uuid not null,
    -- As it is written, or one of several.
    address text not null,
    primary key (item_id, target_id)
  )`.execute(database);
  await sql`create index item_link_target on item_link (target_id)`.execute(database);
  await sql`create function item_links_in(markdown text) returns table (target_id uuid, address text)
    language sql immutable parallel safe as $$
      select found.target::uuid, min(left(found.address, 2000) collate "C")
      from (
        select address, substring(address from '${sql.raw(TARGET)}') as target
        from (
          select match[1] as address
          from regexp_matches(markdown, '\\](?:\\(|:[ \\t]*)<?(/[^[:space:]()<>]+)', 'g') match
          union all
          select match[1] from regexp_matches(markdown, '(https?://[^[:space:]()<>"\\[\\]]+)', 'gi') match
        ) written
      ) found
      where found.target is not null group by 1 limit 10000 $$`.execute(database);
  await sql`create function note_item_links() returns trigger language plpgsql as $$
    begin
      delete from item_link where item_id = new.id;
      insert into item_link (item_id, target_id, address)
        select new.id, found.target_id, found.address from item_links_in(new.content) found
        where found.target_id <> new.id;
      return null;
    end $$`.execute(database);
  await sql`create trigger item_links_of_new after insert on item
    for each row when (new.content like '%/%') execute function note_item_links()`.execute(database);
  await sql`create trigger item_links_of_changed after update of content on item
    for each row when (new.content is distinct from old.content) execute function note_item_links()`.execute(
    database,
  );
  await sql`insert into item_link (item_id, target_id, address)
    select item.id, found.target_id, found.address from item cross join item_links_in(item.content) found
    where item.content like '%/%' and found.target_id <> item.id`.execute(database);
}
