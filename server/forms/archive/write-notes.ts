import { idInPlace } from '#server/items/discussions/archive/imported-texts.repo.ts';
import type { ArchivedNote } from '#server/platform/archives/submission-lines.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { insertImportedNotes, revisionsAmong } from './archived-history.repo.ts';
import { type FormOfArchive, mayWrite, namesOf } from './form-of-archive.ts';
import type { HistoryNotes } from './history-notes.ts';

/** Writes notes on submissions that are here, each once. @returns false where the importer may not read these */
export async function writeNotes(
  form: FormOfArchive,
  report: HistoryNotes,
  lines: readonly ArchivedNote[],
): Promise<boolean> {
  const { run, formId } = form;
  return transact(run.services.database, async (trx) => {
    if (!(await mayWrite(trx, form))) {
      report.add('refused', lines.length);
      return false;
    }
    const sent = lines.map((line) => ({ ...line, submission_id: idInPlace(formId, line.submission) }));
    const ids = sent.map(({ submission_id }) => submission_id);
    const here = await revisionsAmong(trx, formId, ids);
    const known = sent.filter(({ submission_id }) => here.has(submission_id));
    report.add('elsewhere', sent.length - known.length);
    const authors = known.map(({ author }) => author);
    const nameOf = await namesOf(trx, form, authors);
    const notes = known.map(({ id, submission_id, author, body, created_at }) => {
      const { account: author_id, name: imported_author } = nameOf(author);
      return {
        ...{ id: idInPlace(submission_id, id), submission_id, body, created_at },
        ...{ author_id, imported_author },
      };
    });
    report.add('unknown', notes.filter(({ imported_author }) => imported_author !== null).length);
    await insertImportedNotes(trx, notes);
    return true;
  });
}
