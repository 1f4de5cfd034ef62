import { filePathsOf } from '#server/forms/submissions/export-submissions.ts';
import { type SubmissionExport, submissionParts } from '#server/forms/submissions/submission-parts.ts';
import { filesOfSubmissions, type SubmissionFile } from '#server/forms/uploads/form-file.repo.ts';
import type {
  ArchivedNote,
  ArchivedRevision,
  ArchivedSubmission,
} from '#server/platform/archives/submission-lines.ts';
import type { Services } from '#server/platform/services.ts';
import { lineOf } from './archive-lines.ts';
import type { Exporter } from './export.repo.ts';
import { peopleById } from './space-discussions.repo.ts';
import {
  type ExportedNote,
  type ExportedRevision,
  notesOfForm,
  revisionsOfForm,
} from './submission-history.repo.ts';

type LinesOf<Line> = { [Name in keyof Line]: unknown };

/**
 * The submissions of a form as an import reads them, a line of JSON for each. None of what gives access: no token of
 * a receipt or a link to change it, and nothing that was saved and not submitted.
 */
export async function* submissionLines(
  { database }: Pick<Services, 'database'>,
  exporter: () => Promise<Exporter>,
  what: SubmissionExport,
): AsyncGenerator<string> {
  for await (const rows of submissionParts({ database }, what, true)) {
    const ids = new Set(rows.flatMap(({ submitted_by }) => submitted_by ?? []));
    const people = await peopleById(database, await exporter(), [...ids]);
    for (const row of rows) {
      const person =
        people.get(row.submitted_by ?? '') ?? (row.submitter_name ? { name: row.submitter_name } : null);
      const line: LinesOf<ArchivedSubmission> = {
        id: row.id,
        version: row.version,
        state: row.state,
        by: person,
        language: row.language,
        created_at: row.created_at,
        edited_at: row.edited_at,
        revision: row.revision,
        values: row.data,
        typed: row.typed ?? {},
        files: linesOfFiles(row.files, filePathsOf(what, row)),
      };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}

const linesOfFiles = (files: readonly SubmissionFile[], paths: ReadonlyMap<string, string>) =>
  files.map(({ id, field_id, name }) => ({
    ...{ id, field: field_id, name, path: `files/${paths.get(id) ?? ''}` },
  }));

/** The notes of the team on the submissions of a form, a line of JSON for each. */
export async function* noteLines(
  { database }: Pick<Services, 'database'>,
  exporter: () => Promise<Exporter>,
  { formId, stillMay }: SubmissionExport,
): AsyncGenerator<string> {
  for (let after: ExportedNote | undefined; ; ) {
    await stillMay();
    const notes: ExportedNote[] = await notesOfForm(database, await exporter(), { formId, after });
    for (const note of notes) yield lineOf(note satisfies LinesOf<ArchivedNote>);
    after = notes.at(-1);
    if (!after) return;
  }
}

/** What the submissions of a form were before they were changed, a line of JSON for each. */
export async function* historyLines(
  { database }: Pick<Services, 'database'>,
  exporter: () => Promise<Exporter>,
  what: SubmissionExport,
): AsyncGenerator<string> {
  const { formId, stillMay } = what;
  for (let after: ExportedRevision | undefined; ; ) {
    await stillMay();
    const revisions: ExportedRevision[] = await revisionsOfForm(database, await exporter(), {
      formId,
      after,
    });
    const submissions = new Set(revisions.map(({ submission }) => submission));
    const files = await filesOfSubmissions(database, [...submissions]);
    for (const { submitted_at: created_at, values, typed, ...revision } of revisions) {
      const id = revision.submission;
      const own = files.get(id) ?? [];
      const text = JSON.stringify(values);
      const named = own.filter((file) => text.includes(file.id));
      const paths = filePathsOf(what, { id, created_at, files: own });
      const line: LinesOf<ArchivedRevision> = {
        ...{ ...revision, values, typed: typed ?? {} },
        files: linesOfFiles(named, paths),
      };
      yield `${JSON.stringify(line)}\n`;
    }
    after = revisions.at(-1);
    if (!after) return;
  }
}
