import { type FormView, formById } from '#server/forms/definition/form.repo.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import { queueSubmissionIndexing } from '#server/forms/submissions/queue-form-indexing.ts';
import { idInPlace } from '#server/items/discussions/archive/imported-texts.repo.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import { membersByEmail, storableName } from '#server/items/imports/members-by-email.ts';
import { jsonOf, LINE_MAX_BYTES, linesOfJson } from '#server/platform/archives/json-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import {
  type ArchivedSubmission,
  archivedSubmission,
  SUBMISSIONS_FILE,
} from '#server/platform/archives/submission-lines.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import {
  awaitsSubmissions,
  insertFormFiles,
  insertImportedSubmissions,
  noteAllSubmissions,
  submissionsAmong,
} from './archived-submissions.repo.ts';
import { type FormOfArchive, mayReadSubmissions, mayWrite } from './form-of-archive.ts';
import { readSubmission } from './read-submission.ts';
import { type ReceivedFormFile, receiveFormFile } from './receive-file.ts';

/** Submissions of one import. */
export const SUBMISSIONS_MAX = 100_000;
/** Lines of a form that are read to count those that are left out: an archive may have billions of empty ones. */
const LINES_COUNTED_MAX = 2_000_000;
/** Submissions of one transaction; fewer where they are long. Those with files are written alone. */
const BATCH = 200;
const BATCH_CHARACTERS = 500_000;

type Writing = FormOfArchive & {
  /** How many more lines are read. */
  left: number;
};

/**
 * Writes the submissions of a form that its archive brought: no mail, webhook or row of a table comes of them. What is
 * here, or in the trash, stays as it is; once all are here, nothing of them is read again.
 * @returns how many lines were read
 */
export async function writeSubmissions(writing: Writing): Promise<number> {
  const { run, formId, folder, notes } = writing;
  const path = `${folder}${SUBMISSIONS_FILE}`;
  const { services } = run;
  if (!(await transact(services.database, (trx) => awaitsSubmissions(trx, formId)))) return 0;
  let count = 0;
  try {
    if (run.source.forms.has(path)) count = await writeLines(writing, path);
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    notes.add('damaged');
  }
  // Nobody else's archive, though it has none, says that all of them are here.
  await transact(services.database, async (trx) => {
    if (await mayWrite(trx, writing)) await noteAllSubmissions(trx, formId);
  });
  return count;
}

async function writeLines(writing: Writing, path: string): Promise<number> {
  const { run, notes, left } = writing;
  let count = 0;
  let waiting: ArchivedSubmission[] = [];
  let characters = 0;
  const write = async () => {
    const batch = waiting;
    waiting = [];
    characters = 0;
    if (batch.length > 0) await writeBatch(writing, batch);
  };
  for await (const line of linesOfJson(run.source.chunks(path), LINE_MAX_BYTES, { skipsLong: true })) {
    run.signal.throwIfAborted();
    if (count >= LINES_COUNTED_MAX) break;
    count += 1;
    if (count > left) {
      notes.add('beyond');
      continue;
    }
    const read = archivedSubmission.safeParse(jsonOf(line));
    if (!read.success) {
      notes.add('unreadable');
      continue;
    }
    if (read.data.files.length > 0) {
      await write();
      await writeBatch(writing, [read.data]);
      continue;
    }
    waiting.push(read.data);
    characters += line.length;
    if (waiting.length >= BATCH || characters >= BATCH_CHARACTERS) await write();
  }
  await write();
  return Math.min(count, left);
}

/** Some without files, or one with its files. */
async function writeBatch(writing: Writing, sent: readonly ArchivedSubmission[]): Promise<void> {
  const { run, formId } = writing;
  const { database } = run.services;
  const here = new Map(sent.map((one) => [idInPlace(formId, one.id), one]));
  for (const id of await transact(database, (trx) => submissionsAmong(trx, [...here.keys()])))
    here.delete(id);
  const received: ReceivedFormFile[] = [];
  const form = await formById(database, run.importer, formId);
  if (!form || here.size === 0) return;
  const read = await readAll(writing, form, here);
  try {
    for (const { files } of read)
      for (const file of files) {
        const stored = await receiveFormFile(writing, file);
        if (stored) received.push(stored);
      }
    await withReceivedFiles(run.services, received, async (trx, storeFiles) => {
      await storeFiles();
      await storeAll(trx, writing, read, received);
    });
  } finally {
    for (const file of received) await file.discard();
  }
}

type ReadOne = NonNullable<ReturnType<typeof readSubmission>> & { id: string; archived: ArchivedSubmission };

async function readAll(
  { run, notes }: Writing,
  form: FormView,
  here: ReadonlyMap<string, ArchivedSubmission>,
): Promise<ReadOne[]> {
  const read: ReadOne[] = [];
  for (const [id, archived] of here) {
    const definition = await publishedVersion(run.services.database, form.id, archived.version);
    const one = definition ? readSubmission(form, definition, archived) : null;
    if (one) read.push({ ...one, id, archived });
    else notes.add('unreadable');
  }
  return read;
}

async function storeAll(
  trx: Transaction,
  { run, formId, notes }: Writing,
  read: readonly ReadOne[],
  received: readonly ReceivedFormFile[],
): Promise<void> {
  const { reading, importer } = run;
  await requireActiveImport(trx, reading.job_id);
  const form = await formById(trx, importer, formId);
  if (!mayReadSubmissions(form)) return notes.add('refused', read.length);
  const who = { hubId: reading.hub_id, importerId: importer.user.id };
  const people = await membersByEmail(
    trx,
    who,
    read.map(({ archived }) => archived.by),
  );
  const rows = read.map(({ id, archived, data, typed, values }) => {
    const { version, state, by, language, created_at, edited_at, revision } = archived;
    const account = people.get(by?.email?.toLowerCase() ?? '') ?? null;
    const imported_submitter = by && account === null ? storableName(by) : null;
    if (imported_submitter !== null) notes.add('unknown');
    return {
      ...{ id, version, data, typed, state, language, created_at, edited_at, revision, values },
      ...{ submitted_by: account, imported_submitter },
    };
  });
  await insertImportedSubmissions(trx, formId, rows);
  const [first] = rows;
  await insertFormFiles(
    trx,
    formId,
    received.map(({ file: { id, field_id, name }, sha256, size, mime }) => ({
      ...{ id, field_id, name, mime, size, file_sha256: sha256, submission_id: first?.id ?? '' },
    })),
  );
  await queueSubmissionIndexing(
    trx,
    { id: formId, hub_id: reading.hub_id },
    rows.map(({ id }) => id),
  );
}
