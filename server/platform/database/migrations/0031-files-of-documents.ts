import { type Kysely, sql } from 'kysely';

/** The document that a file was put into: whoever reads that may read the file. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table item add column document_id uuid references item on delete set null`.execute(
    database,
  );
  await sql`create index item_of_document on item (document_id) where document_id is not null`.execute(
    database,
  );
}
