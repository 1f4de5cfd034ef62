import type { IncomingMessage } from 'node:http';
import type { ImportRequest } from '#lib/contract/table.ts';
import { importRequest } from '#lib/contract/table.ts';
import { IMPORT_MAX_BYTES } from '#lib/contract/table-limits.ts';
import * as message from '#lib/text/messages.ts';
import { serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ReceivedBody } from '#server/api/route.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { conflict, invalid } from '#server/platform/http/api-error.ts';
import { storableName } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { FILE_NAME, readMultipart, unknownPart } from '#server/platform/http/multipart.ts';
import { parse } from '#server/platform/http/parse.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import { filledFields, requireTable, type Table, type TableColumn } from '../table/table.ts';
import { countPausedImports, storedMapping, storedTypes } from './import.repo.ts';
import { IMPORT_ROWS } from './import-file.ts';
import { onMatchOf } from './known-people.ts';
import { isImportable } from './read-line.ts';

/** Files that wait for a table at most, and those of them that one person sent. */
const PAUSED_MAX = 20;
const PAUSED_OF_PERSON_MAX = 5;
/** Characters of a column's name that a message has. */
const NAME_LENGTH = 100;

/** The fields that are sent beside the file. */
const NAMES: readonly string[] = [...Object.keys(importRequest.shape), FILE_NAME];

/** A completely received file to be imported, with its options. */
export type IncomingImport = ReceivedBody & { file: ReceivedFile; name: string; how: ImportRequest };

/**
 * Receives a file (multipart: `file`, and how it is imported). Its name only says in the list of imports which it is.
 * @throws ApiError 400 when it is interrupted, 413 when it is too large, 422 without exactly one file.
 */
export async function receiveImport(
  services: Services,
  request: IncomingMessage,
  incoming: IncomingBytes,
): Promise<IncomingImport> {
  const maxBytes = Math.min(IMPORT_MAX_BYTES, services.config.maxUploadBytes);
  const files: ReceivedFile[] = [];
  const fields: Record<string, string> = {};
  const names: Partial<Record<'own' | 'part', string>> = {};
  const deleteFiles = async () => {
    await Promise.all(files.map((file) => file.discard()));
  };
  try {
    await readMultipart(request, maxBytes, {
      onField: (name, value) => {
        if (!NAMES.includes(name)) throw unknownPart(name);
        if (name === FILE_NAME) names.own = value;
        else fields[name] = value;
      },
      async onFile(stream, name, isCut) {
        if (files.length > 0) throw invalid({ file: ['Send one file at a time.'] });
        names.part = name;
        files.push(await services.storage.receive(stream, { maxBytes, onBytes: incoming.take }));
        if (isCut()) throw fileTooLarge(maxBytes);
      },
    });
    const [file] = files;
    if (!file) throw invalid({ file: ['Please choose a file.'] });
    parse(importRequest, fields);
    const how = importRequest.parse(fields);
    const name = storableName(names.own ?? names.part ?? '');
    return {
      file,
      name,
      how,
      content: { ...fields, sha256: file.sha256, size: file.size },
      cleanUp: deleteFiles,
    };
  } catch (error) {
    await deleteFiles();
    throw error;
  }
}

function named({ columns }: Table, wanted: string): TableColumn | undefined {
  return (
    columns.find(({ field }) => field.id === wanted) ?? columns.find(({ field }) => field.name === wanted)
  );
}

/** A header may have several lines; what the database can't store, no header of a file has. */
function refuseUnstorable(header: string, part: 'mapping' | 'types'): void {
  if (!header.includes('\0') && header.isWellFormed()) return;
  throw invalid({ [part]: [message.unreadableCharacters(part === 'mapping' ? 'Mapping' : 'Types')] });
}

/** @throws ApiError 422 for columns that are not there, that no cell of a file fills, or that several would fill. */
function checkMapping(table: Table, mapping: Record<string, string>): void {
  const headers = new Map<string, string>();
  const filled = new Set(filledFields(table));
  for (const [header, wanted] of Object.entries(mapping)) {
    refuseUnstorable(header, 'mapping');
    if (wanted === '') continue;
    const field = named(table, wanted)?.field;
    if (!field) throw invalid({ mapping: [`There is no column “${wanted.slice(0, NAME_LENGTH)}”`] });
    if (!filled.has(field) || !isImportable(field))
      throw invalid({ mapping: [`“${field.label}” cannot be filled from a file`] });
    const other = headers.get(field.id);
    if (other !== undefined)
      throw invalid({
        mapping: [`“${other}” and “${header}” both go to “${field.label}”. Choose one of them`],
      });
    headers.set(field.id, header);
  }
}

/** @throws ApiError 422 for what {@link checkMapping} refuses, or a column that rows can't be matched by. */
export function matchColumns(
  table: Table,
  { mapping, types = {}, match_on = [] }: Pick<ImportRequest, 'mapping' | 'types' | 'match_on'>,
): TableColumn[] {
  checkMapping(table, mapping ?? {});
  for (const header of Object.keys(types)) refuseUnstorable(header, 'types');
  const columns = match_on.map((wanted) => {
    const column = named(table, wanted);
    if (!column) throw invalid({ match_on: [`There is no column “${wanted.slice(0, NAME_LENGTH)}”`] });
    if (column.type === null || column.field.formula !== undefined)
      throw invalid({ match_on: [`Rows cannot be known by ${column.field.label}`] });
    return column;
  });
  return [...new Set(columns)];
}

/** Each takes as much room as its file. @throws ApiError 409 */
async function refuseTooManyPaused(
  trx: Transaction,
  { id }: { id: string },
  { user }: SignedIn,
): Promise<void> {
  const { all, own } = await countPausedImports(trx, id, user.id);
  if (all < PAUSED_MAX && own < PAUSED_OF_PERSON_MAX) return;
  throw conflict(
    'too_many_waiting_files',
    'Too many files wait already. Import or cancel one of them first.',
  );
}

/** Queues the import of a received file. @returns the job's id */
export async function startImport(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.change'>,
  { file, name, how }: IncomingImport,
): Promise<string> {
  const table = await requireTable(services.database, item);
  const match = matchColumns(table, how).map(({ field }) => field.id);
  const onMatch = onMatchOf(table, how);
  const id = newId();
  await withReceivedFiles(services, [file], async (trx, storeFiles) => {
    if (how.paused) await refuseTooManyPaused(trx, item, caller);
    await storeFiles();
    const fileOf = { id, item, sha256: file.sha256, name };
    await queueImport(services, trx, caller, fileOf, { ...how, match_on: match, on_match: onMatch });
  });
  return id;
}

/** Queues the import of a stored file, or stores it paused. By default each line becomes a new row. */
export async function queueImport(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  caller: SignedIn,
  file: { id: string; item: Pick<ItemView, 'id' | 'hub_id'>; sha256: string; name: string },
  how: ImportRequest,
): Promise<void> {
  const { id, item, sha256, name } = file;
  await trx
    .insertInto('job')
    .values({ id, hub_id: item.hub_id, item_id: item.id, task: IMPORT_ROWS, created_by: caller.user.id })
    .execute();
  await trx
    .insertInto('table_import')
    .values({
      job_id: id,
      file_sha256: sha256,
      file_name: name,
      mapping: storedMapping(how),
      column_types: storedTypes(how),
      unknown_options: how.unknown_options ?? null,
      match_on: how.match_on && how.match_on.length > 0 ? JSON.stringify(how.match_on) : null,
      decimal_mark: how.decimal_mark ?? null,
      date_order: how.date_order ?? null,
      sheet: how.sheet ?? null,
      encoding: how.encoding ?? null,
      delimiter: how.delimiter ?? null,
      has_header: how.has_header ?? null,
      empty_cells: how.empty_cells ?? null,
      new_columns: how.new_columns ?? null,
      on_match: how.on_match ?? 'add',
      paused_at: how.paused ? new Date() : null,
    })
    .execute();
  if (how.paused) return;
  const payload = { job: id, user: caller.user.id, links: await serializeActiveLinks(trx, caller.links) };
  await jobs.add(IMPORT_ROWS, payload, { transaction: trx, tenant: hubTenant(item.hub_id) });
}
