import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';

export type NoteRow = {
  id: string;
  author_id: string | null;
  author_name: string;
  body: string;
  created_at: Date;
  /** Its author has no account here, or is no member of the form's hub any more. */
  is_left: boolean;
};

/** Whether nobody is here who wrote the note: with the form and its hub. */
const IS_LEFT = sql`not exists (select from membership me where me.user_id = note.author_id and me.hub_id = form.hub_id)`;

/** The team's notes on a submission, in the order in which they were written. */
export async function notesOf(database: Database | Transaction, submissionId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select note.id, note.author_id,
      coalesce(trim(author.first_name || ' ' || author.last_name), note.imported_author, '') as author_name,
      note.body, note.created_at, ${IS_LEFT} as is_left
    from submission_note note join submission on submission.id = note.submission_id
      join form on form.id = submission.form_id left join app_user author on author.id = note.author_id
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

/**
 * Deletes a note by its author, or one that its author left.
 * @param note.mayDeleteLeft whether the caller may delete what somebody left who is not here
 * @returns whether the caller wrote it; null where there is none that the caller may delete
 */
export async function deleteNote(
  database: Transaction,
  note: { submissionId: string; callerId: string; mayDeleteLeft: boolean; id: string },
): Promise<{ isOwn: boolean } | null> {
  if (!isId(note.id)) return null;
  const { rows } = await sql<{ is_own: boolean }>`
    delete from submission_note note using submission, form
    where note.id = ${note.id} and note.submission_id = ${note.submissionId}
      and submission.id = note.submission_id and form.id = submission.form_id
      and (note.author_id = ${note.callerId} or ${note.mayDeleteLeft} and ${IS_LEFT})
    returning note.author_id is not distinct from ${note.callerId} as is_own`.execute(database);
  return rows[0] ? { isOwn: rows[0].is_own } : null;
}
