import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Exporter } from './export.repo.ts';
import { personOf, type SpacePerson } from './space-discussions.repo.ts';

/** Notes and revisions that are in memory at once. */
const NOTES = 500;
const REVISIONS = 50;

export type ExportedNote = {
  id: string;
  submission: string;
  author: SpacePerson | null;
  body: string;
  created_at: Date;
};

/** The next notes on the submissions of a form, by submission and in order of creation; the caller must check that the exporter may read them. */
export async function notesOfForm(
  database: Database,
  exporter: Exporter,
  { formId, after }: { formId: string; after: Pick<ExportedNote, 'submission' | 'id'> | undefined },
): Promise<ExportedNote[]> {
  const { rows } = await sql<ExportedNote>`
    select note.id, submission.id as submission, note.body, note.created_at,
      case when author.id is not null then ${personOf('author', exporter)}
        when note.imported_author is not null then json_build_object('name', note.imported_author) end as author
    from submission join submission_note note on note.submission_id = submission.id
      left join app_user author on author.id = note.author_id
    where submission.form_id = ${formId}
      ${after ? sql`and submission.id >= ${after.submission}::uuid and (submission.id, note.id) > (${after.submission}::uuid, ${after.id}::uuid)` : sql``}
    order by submission.id, note.id limit ${sql.lit(NOTES)}`.execute(database);
  return rows;
}

export type ExportedRevision = {
  submission: string;
  submitted_at: Date;
  revision: number;
  version: number;
  values: Values;
  typed: TypedTexts | null;
  replaced_at: Date;
  is_correction: boolean;
  by: SpacePerson | null;
};

/** The next former revisions of the submissions of a form, by submission, the latest first; the caller must check the same. */
export async function revisionsOfForm(
  database: Database,
  exporter: Exporter,
  { formId, after }: { formId: string; after: Pick<ExportedRevision, 'submission' | 'revision'> | undefined },
): Promise<ExportedRevision[]> {
  const { rows } = await sql<ExportedRevision>`
    select submission.id as submission, submission.created_at as submitted_at, edit.revision, edit.version,
      edit.data as values, edit.typed, edit.replaced_at, edit.is_correction,
      case when corrector.id is not null then ${personOf('corrector', exporter)}
        when edit.imported_corrector is not null then json_build_object('name', edit.imported_corrector) end as by
    from submission join submission_edit edit on edit.submission_id = submission.id
      left join app_user corrector on corrector.id = edit.corrected_by
    where submission.form_id = ${formId}
      ${after ? sql`and submission.id >= ${after.submission}::uuid and (submission.id, -edit.revision) > (${after.submission}::uuid, ${-after.revision}::int)` : sql``}
    order by submission.id, edit.revision desc limit ${sql.lit(REVISIONS)}`.execute(database);
  return rows;
}
