import { type Kysely, sql } from 'kysely';

/**
 * How many rows came to a table or went, noted by the transaction that wrote them, until it is added to the count on the
 * item: a kill in between loses nothing. What earlier versions lost is counted anew.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table row_count_change (
    id bigint generated always as identity primary key,
    item_id uuid not null references user_table on delete cascade,
    more integer not null
  )`,
  'create index row_count_change_item on row_count_change (item_id)',
  `do $$
  declare
    kept uuid;
    counted bigint;
  begin
    for kept in select item_id from user_table loop
      execute format('select count(*) from tables.%I', 't_' || replace(kept::text, '-', '')) into counted;
      update item set meta = meta || jsonb_build_object('rows', counted) where id = kept
        and meta ->> 'rows' is distinct from counted::text;
    end loop;
  end $$`,
];
