import { filePathsOf } from '#server/forms/submissions/export-submissions.ts';
import { type SubmissionExport, submissionParts } from '#server/forms/submissions/submission-parts.ts';
import type { ArchivedSubmission } from '#server/platform/archives/submission-lines.ts';
import type { Services } from '#server/platform/services.ts';
import type { Exporter } from './export.repo.ts';
import { peopleById } from './space-discussions.repo.ts';

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
      const paths = filePathsOf(what, row);
      const person =
        people.get(row.submitted_by ?? '') ?? (row.submitter_name ? { name: row.submitter_name } : null);
      const line: { [Name in keyof ArchivedSubmission]: unknown } = {
        id: row.id,
        version: row.version,
        state: row.state,
        by: person,
        language: row.language,
        created_at: row.created_at,
        edited_at: row.edited_at,
        values: row.data,
        typed: row.typed ?? {},
        files: row.files.map(({ id, field_id, name }) => ({
          ...{ id, field: field_id, name, path: `files/${paths.get(id) ?? ''}` },
        })),
      };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}
