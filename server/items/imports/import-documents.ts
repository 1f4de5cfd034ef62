import { posix } from 'node:path';
import { activeSerializedLinks } from '#server/access/links/recheck-links.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { archiveImported } from './archive-imported.ts';
import { completeImport } from './cancel-import.ts';
import { deepFoldersNote } from './deep-folders.ts';
import {
  activeImport,
  type DocumentImport,
  finishImport,
  hasNewTargets,
  type ImportRow,
  type KnownSource,
  plannedRows,
  recordFile,
  savePlan,
  saveProgress,
  sourceOfItem,
} from './document-import.repo.ts';
import { skipNeedlessChoice, waitingPlan } from './import-choice.ts';
import { ImportStopped } from './import-stopped.ts';
import type { ImportRun } from './import-target.ts';
import { sourcesOfItems } from './imported-documents.repo.ts';
import { leftOutNote } from './left-out-files.ts';
import { withImportSource } from './nested-archives.ts';
import { planFiles } from './plan-files.ts';
import { type ReadDocument, readConfluencePage, readDocument } from './read-document.ts';
import type { ImportSource } from './read-source.ts';
import { LinkResolver } from './resolve-links.ts';
import { unchangedPaths } from './unchanged-files.ts';
import { prepareDocument, writePrepared } from './write-document.ts';
import { DocumentBatch, writeTogether } from './write-documents.ts';
import { writeFile, writeFolder } from './write-imported.ts';

/** How often its progress is stored, in milliseconds: its files are counted for that. */
const PROGRESS_MS = 1_000;
/** From this attempt on, a file that stops the job is given up, so that the others are imported. */
const PATIENT_ATTEMPTS = 3;

async function importerOf(services: Services, { user, links }: TaskPayload): Promise<SignedIn> {
  return {
    user: { id: String(user), email: '', isEmailVerified: false, activeHubId: null },
    sessionId: null,
    links: await activeSerializedLinks(services.database, String(links ?? '')),
    origin: { address: '', userAgent: '' },
  };
}

/**
 * The first pass: what each file becomes, before any is written.
 * @returns whether its user has to choose before it continues: once that is done, another run of the job begins
 * @throws UnreadableArchive where there is none
 */
async function plan(
  services: Services,
  reading: DocumentImport,
  source: ImportSource,
  signal: AbortSignal,
): Promise<boolean> {
  const planned = planFiles(source);
  // A space may have nothing but forms and discussions.
  if (planned.length === 0 && source.discussions.size + source.forms.size === 0)
    throw new UnreadableArchive('There is nothing in this file that can be imported.');
  const unchanged = await unchangedPaths(services.database, { reading, source, signal }, planned);
  return transact(services.database, async (trx) => {
    // Another run of the same job was quicker, or it was cancelled.
    const { numUpdatedRows } = await trx
      .updateTable('document_import')
      .set({ is_planned: true })
      .where('job_id', '=', reading.job_id)
      .where('is_planned', '=', false)
      .where('file_sha256', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return (await waitingPlan(trx, reading.job_id)) !== null;
    await savePlan(trx, reading, planned, unchanged);
    await skipNeedlessChoice(trx, reading.job_id);
    return (await waitingPlan(trx, reading.job_id)) !== null;
  });
}

type WriteTable = (run: ImportRun, row: ImportRow) => Promise<void>;
type WriteBeside = (run: ImportRun) => Promise<string | null>;

/**
 * Write tables of our own export, of whose columns and rows the source has a file, databases of others, earlier versions of
 * documents, discussions and forms: these with a note for the report.
 */
export type ImportWriters = {
  table: WriteTable;
  database: WriteTable;
  versions: WriteBeside;
  discussions: WriteBeside;
  forms: WriteBeside;
};

/** Writes a database as a table; one that can't be one, such as without rows, as the file that it is. */
async function writeDatabase(run: ImportRun, row: ImportRow, write: WriteTable): Promise<void> {
  try {
    await write(run, row);
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    await writeFile(run, { ...row, kind: 'file', title: `${row.title}${posix.extname(row.path)}` });
  }
}

/** Reads the file of a document, by what its source is. */
async function readRow(
  { services, source }: ImportRun,
  row: ImportRow,
  bytes: Buffer,
): Promise<ReadDocument> {
  const { isOwnExport, confluence } = source;
  if (!confluence?.isPage(row.path)) return readDocument(services, { ...row, bytes, isOwnExport });
  const document = await readConfluencePage(services, { ...row, bytes });
  return { ...document, markdown: confluence.withPaths(document.markdown, row.path) };
}

const isDocument = ({ source }: ImportRun, { kind, path }: ImportRow): boolean =>
  kind === 'document' && source.known.get(path)?.data === undefined && !source.databases.has(path);

/** Writes what becomes no document. */
async function writeOther(run: ImportRun, row: ImportRow, write: ImportWriters): Promise<void> {
  if (row.kind === 'folder') return writeFolder(run, row);
  if (run.source.known.get(row.path)?.data !== undefined) return write.table(run, row);
  if (run.source.databases.has(row.path)) return writeDatabase(run, row, write.database);
  return writeFile(run, row);
}

/** Documents whose sources are looked up by one statement. */
const LOOKED_UP = 32;

/** Writes what no run has written yet; a file that fails does not stop the others. */
async function writeAll(run: ImportRun, attempt: number, write: ImportWriters): Promise<void> {
  const { services, reading, signal } = run;
  let saved = performance.now();
  const rows = run.rows.filter(({ status }) => status === null);
  const batch = new DocumentBatch(run);
  let known: ReadonlyMap<string, KnownSource> = new Map();
  let knownUntil = 0;

  const attempted = async (row: ImportRow, work: () => Promise<void>) => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      const reason = reasonOf(error, attempt);
      if (reason === null) throw error;
      if (!(error instanceof ApiError || error instanceof UnreadableArchive))
        services.log.error({ err: error, job: reading.job_id }, 'a file could not be imported');
      const at = { jobId: reading.job_id, position: row.position };
      await recordFile(services.database, at, { status: 'failed', reason });
    }
  };
  const writeWaiting = async () => {
    const waiting = batch.take();
    if (waiting.length === 0) return;
    signal.throwIfAborted();
    try {
      await writeTogether(run, waiting);
    } catch (error) {
      if (error instanceof ImportStopped) throw error;
      // One of them fails: alone, it does not stop the others.
      for (const one of waiting)
        await attempted(one.row, async () => {
          const known = await sourceOfItem(services.database, one.row.item_id);
          await writePrepared(run, { ...one, known });
        });
    }
  };

  for (const [at, row] of rows.entries()) {
    if (isDocument(run, row)) {
      if (at >= knownUntil) {
        knownUntil = at + LOOKED_UP;
        const next = rows.slice(at, knownUntil).map(({ item_id }) => item_id);
        known = await sourcesOfItems(services.database, next);
      }
      await attempted(row, async () => {
        const prepared = await prepareDocument(run, row, known.get(row.item_id), (one, bytes) =>
          readRow(run, one, bytes),
        );
        if (prepared && !batch.add(prepared)) await writePrepared(run, prepared);
      });
      if (batch.isFull) await writeWaiting();
    } else {
      // Documents may be put into it, or it into one of them.
      await writeWaiting();
      await attempted(row, () => writeOther(run, row, write));
    }
    if (performance.now() - saved < PROGRESS_MS) continue;
    await writeWaiting();
    await saveProgress(services.database, reading.job_id);
    saved = performance.now();
  }
  await writeWaiting();
}

/** Why a file failed, for its user; null where the job has to stop, or to be tried again. */
function reasonOf(error: unknown, attempt: number): string | null {
  if (error instanceof ImportStopped) return null;
  if (error instanceof UnreadableArchive) return error.message;
  if (error instanceof ApiError && error.status < 500) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return null;
  return attempt >= PATIENT_ATTEMPTS ? 'This file could not be imported.' : null;
}

/**
 * Imports documents into a space, in two passes: first what each file becomes, with an id for its item, then file
 * after file, with the note that it is done in the same transaction. After a kill it continues behind the last of them.
 */
export function importDocuments(services: Services, write: ImportWriters): Task {
  const { database, storage } = services;
  return {
    queue: 'imports',
    async run(payload, { signal, attempt }) {
      const jobId = String(payload.job);
      const reading = await activeImport(database, jobId);
      if (!reading) return;
      const importer = await importerOf(services, payload);
      let reason: string | null = null;
      let note: string | null = null;
      let isWaiting = false;
      try {
        await storage.look(reading.file_sha256, (bytes) =>
          withImportSource({ storage, signal }, { bytes, name: reading.file_name }, async (source) => {
            isWaiting = reading.is_planned
              ? (await waitingPlan(database, jobId)) !== null
              : await plan(services, reading, source, signal);
            if (isWaiting) return;
            const rows = await plannedRows(database, jobId);
            // Nothing leads to what was refused: it has no item.
            const targets = rows
              .filter(({ status }) => status !== 'failed')
              .map(({ path, kind, item_id }) => ({ path, kind, itemId: item_id }));
            const resolver = new LinkResolver(targets, {
              base: `/${reading.hub_handle}/${reading.space_slug}`,
              hasWikiLinks: !source.isOwnExport,
            });
            const run = {
              ...{ services, reading, importer, source, resolver, rows, signal },
              hasNewTargets: await hasNewTargets(database, jobId),
            };
            await writeAll(run, attempt, write);
            const notes = [await write.versions(run), await write.discussions(run), await write.forms(run)];
            await archiveImported(run);
            note =
              [leftOutNote(source), deepFoldersNote(rows, source.files), ...notes]
                .filter(Boolean)
                .join(' ') || null;
          }),
        );
      } catch (error) {
        if (!(error instanceof UnreadableArchive || error instanceof ImportStopped)) throw error;
        reason = error.message;
      }
      if (!isWaiting) await completeImport(services, importer, reading, { reason, note });
    },
    async giveUp({ job }) {
      await saveProgress(database, String(job));
      await finishImport(database, String(job), {
        reason: 'The import was interrupted too often. Import the file again.',
      });
    },
  };
}
