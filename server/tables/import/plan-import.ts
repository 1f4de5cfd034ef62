import type { Transaction } from '#server/platform/database/database.ts';
import { withColumnLock } from '../columns/change-columns.ts';
import { findTable } from '../table/table.ts';
import { type FileShape, shapeOfFile } from './file-shape.ts';
import { findActiveImport, saveImportPlan, type TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import { fileWrittenIn, headersOf } from './import-columns.ts';
import { itemNow, type Run } from './import-run.ts';
import { hasHeader, importedLines } from './imported-lines.ts';
import { knownByDefault } from './known-people.ts';
import { planColumns } from './plan-file-columns.ts';
import { isReadAlike } from './read-alike.ts';
import type { ReadableLines } from './spooled-rows.ts';

/**
 * Reads a file once before its first line is written: to map its columns, and to count its lines.
 * @returns false where another run is to do it
 */
export async function planImport(run: Run, reading: TableImport, file: ReadableLines): Promise<boolean> {
  const { services, importer, signal } = run;
  const item = await itemNow(services.database, importer, reading.item_id);
  const table = await findTable(services.database, item);
  if (!table) throw new ImportAborted('This table is gone.');
  const writtenIn = await fileWrittenIn(services.database, item.hub_id, reading, run);
  const named = { ...reading, has_header: await hasHeader(file, reading, table) };
  const lines = importedLines(file, named, table.item.kind === 'contact');
  const shape = await shapeOfFile(lines, { table, writtenIn, how: reading }, signal);
  const sheet = reading.sheet ?? file.sheet ?? null;
  const found = { ...shape, hasHeader: named.has_header, sheet };
  return withColumnLock(services, (trx) => writePlan(trx, run, reading, found));
}

async function writePlan(
  trx: Transaction,
  { importer, jobId }: Run,
  read: TableImport,
  found: FileShape & { hasHeader: boolean; sheet: number | null },
): Promise<boolean> {
  const reading = await findActiveImport(trx, jobId, { lock: true });
  // Paused meanwhile, it may have been started in another way: anybody who resumes or starts it begins another run.
  if (!reading || reading.paused_at !== null || !isReadAlike(reading, read)) return false;
  // Another run of the same job was quicker.
  if (reading.column_ids) return true;
  const item = await itemNow(trx, importer, reading.item_id);
  const table = await findTable(trx, item, 'columns');
  if (!table) throw new ImportAborted('This table is gone.');
  const columnIds = await planColumns(trx, table, found, reading, importer.user?.id ?? null);
  const now = await findTable(trx, item);
  if (now) headersOf(now, { column_ids: columnIds, match_on: reading.match_on });
  const isByDefault = reading.match_on === null && reading.on_match !== 'add' && item.kind === 'contact';
  const known = isByDefault && now ? knownByDefault(now, columnIds).map(({ field }) => field.id) : [];
  await saveImportPlan(trx, jobId, {
    ...found,
    columnIds,
    matchOn: known.length > 0 ? JSON.stringify(known) : reading.match_on,
  });
  return true;
}
