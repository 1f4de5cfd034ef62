import { formById } from '#server/forms/definition/form.repo.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import { idInPlace } from '#server/items/discussions/archive/imported-texts.repo.ts';
import type { ArchivedRevision } from '#server/platform/archives/submission-lines.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import { formFilesAmong, insertImportedRevisions, revisionsAmong } from './archived-history.repo.ts';
import { insertFormFiles } from './archived-submissions.repo.ts';
import { type FormOfArchive, mayReadSubmissions, mayWrite, namesOf } from './form-of-archive.ts';
import type { HistoryNotes } from './history-notes.ts';
import { readSubmission } from './read-submission.ts';
import { type ReceivedFormFile, receiveFormFile } from './receive-file.ts';

type ReadRevision = NonNullable<ReturnType<typeof readSubmission>> & {
  submission_id: string;
  archived: ArchivedRevision;
};

/**
 * Writes what submissions that are here were before they were changed: some without files, or one with its files.
 * @returns false where the importer may not read these
 */
export async function writeRevisions(
  form: FormOfArchive,
  report: HistoryNotes,
  lines: readonly ArchivedRevision[],
): Promise<boolean> {
  const { services } = form.run;
  const read = await readRevisions(form, report, lines);
  if (read === null) return false;
  const ids = read.flatMap(({ files }) => files.map(({ id }) => id));
  const stored =
    ids.length > 0 ? await transact(services.database, (trx) => formFilesAmong(trx, ids)) : new Set();
  const received: (ReceivedFormFile & { submission_id: string })[] = [];
  try {
    for (const { submission_id, files } of read)
      for (const file of files) {
        const one = stored.has(file.id) ? null : await receiveFormFile(form, file);
        if (one) received.push(Object.assign(one, { submission_id }));
      }
    return await withReceivedFiles(services, received, async (trx, storeFiles) => {
      await storeFiles();
      return storeRevisions(trx, form, report, { read, received });
    });
  } finally {
    for (const file of received) await file.discard();
  }
}

/** Null where the importer may not read the submissions. */
async function readRevisions(
  { run, formId }: FormOfArchive,
  report: HistoryNotes,
  lines: readonly ArchivedRevision[],
): Promise<ReadRevision[] | null> {
  const { database } = run.services;
  const form = await formById(database, run.importer, formId);
  if (!mayReadSubmissions(form)) {
    report.add('refused', lines.length);
    return null;
  }
  const sent = lines.map((archived) => ({ archived, submission_id: idInPlace(formId, archived.submission) }));
  const ids = sent.map(({ submission_id }) => submission_id);
  const here = await transact(database, (trx) => revisionsAmong(trx, formId, ids));
  const read: ReadRevision[] = [];
  for (const { archived, submission_id } of sent) {
    const revision = here.get(submission_id);
    if (revision === undefined) {
      report.add('elsewhere');
      continue;
    }
    const definition =
      archived.revision < revision ? await publishedVersion(database, formId, archived.version) : null;
    const one = definition
      ? readSubmission(form, definition, { ...archived, id: archived.submission })
      : null;
    if (one) read.push({ ...one, submission_id, archived });
    else report.add('unreadable');
  }
  return read;
}

type ToStore = {
  read: readonly ReadRevision[];
  received: readonly (ReceivedFormFile & { submission_id: string })[];
};

async function storeRevisions(
  trx: Transaction,
  form: FormOfArchive,
  report: HistoryNotes,
  { read, received }: ToStore,
): Promise<boolean> {
  if (!(await mayWrite(trx, form))) {
    report.add('refused', read.length);
    return false;
  }
  // One may have been moved to the trash meanwhile.
  const ids = read.map(({ submission_id }) => submission_id);
  const here = await revisionsAmong(trx, form.formId, ids);
  const known = read.filter(({ submission_id }) => here.has(submission_id));
  report.add('elsewhere', read.length - known.length);
  const correctors = known.map(({ archived }) => archived.by);
  const nameOf = await namesOf(trx, form, correctors);
  const revisions = known.map(({ archived, submission_id, data, typed }) => {
    const { revision, version, replaced_at, is_correction, by } = archived;
    const { account: corrected_by, name: imported_corrector } = nameOf(is_correction ? by : null);
    return {
      ...{ submission_id, revision, version, data, typed, replaced_at, is_correction },
      ...{ corrected_by, imported_corrector },
    };
  });
  report.add('unknown', revisions.filter(({ imported_corrector }) => imported_corrector !== null).length);
  await insertImportedRevisions(trx, revisions);
  const files = received.filter(({ submission_id }) => here.has(submission_id));
  await insertFormFiles(
    trx,
    form.formId,
    files.map(({ file: { id, field_id, name }, sha256, size, mime, submission_id }) => ({
      ...{ id, field_id, name, mime, size, file_sha256: sha256, submission_id },
    })),
  );
  return true;
}
