import { IMPORT_ROWS_MAX } from '#lib/contract/table-limits.ts';
import { formatsOf } from '#lib/forms/column-format.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { withBulkIndexingResting } from '#server/platform/indexing/bulk-rest.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { findTable } from '../table/table.ts';
import { withoutRequired } from '../table/without-required.ts';
import { deleteImport, findActiveImport, recordImportedLines, type TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import { fileWrittenIn, headersOf, matchOf } from './import-columns.ts';
import { importLines, refuseLines } from './import-lines.ts';
import { importerNow, importerOf, itemNow, type Run } from './import-run.ts';
import { importedLines } from './imported-lines.ts';
import { LineCursor } from './line-cursor.ts';
import { isByLine } from './line-failure.ts';
import { planImport } from './plan-import.ts';
import type { Line } from './read-csv.ts';
import { readImportLines } from './read-lines.ts';
import type { RefusedLine } from './refused-lines.repo.ts';
import { workbookNumbersIn } from './workbook-numbers.ts';

export const IMPORT_ROWS = 'import-rows';

/**
 * Lines that are written in one transaction: a kill loses none, and repeats none. It begins with few, and takes more while that is
 * quick, so that neither a cancellation nor a change of columns waits long.
 */
const BATCH = 500;
const BATCH_MAX = 5_000;
const BATCH_MS = 250;
/** So many quick ones in a row come before more lines are taken at once. */
const QUICK_BATCHES = 2;
/** Lines of a run that are refused because writing them failed: of more, it is not the lines that fail. */
const FAILED_MAX = 100;

/**
 * Writes the next lines, and how far the file is read, in one transaction: they are read while the database stores those before.
 * @param write what becomes of them
 * @returns false where another run did it
 */
async function writeLines(
  { services, jobId, importer, name, decimal, ofCards = false }: Run,
  cursor: LineCursor,
  most: number,
  write = importLines,
): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const reading = await findActiveImport(trx, jobId, { lock: true });
    // Anybody who resumes it begins another run.
    if (!reading || reading.paused_at !== null || Math.max(1, reading.lines_read) !== cursor.line)
      return false;
    const item = await itemNow(trx, importer, reading.item_id);
    const found = await findTable(trx, item, 'rows');
    if (!found) return false;
    const table = item.kind === 'contact' ? withoutRequired(found) : found;
    const headers = headersOf(table, reading);
    const by = {
      caller: await importerNow(trx, importer),
      writer: { id: importer.user?.id ?? null, name },
    };
    const match = matchOf(table, reading);
    const writtenIn = await fileWrittenIn(trx, item.hub_id, reading, { decimal });
    const lines = cursor.take(most);
    const formats = formatsOf(headers.length, writtenIn, reading.column_formats);
    const imported = await write(trx, table, headers, match, lines, by, formats);
    const { done, people } = imported;
    // They come back as text.
    const isOfNumbers = decimal !== undefined && reading.decimal_mark === null;
    const written = isOfNumbers ? workbookNumbersIn(headers, writtenIn) : null;
    const refusals = written
      ? imported.refusals.map((line) => ({ ...line, cells: written(line.cells) }))
      : imported.refusals;
    const head: RefusedLine[] =
      refusals.length > 0 && reading.rejected + reading.partial === 0
        ? [{ line: cursor.headerPlace, reason: '', cells: [...(cursor.header ?? [])] }]
        : [];
    await recordImportedLines(trx, jobId, {
      ...{ linesRead: cursor.line, done, refusals: [...head, ...refusals], ofCards },
      people: item.kind === 'contact' ? people : null,
      progress: Math.min(1, cursor.line / linesInAll(reading)),
    });
    return true;
  });
}

/**
 * Writes lines in ever smaller parts, of which some could not be written together because of what is in one of them: that one is
 * refused, and the others are written.
 * @param cursor where they begin
 * @param until the last of them
 * @param failed how many were refused before
 * @returns how many were refused by now; null where another run writes
 * @throws ImportAborted where these are too many
 */
async function writeApart(
  run: Run,
  cursor: LineCursor,
  until: number,
  failed: number,
): Promise<number | null> {
  const { log } = run.services;
  let count = failed;
  let size = Math.ceil((until - cursor.line) / 2);
  while (cursor.line < until && (await cursor.hasNext())) {
    run.signal.throwIfAborted();
    cursor.retain();
    try {
      if (!(await writeLines(run, cursor, Math.min(size, until - cursor.line)))) return null;
      cursor.release();
      size *= 2;
    } catch (error) {
      if (!isByLine(error)) throw error;
      cursor.rewind();
      if (size > 1) size = Math.ceil(size / 2);
      else {
        if (!(await writeLines(run, cursor, 1, refuseLines))) return null;
        // What the database says of a row has its values.
        const cause = error instanceof Error && 'code' in error ? { code: error.code } : { err: error };
        log.warn({ ...cause, job: run.jobId, line: cursor.place }, 'a line of an import was not written');
        count += 1;
        if (count > FAILED_MAX)
          throw new ImportAborted(
            `The import was stopped after line ${cursor.place}: too many lines could not be read for reasons that were not foreseen.`,
          );
      }
    }
  }
  return count;
}

/** The last line that is read, the header included. */
const LAST_LINE = IMPORT_ROWS_MAX + 1;
const linesInAll = ({ lines_total }: TableImport) =>
  Math.min(lines_total ?? Number.POSITIVE_INFINITY, LAST_LINE);

/** Reads a file's lines from where an earlier run stopped. @param groupsOf begins to read it @returns false where another run is reading it */
async function readLines(
  run: Run,
  reading: TableImport,
  groupsOf: () => AsyncIterable<readonly Line[]>,
): Promise<boolean> {
  let cursor = await LineCursor.open(groupsOf(), reading.lines_read);
  /** Writes the next lines: all of them, but those that alone can not be written. */
  const write = async (most: number): Promise<boolean> => {
    const before = cursor.line;
    try {
      return await writeLines(run, cursor, most);
    } catch (error) {
      if (!isByLine(error)) throw error;
      await cursor.close();
      cursor = await LineCursor.open(groupsOf(), before);
      const count = await writeApart(run, cursor, before + most, failed);
      failed = count ?? failed;
      return count !== null;
    }
  };
  let failed = 0;
  try {
    if (!cursor.header) throw new ImportAborted('The file is empty.');
    let size = BATCH;
    let quick = 0;
    while (await cursor.hasNext()) {
      run.signal.throwIfAborted();
      const before = cursor.line;
      if (before >= LAST_LINE)
        throw new ImportAborted(
          `The first ${IMPORT_ROWS_MAX} lines were read; an import takes no more. Divide the file, and import the rest.`,
        );
      const begin = performance.now();
      if (!(await write(Math.min(size, LAST_LINE - before)))) return false;
      if (performance.now() - begin > BATCH_MS) {
        quick = 0;
        size = Math.max(BATCH, Math.floor(size / 2));
      } else if (cursor.line - before >= size) {
        quick += 1;
        if (quick % QUICK_BATCHES === 0) size = Math.min(BATCH_MAX, size * 2);
      }
    }
    if (run.damage === 'after') throw new ImportAborted(`The file is damaged after line ${cursor.place}.`);
    if (run.damage === 'within')
      throw new ImportAborted(
        'The file is damaged: some of it is not as it was saved. All its lines were read, but some values may be wrong.',
      );
    return true;
  } finally {
    await cursor.close();
  }
}

/** The audit entry of a finished import, as far as it came. */
async function finish(
  run: Run,
  itemId: string,
  outcome: { reason: string | null; failed: boolean },
): Promise<void> {
  const { services, jobId, importer } = run;
  await transact(services.database, async (trx) => {
    const reading = await findActiveImport(trx, jobId, { lock: true });
    if (!reading) return;
    await deleteImport(trx, jobId, outcome);
    const item = await itemById(trx, importer, itemId);
    if (!item || reading.done === 0) return;
    await recordAuditEvent(trx, importer, {
      hubId: item.hub_id,
      action: 'item.imported',
      target: { kind: 'item', id: item.id, name: item.title },
      scopeId: item.scope_id,
      details: { rows: reading.done, refused: reading.rejected },
    });
  });
}

/** The sheet that is read; a plan without one is of an earlier version, which read the first one where none was chosen. */
const wantedSheet = ({ sheet, column_ids }: TableImport): number | null =>
  sheet ?? (column_ids !== null ? 0 : null);

/** Imports a file into a table; after a kill or a stop, from where it stopped. */
export function importFile(services: Services): Task {
  const { database, storage } = services;
  return {
    queue: 'imports',
    async run(payload, { signal }) {
      const jobId = String(payload.job);
      const reading = await findActiveImport(database, jobId);
      if (!reading || reading.paused_at !== null) return;
      const importer = importerOf(payload);
      const run: Run = { services, jobId, importer, name: '', signal };
      let outcome: { reason: string | null; failed: boolean } = { reason: null, failed: false };
      try {
        const isContacts = (await itemById(database, importer, reading.item_id))?.kind === 'contact';
        const read = async (source: ByteSource) => {
          const { encoding, delimiter } = reading;
          const how = { sheet: wantedSheet(reading), encoding, delimiter };
          const file = await readImportLines(services, source, how, signal);
          const { decimal, ofCards, damage } = file;
          const reader: Run = { ...run, decimal, ofCards, damage };
          try {
            if (!reading.column_ids && !(await planImport(reader, reading, file))) return false;
            const planned = await findActiveImport(database, jobId);
            if (!planned) return false;
            return await readLines(reader, planned, () => importedLines(file, planned, isContacts));
          } finally {
            await file.close();
          }
        };
        const isMine = await withBulkIndexingResting(() =>
          withBulkHeap(() => storage.look(reading.file_sha256, read)),
        );
        if (!isMine) return;
      } catch (error) {
        if (!(error instanceof ImportAborted)) throw error;
        outcome = { reason: error.message, failed: true };
      }
      await finish(run, reading.item_id, outcome);
      const item = await itemById(database, importer, reading.item_id);
      if (item) services.changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id });
    },
    async giveUp({ job }) {
      await deleteImport(database, String(job), {
        reason: 'The import was interrupted too often. Import the file again.',
        failed: true,
      });
    },
  };
}
