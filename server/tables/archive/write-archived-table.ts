import { sql } from 'kysely';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { ImportRow } from '#server/items/imports/document-import.repo.ts';
import {
  recordFile,
  requireActiveImport,
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
import { TABLE_LEFT, UNCHANGED } from '#server/items/imports/report-reason.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { type FirstColumn, insertTable } from '../create-table.ts';
import { requireTable, type Table } from '../table/table.ts';
import { countOnBehind } from '../writes/copy-table-rows.ts';
import { insertViews } from './insert-views.ts';
import { readTableHeader, scanTableFile } from './read-lines.ts';
import { restoredColumns, type SeenTables, seenColumns } from './restored-columns.ts';
import { surveyTables } from './survey-tables.ts';
import type { TableHeader } from './table-archive.ts';
import { ArchivedTableReader } from './write-archived-rows.ts';

/** What an import notes of a table of which not all rows are written yet. */
const UNFINISHED = '';
const NO_TABLE =
  'An earlier import made a file of this table. Put that into the trash, and import the archive again.';

type KnownTable = { sourceId: string; kind: 'table' | 'contact'; data: string };

function knownTable({ source }: ImportRun, { path }: Pick<ImportRow, 'path'>): KnownTable | null {
  const known = source.known.get(path);
  if (known?.data === undefined) return null;
  return { sourceId: known.id ?? '', kind: known.kind === 'contact' ? 'contact' : 'table', data: known.data };
}

const surveys = new WeakMap<ImportRun, Promise<SeenTables>>();

function surveyOf(run: ImportRun): Promise<SeenTables> {
  const known = surveys.get(run);
  if (known) return known;
  const listed = run.rows.flatMap((row) => {
    const table = row.kind === 'file' ? knownTable(run, row) : null;
    return table && table.sourceId !== '' ? [{ ...table, itemId: row.item_id }] : [];
  });
  const tables = surveyTables(listed, { chunks: (path) => run.source.chunks(path), signal: run.signal });
  surveys.set(run, tables);
  return tables;
}

/** Links whose other side was imported before, when this table was another item, show no column there. */
async function withoutLostOpposites(
  trx: Transaction,
  columns: readonly FirstColumn[],
): Promise<FirstColumn[]> {
  const result: FirstColumn[] = [];
  for (const { field, options } of columns) {
    const { opposite, ...alone } = options;
    const { rows } = await sql`select from table_column where item_id = ${options.table ?? null}::uuid
      and options ->> 'link' is distinct from ${options.link ?? null} and column_id = ${opposite ?? null}`.execute(
      trx,
    );
    result.push({ field, options: rows.length > 0 ? alone : options });
  }
  return result;
}

type Reading = {
  head: TableHeader;
  columns: readonly FirstColumn[];
  kind: 'table' | 'contact';
  /** The greatest number of a row: what is added meanwhile counts on behind it. */
  greatest: number;
};

/** Makes the table with its columns and views, and without rows. @returns what the report says of it */
async function makeTable(
  run: ImportRun,
  row: ImportRow,
  { head, columns, kind, greatest }: Reading,
): Promise<string[]> {
  return transact(run.services.database, async (trx) => {
    await requireActiveImport(trx, run.reading.job_id);
    if (await sourceOfItem(trx, row.item_id)) return [];
    const target = await targetOf(trx, run, folderIdOf(run, row));
    const fields = await withoutLostOpposites(trx, columns);
    const own = { id: row.item_id, kind, title: row.title, visibility: statedVisibility(run, row), fields };
    const made = await insertTable(trx, run.importer, target, own);
    await countOnBehind(trx, row.item_id, greatest);
    const table = await requireTable(trx, authorizeItem(made, 'item.change'));
    const lost = await insertViews(trx, run, table, head.views);
    await saveSource(trx, run.reading, { itemId: row.item_id, path: row.path, sha256: UNFINISHED });
    return lost > 0 ? [`${lost === 1 ? 'One view' : `${lost} views`} could not be made.`] : [];
  });
}

/** @throws ApiError where its user may not change the table any more */
async function tableOf(trx: Transaction, run: ImportRun, id: string): Promise<Table> {
  const item = authorizeItem(await itemById(trx, run.importer, id), 'item.change');
  return requireTable(trx, item, 'rows');
}

const asTextNote = (labels: readonly string[]): string[] =>
  labels.length === 0
    ? []
    : [
        `Kept as text, since what they come from is not in the archive: ${labels.map((label) => `“${label}”`).join(', ')}.`,
      ];

/**
 * Writes a table of our own export: its columns and views in one transaction, its rows in some thousand more, which a run
 * after a kill continues with, and at last its links. One that is here already is left as it is.
 */
export async function writeArchivedTable(run: ImportRun, row: ImportRow): Promise<void> {
  const { database } = run.services;
  const known = knownTable(run, row);
  if (!known) throw new Error('a row of no table');
  const { sourceId, kind, data } = known;
  const at = { jobId: run.reading.job_id, position: row.position };
  const { sha256, greatest } = await scanTableFile(run.source.chunks(data), run.signal);
  const before = await sourceOfItem(database, row.item_id);
  if (before && before.sha256 !== UNFINISHED) {
    const isTable = await database
      .selectFrom('user_table')
      .select('item_id')
      .where('item_id', '=', row.item_id)
      .executeTakeFirst();
    if (!isTable) throw new UnreadableArchive(NO_TABLE);
    const reason = before.sha256 === sha256 ? UNCHANGED : TABLE_LEFT;
    await recordFile(database, at, { status: 'imported', reason });
    return;
  }
  const tables = await surveyOf(run);
  const head = await readTableHeader(run.source.chunks(data));
  seenColumns(head);
  const { columns, asText } = restoredColumns(head, { sourceId, tables });
  const notes = [...asTextNote(asText), ...(await makeTable(run, row, { head, columns, kind, greatest }))];
  const reader = new ArchivedTableReader(run, { tables, sourceId, itemId: row.item_id });
  await reader.write(run.source.chunks(data), (trx) => tableOf(trx, run, row.item_id));
  const reason = [...notes, ...reader.notes()].join(' ') || null;
  await transact(database, async (trx) => {
    if (!(await recordFile(trx, at, { status: 'imported', reason }))) return;
    await setTimes(trx, row.item_id, row);
    await saveSource(trx, run.reading, { itemId: row.item_id, path: row.path, sha256 });
  });
}
