import { type Kysely, sql } from 'kysely';

/** Long documents as HTML, by their content: rendered when they are saved, or first read. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table document_html (
    item_id uuid primary key references item on delete cascade,
    -- Of the Markdown, and of the way in which it was rendered.
    content_hash text not null,
    -- Null where it could not be rendered within the limits.
    html text,
    failures integer not null default 0,
    -- When that is tried again.
    again_at timestamptz
  )`,
];
