import { Readable } from 'node:stream';
import {
  type ImportRow,
  recordFile,
  saveSource,
  setTimes,
  sourceOfItem,
} from '#server/items/imports/document-import.repo.ts';
import {
  folderIdOf,
  type ImportRun,
  statedVisibility,
  targetOf,
} from '#server/items/imports/import-target.ts';
import { UNCHANGED } from '#server/items/imports/report-reason.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { newId } from '#server/platform/database/id.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import { createTableForFile } from '../create-table.ts';
import { checkFile } from '../import/check-file.ts';
import { ImportAborted } from '../import/import-aborted.ts';
import { queueImport } from '../import/start-import.ts';

const LEFT =
  'The rows of this database changed since the last import. The table that is here was left as it is.';

/**
 * Makes a table of the file with a database's rows, which a job of the table then reads. One that is here already is left
 * as it is.
 */
export async function writeDatabase(run: ImportRun, row: ImportRow): Promise<void> {
  const { services, reading, importer, source } = run;
  const chunks = source.chunks(source.databases.get(row.path) ?? row.path);
  const received = await services.storage.receive(Readable.from(chunks), {
    maxBytes: services.config.maxUploadBytes,
  });
  try {
    const { sha256 } = received;
    const name = `${row.title}.csv`;
    await received.look((bytes) => checkFile(services, bytes, { fileName: name, sheet: 0 }));
    await withReceivedFiles(services, [received], async (trx, storeFiles) => {
      const at = { jobId: reading.job_id, position: row.position };
      const known = await sourceOfItem(trx, row.item_id);
      if (known) {
        const reason = known.sha256 === sha256 ? UNCHANGED : LEFT;
        await recordFile(trx, at, { status: 'imported', reason });
        return;
      }
      if (!(await recordFile(trx, at, { status: 'imported' }))) return;
      const target = await targetOf(trx, run, folderIdOf(run, row));
      await storeFiles();
      const own = { id: row.item_id, title: row.title, visibility: statedVisibility(run, row) };
      const table = await createTableForFile(services, trx, importer, target, own);
      await setTimes(trx, row.item_id, row);
      await saveSource(trx, reading, { itemId: row.item_id, path: row.path, sha256 });
      const file = { id: newId(), item: table, sha256, name };
      // Databases have names of their columns, whatever these are.
      await queueImport(services, trx, importer, file, { has_header: true });
    });
  } catch (error) {
    if (error instanceof ImportAborted) throw new UnreadableArchive(error.message);
    throw error;
  } finally {
    await received.discard();
  }
}
