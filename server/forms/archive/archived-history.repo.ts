import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** What came beside the submissions of a form, by the column that says that it is here. */
export type HistoryPart = 'has_imported_notes' | 'has_imported_history';

/** Whether a form, which is not in the trash, has nothing of a part yet. */
export async function lacksPart(trx: Transaction, formId: string, part: HistoryPart): Promise<boolean> {
  const { rows } = await sql`select from form
    where id = ${formId} and trashed_at is null and not ${sql.ref(part)}`.execute(trx);
  return rows.length > 0;
}

/** Notes that all of a part is here: what is deleted from now on does not come again. */
export async function markPart(trx: Transaction, formId: string, part: HistoryPart): Promise<void> {
  await sql`update form set ${sql.ref(part)} = true where id = ${formId}`.execute(trx);
}

/** Which of these submissions a form has, outside of the trash, with their revisions. */
export async function revisionsAmong(
  trx: Transaction,
  formId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, revision from submission where form_id = ${formId} and id = any(${ids}::uuid[])`.execute(trx);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** Which of these files are here already. */
export async function formFilesAmong(trx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from form_file where id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

export type ImportedNote = {
  id: string;
  submission_id: string;
  author_id: string | null;
  imported_author: string | null;
  body: string;
  created_at: Date;
};

/** Stores the notes that are not here. */
export async function insertImportedNotes(trx: Transaction, notes: readonly ImportedNote[]): Promise<void> {
  if (notes.length === 0) return;
  await trx
    .insertInto('submission_note')
    .values([...notes])
    .onConflict((same) => same.doNothing())
    .execute();
}

export type ImportedRevision = {
  submission_id: string;
  revision: number;
  version: number;
  data: string;
  typed: string | null;
  replaced_at: Date;
  is_correction: boolean;
  corrected_by: string | null;
  imported_corrector: string | null;
};

/** Stores the former revisions of submissions that are not here. */
export async function insertImportedRevisions(
  trx: Transaction,
  revisions: readonly ImportedRevision[],
): Promise<void> {
  if (revisions.length === 0) return;
  await trx
    .insertInto('submission_edit')
    .values([...revisions])
    .onConflict((same) => same.doNothing())
    .execute();
}
