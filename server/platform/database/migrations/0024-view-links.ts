import { type Kysely, sql } from 'kysely';

/** Share links of saved views: their holders read the rows and columns that the view shows, and not its table. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table share_link
    add column view_id uuid references table_view on delete cascade,
    drop constraint share_link_check,
    add constraint share_link_check check (num_nonnulls(item_id, form_id, view_id) = 1),
    -- Nobody changes rows by the link of a view.
    add constraint share_link_of_view_reads check (view_id is null or role = 'viewer')`.execute(database);
  await sql`create index share_link_of_view on share_link (view_id, created_at) where view_id is not null`.execute(
    database,
  );
}
