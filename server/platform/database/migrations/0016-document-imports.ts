import { type Kysely, sql } from 'kysely';

/** Imports of documents into a space: their plan and report, and where items came from. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table document_import (
    job_id uuid primary key references job on delete cascade,
    space_id uuid not null references space on delete cascade,
    -- The folder that it goes into; null is the top of the space.
    parent_id uuid,
    -- Under which name its files are known again.
    source text not null,
    file_name text not null,
    -- Null once it was read.
    file_sha256 text references file,
    is_planned boolean not null default false
  )`.execute(database);
  await sql`create index document_import_space on document_import (space_id)`.execute(database);
  await sql`create index document_import_file_used on document_import (file_sha256)
    where file_sha256 is not null`.execute(database);
  await sql`create table document_import_file (
    job_id uuid not null references document_import on delete cascade,
    position integer not null,
    path text not null,
    kind text not null check (kind in ('folder', 'document', 'file')),
    title text not null,
    -- The folder's position; null where it goes into the import's own.
    folder integer,
    -- Allocated before it is written, so that others can lead to it.
    item_id uuid not null,
    created_at timestamptz,
    updated_at timestamptz,
    -- Null until it was written.
    status text check (status in ('imported', 'changed', 'failed')),
    reason text,
    primary key (job_id, position)
  )`.execute(database);
  await sql`create table import_source (
    item_id uuid primary key references item on delete cascade,
    space_id uuid not null references space on delete cascade,
    source text not null,
    path text not null,
    -- Of the file as it was in the source.
    sha256 text not null,
    -- A document's text as it was imported, with which both sides' changes are compared.
    markdown text,
    unique (space_id, source, path)
  )`.execute(database);
}
