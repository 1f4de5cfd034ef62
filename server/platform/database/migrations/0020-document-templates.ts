import { type Kysely, sql } from 'kysely';

/** Templates for documents, of a hub. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table document_template (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    title text not null,
    description text not null default '',
    -- Markdown.
    content text not null,
    -- No reference: a template outlives the account of who saved it.
    created_by uuid not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`.execute(database);
  await sql`create index document_template_of_hub on document_template (hub_id)`.execute(database);
}
