import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';

export type NoteRow = {
  id: string;
  author_id: string | null;
  author_name: string;
  body: string;
  created_at: Date;
};

/** The team's notes on a submission, in the order in which they were written. */
export async function notesOf(database: Database | Transaction, submissionId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select note.id, note.author_id,
      coalesce(trim(author.first_name || ' ' || author.last_name), note.imported_author, '') as author_name,
      note.body, note.created_at
    from submission_note note left join app_user author on author.id = note.author_id
    where note.submission_id = ${submissionId} order by note.id`.execute(database);
  return rows;
}

/** @returns the id of the new note */
export async function insertNote(
  database: Database | Transaction,
  note: { submissionId: string; authorId: string; body: string },
): Promise<string> {
  const id = newId();
  await sql`insert into submission_note (id, submission_id, author_id, body)
    values (${id}, ${note.submissionId}, ${note.authorId}, ${note.body})`.execute(database);
  return id;
}

/** Deletes a note by its author. @returns whether it existed */
export async function deleteNote(
  database: Database | Transaction,
  note: { submissionId: string; authorId: string; id: string },
): Promise<boolean> {
  if (!isId(note.id)) return false;
  const { numAffectedRows } = await sql`delete from submission_note
    where id = ${note.id} and submission_id = ${note.submissionId} and author_id = ${note.authorId}`.execute(
    database,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
