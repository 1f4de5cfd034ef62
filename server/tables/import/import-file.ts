import { isDeepStrictEqual } from 'node:util';
import { IMPORT_ROWS_MAX } from '#lib/contract/table-limits.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { DecimalMark } from '#lib/fields/number-text.ts';
import { formatsOf } from '#lib/forms/column-format.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { activeSerializedLinks } from '#server/access/links/recheck-links.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { withBulkIndexingResting } from '#server/platform/indexing/bulk-rest.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { withColumnLock } from '../columns/change-columns.ts';
import { findTable, type Table } from '../table/table.ts';
import { withoutRequired } from '../table/without-required.ts';
import { type FileShape, shapeOfFile } from './file-shape.ts';
import {
  deleteImport,
  findActiveImport,
  recordImportedLines,
  saveImportPlan,
  type TableImport,
} from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import { importLines } from './import-lines.ts';
import { importedLines } from './imported-lines.ts';
import { LineCursor } from './line-cursor.ts';
import type { Match } from './people-lines.ts';
import { planColumns } from './plan-import.ts';
import type { Line } from './read-csv.ts';
import type { Headers } from './read-line.ts';
import { readImportLines } from './read-lines.ts';
import type { RefusedLine } from './refused-lines.repo.ts';

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

type Beginner = Caller & {
  /** Links that they held when it began, in the format of `serializeActiveLinks`. */ began: string;
};

type Run = {
  services: Services;
  jobId: string;
  importer: Beginner;
  name: string;
  signal: AbortSignal;
  /** The mark of fractions, where the kind of file has one. */
  decimal?: DecimalMark | undefined;
  ofCards?: boolean | undefined;
  isDamaged?: boolean | undefined;
};

/** Who began the import; the access that links still give them is checked for each batch. */
function importerOf({ user, links }: TaskPayload): Beginner {
  return {
    user: { id: String(user), email: '', isEmailVerified: false, activeHubId: null },
    sessionId: null,
    links: [],
    origin: { address: '', userAgent: '' },
    began: String(links ?? ''),
  };
}

/** Who began the import, with the links that still give them access. */
const importerNow = async (database: Database | Transaction, importer: Beginner): Promise<Caller> => ({
  ...importer,
  links: await activeSerializedLinks(database, importer.began),
});

/**
 * The item, if the user may still change it: checked before each batch, so that revoked access ends the
 * import.
 */
async function itemNow(
  database: Database | Transaction,
  importer: Beginner,
  itemId: string,
): Promise<ItemView> {
  const item = await itemById(database, await importerNow(database, importer), itemId);
  try {
    return authorizeItem(item, 'item.change');
  } catch {
    throw new ImportAborted('The import was stopped: who began it may not change this table any more.');
  }
}

/** The columns that rows are matched by. Earlier versions stored the id of one. */
const matchIds = (stored: string | null): string[] =>
  stored === null ? [] : stored.startsWith('[') ? JSON.parse(stored) : [stored];

/** The columns that the file fills, as they are now; one that was deleted meanwhile is left out. */
function headersOf(
  { fields, item: { kind } }: Table,
  { column_ids, match_on }: Pick<TableImport, 'column_ids' | 'match_on'>,
): Headers {
  const headers = (column_ids ?? []).map((id) => fields.find((field) => field.id === id) ?? null);
  if (headers.every((field) => field === null))
    throw new ImportAborted(
      'No column of the file is one of the table. Choose which belongs to which, and try again.',
    );
  const isMissing = (id: string) => !headers.some((field) => field?.id === id);
  const ids = matchIds(match_on);
  if (kind === 'contact' ? ids.length > 0 && ids.every(isMissing) : ids.some(isMissing))
    throw new ImportAborted('A column by which rows are known again is not in the file.');
  return headers;
}

function matchOf({ columns, item }: Table, { match_on, on_match, empty_cells }: TableImport): Match {
  const matched = matchIds(match_on).flatMap((id) => columns.find(({ field }) => field.id === id) ?? []);
  const inOrder = item.kind === 'contact';
  const clears = empty_cells === 'clear';
  return matched.length > 0 ? { columns: matched, onMatch: on_match, clears, inOrder } : null;
}

/** The format of numbers, days and times in a file: the user's choice, else the file's own, else the hub's. */
async function fileWrittenIn(
  database: Database | Transaction,
  hubId: string,
  { decimal_mark, date_order }: TableImport,
  { decimal }: Pick<Run, 'decimal'>,
): Promise<InputFormat> {
  const mark = decimal_mark ?? decimal;
  return {
    ...(await hubInputFormat(database, hubId)),
    ...(mark ? { decimal: mark } : {}),
    ...(date_order ? { dayOrder: date_order } : {}),
  };
}

/**
 * Writes the next lines, and how far the file is read, in one transaction: they are read while the database stores those before.
 * @returns false where another run did it
 */
async function writeLines(
  { services, jobId, importer, name, decimal, ofCards = false }: Run,
  cursor: LineCursor,
  most: number,
): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const reading = await findActiveImport(trx, jobId, { lock: true });
    // Whoever resumes it begins another run.
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
    const { done, refusals, people } = await importLines(trx, table, headers, match, lines, by, formats);
    const head: RefusedLine[] =
      refusals.length > 0 && reading.rejected + reading.partial === 0
        ? [{ line: 1, reason: '', cells: [...(cursor.header ?? [])] }]
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
 * Reads a file once before its first line is written: to map its columns, and to count its lines.
 * @returns false where another run is to do it
 */
async function planImport(
  run: Run,
  reading: TableImport,
  lines: AsyncIterable<readonly Line[]>,
): Promise<boolean> {
  const { services, importer, signal } = run;
  const item = await itemNow(services.database, importer, reading.item_id);
  const table = await findTable(services.database, item);
  if (!table) throw new ImportAborted('This table is gone.');
  const writtenIn = await fileWrittenIn(services.database, item.hub_id, reading, run);
  const shape = await shapeOfFile(lines, { table, writtenIn, how: reading }, signal);
  return withColumnLock(services, (trx) => writePlan(trx, run, reading, shape));
}

async function writePlan(
  trx: Transaction,
  { importer, jobId }: Run,
  read: TableImport,
  shape: FileShape,
): Promise<boolean> {
  const reading = await findActiveImport(trx, jobId, { lock: true });
  // Paused meanwhile, it may have been started in another way: whoever resumes or starts it begins another run.
  if (!reading || reading.paused_at !== null || !isReadAlike(reading, read)) return false;
  // Another run of the same job was quicker.
  if (reading.column_ids) return true;
  const item = await itemNow(trx, importer, reading.item_id);
  const table = await findTable(trx, item, 'columns');
  if (!table) throw new ImportAborted('This table is gone.');
  const columnIds = await planColumns(trx, table, shape, reading, importer.user?.id ?? null);
  const now = await findTable(trx, item);
  if (now) headersOf(now, { column_ids: columnIds, match_on: reading.match_on });
  await saveImportPlan(trx, jobId, { columnIds, formats: shape.formats, linesTotal: shape.linesTotal });
  return true;
}

/** Whether what was read of the file is right for how it is to be imported now. */
const isReadAlike = (now: TableImport, read: TableImport): boolean =>
  (now.sheet ?? 0) === (read.sheet ?? 0) &&
  now.decimal_mark === read.decimal_mark &&
  now.date_order === read.date_order &&
  now.encoding === read.encoding &&
  now.delimiter === read.delimiter &&
  now.has_header === read.has_header &&
  now.new_columns === read.new_columns &&
  now.unknown_options === read.unknown_options &&
  isDeepStrictEqual(now.mapping, read.mapping) &&
  isDeepStrictEqual(now.column_types, read.column_types);

/** The last line that is read, the header included. */
const LAST_LINE = IMPORT_ROWS_MAX + 1;
const linesInAll = ({ lines_total }: TableImport) =>
  Math.min(lines_total ?? Number.POSITIVE_INFINITY, LAST_LINE);

/** Reads a file's lines from where an earlier run stopped. @returns false where another run is reading it */
async function readLines(
  run: Run,
  reading: TableImport,
  groups: AsyncIterable<readonly Line[]>,
): Promise<boolean> {
  const cursor = await LineCursor.open(groups, reading.lines_read);
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
      if (!(await writeLines(run, cursor, Math.min(size, LAST_LINE - before)))) return false;
      if (performance.now() - begin > BATCH_MS) {
        quick = 0;
        size = Math.max(BATCH, Math.floor(size / 2));
      } else if (cursor.line - before >= size) {
        quick += 1;
        if (quick % QUICK_BATCHES === 0) size = Math.min(BATCH_MAX, size * 2);
      }
    }
    if (run.isDamaged) throw new ImportAborted(`The file is damaged after line ${cursor.line}.`);
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
          const how = { sheet: reading.sheet ?? 0, encoding, delimiter };
          const file = await readImportLines(services, source, how, signal);
          const { decimal, ofCards, isDamaged } = file;
          const reader: Run = { ...run, decimal, ofCards, isDamaged };
          const groupsOf = (plan: TableImport) => importedLines(file, plan, isContacts);
          try {
            if (!reading.column_ids && !(await planImport(reader, reading, groupsOf(reading)))) return false;
            const planned = await findActiveImport(database, jobId);
            return planned ? await readLines(reader, planned, groupsOf(planned)) : false;
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
