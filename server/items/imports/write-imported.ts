import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Visibility } from '#lib/access/roles.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { changeItem } from '#server/items/item/change-item.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { insertItemInPlace, NO_FILE } from '#server/items/item/item.service.ts';
import { queueProcessing } from '#server/items/processing/queue-processing.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { storableName } from '#server/platform/http/file-name.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import {
  type ImportRow,
  type KnownSource,
  recordFile,
  replaceItemFile,
  requireActiveImport,
  saveSource,
  setPosition,
  setTimes,
  sourceOfItem,
} from './document-import.repo.ts';
import { folderIdOf, type ImportRun, statedVisibility, targetOf, visibilityOf } from './import-target.ts';
import { setPictureVisibility } from './picture-visibility.ts';
import { usualTitle } from './plan-files.ts';
import type { ReadDocument } from './read-document.ts';
import { UNCHANGED } from './report-reason.ts';
import type { LinkTarget } from './resolve-links.ts';

/** Makes a folder, unless an earlier import did. */
export async function writeFolder(run: ImportRun, row: ImportRow): Promise<void> {
  const { services, reading, importer } = run;
  await transact(services.database, async (trx) => {
    const known = await sourceOfItem(trx, row.item_id);
    const at = { jobId: reading.job_id, position: row.position };
    if (!(await recordFile(trx, at, { status: 'imported', reason: known ? UNCHANGED : null }))) return;
    if (known) {
      if (known.path === row.path) return;
      await renameWithSource(run, trx, row, known);
      await saveSource(trx, reading, { itemId: row.item_id, path: row.path, sha256: '' });
      return;
    }
    await insertItemInPlace(trx, await targetOf(trx, run, folderIdOf(run, row)), {
      ...NO_FILE,
      visibility: await visibilityOf(trx, run, row),
      id: row.item_id,
      kind: 'folder',
      title: row.title,
      created_by: importer.user.id,
    });
    await setTimes(trx, row.item_id, row);
    await placeAsInSource(run, trx, row);
    await saveSource(trx, reading, { itemId: row.item_id, path: row.path, sha256: '' });
  });
}

/** Stores a file as an item; one that changed in its source is replaced. */
export async function writeFile(run: ImportRun, row: ImportRow): Promise<void> {
  const name = storableName(run.source.known.get(row.path)?.file_name ?? row.title);
  const done = (trx: Transaction, status: 'imported' | 'changed', reason?: string) =>
    recordFile(
      trx,
      { jobId: run.reading.job_id, position: row.position },
      reason ? { status, reason } : { status },
    );
  const file = {
    itemId: row.item_id,
    path: row.path,
    title: row.title,
    name,
    folderId: folderIdOf(run, row),
    visibility: statedVisibility(run, row),
  };
  const updated_at = row.updated_at ?? run.source.modified.get(row.path) ?? null;
  const times = { created_at: row.created_at, updated_at };
  await storeFile(run, { ...file, row: times, chunks: () => run.source.chunks(row.path) }, done);
}

type IncomingFile = {
  itemId: string;
  path: string;
  title: string;
  name: string;
  folderId: string | null;
  visibility: Visibility;
  row: Pick<ImportRow, 'created_at' | 'updated_at'>;
  chunks: () => AsyncIterable<Uint8Array>;
};

type Done = (trx: Transaction, status: 'imported' | 'changed', reason?: string) => Promise<boolean>;

async function storeFile(run: ImportRun, file: IncomingFile, done: Done): Promise<void> {
  const { services, importer, reading } = run;
  const { itemId, path, title, name } = file;
  const received = await services.storage.receive(Readable.from(file.chunks()), {
    maxBytes: services.config.maxUploadBytes,
  });
  try {
    const found = await received.look((bytes) => sniff(bytes, name));
    if (!found.ok) throw new UnreadableArchive(found.message);
    const { sha256, size } = received;
    await withReceivedFiles(services, [received], async (trx, storeFiles) => {
      const known = await sourceOfItem(trx, itemId);
      if (known?.sha256 === sha256) {
        await done(trx, 'imported', UNCHANGED);
        return;
      }
      if (!(await done(trx, known ? 'changed' : 'imported'))) return;
      const target = await targetOf(trx, run, file.folderId);
      await storeFiles();
      if (known) {
        authorizeItem(await itemById(trx, importer, itemId), 'item.change');
        await replaceItemFile(trx, itemId, { sha256, size, mime: found.mime, userId: importer.user.id });
      } else {
        await insertItemInPlace(trx, target, {
          ...NO_FILE,
          visibility: file.visibility,
          id: itemId,
          kind: found.kind,
          title,
          file_sha256: sha256,
          file_name: name,
          mime: found.mime,
          size,
          created_by: importer.user.id,
        });
        await setTimes(trx, itemId, file.row);
      }
      await queueProcessing(trx, services.jobs, { id: itemId, hub_id: reading.hub_id }, importer.user.id);
      await saveSource(trx, reading, { itemId, path, sha256 });
    });
  } finally {
    await received.discard();
  }
}

/** A folder for the pages below one stands where that page does. */
async function placeAsInSource({ source }: ImportRun, trx: Transaction, { path, item_id }: ImportRow) {
  const position = source.known.get(path.replace(/\/\/$/, ''))?.position;
  if (position !== undefined) await setPosition(trx, item_id, position);
}

/** Gives a page that was renamed in its source its new title, unless it was renamed here. */
export async function renameWithSource(
  run: ImportRun,
  trx: Transaction,
  row: ImportRow,
  { path }: Pick<KnownSource, 'path'>,
): Promise<void> {
  const found = await itemById(trx, run.importer, row.item_id);
  if (!found || found.title === row.title || found.title !== usualTitle(path, row.kind)) return;
  const item = authorizeItem(found, 'item.change');
  await changeItem({ ...run.services, database: trx }, run.importer, item, { title: row.title }, null);
}

/** The visibility of the file may have changed since its pictures were stored. */
export async function alignPictures(run: ImportRun, trx: Transaction, row: ImportRow): Promise<void> {
  if (run.reading.origin_id === null) return;
  const folderId = await knownOrNew(
    { ...run, services: { ...run.services, database: trx } },
    `${row.path}//`,
  );
  await setPictureVisibility(trx, folderId, await visibilityOf(trx, run, row));
}

/** Stores the pictures within a document in a folder beside it. @returns them by their addresses in its text */
export async function writePictures(
  run: ImportRun,
  row: ImportRow,
  { pictures }: ReadDocument,
): Promise<Map<string, LinkTarget>> {
  const targets = new Map<string, LinkTarget>();
  if (pictures.length === 0) return targets;
  const folderPath = `${row.path}//`;
  const folderId = await knownOrNew(run, folderPath);
  const { services, importer, reading } = run;
  await transact(services.database, async (trx) => {
    await requireActiveImport(trx, reading.job_id);
    if (await sourceOfItem(trx, folderId)) return;
    const title = `${row.title} (pictures)`.slice(-255);
    const visibility = await visibilityOf(trx, run, row);
    const own = { id: folderId, kind: 'folder', title, visibility, created_by: importer.user.id } as const;
    await insertItemInPlace(trx, await targetOf(trx, run, folderIdOf(run, row)), { ...NO_FILE, ...own });
    await saveSource(trx, reading, { itemId: folderId, path: folderPath, sha256: '' });
  });
  for (const { name, bytes } of pictures) {
    const path = `${folderPath}${shortKey(name)}`;
    const itemId = await knownOrNew(run, path);
    const file = { itemId, path, title: name, name, folderId, visibility: 'shared', row: NO_TIMES } as const;
    try {
      await storeFile(run, { ...file, chunks: () => Readable.from([bytes]) }, async (trx) => {
        await requireActiveImport(trx, reading.job_id);
        return true;
      });
      targets.set(name, { path, kind: 'file', itemId });
    } catch (error) {
      // A picture of a type that is not stored here is left out.
      if (!(error instanceof UnreadableArchive)) throw error;
    }
  }
  return targets;
}

/** The name of a picture as the end of its path, which is part of a key. */
const shortKey = (name: string): string =>
  Buffer.byteLength(name) > 100 ? createHash('sha256').update(name).digest('hex') : name;

const NO_TIMES = { created_at: null, updated_at: null };

async function knownOrNew({ services, reading }: ImportRun, path: string): Promise<string> {
  const known = await services.database
    .selectFrom('import_source')
    .innerJoin('item', 'item.id', 'import_source.item_id')
    .select('item.id')
    .where('import_source.space_id', '=', reading.space_id)
    .where('item.space_id', '=', reading.space_id)
    .where('item.trashed_at', 'is', null)
    .where('import_source.source', '=', reading.source)
    .where('import_source.path', '=', path)
    .executeTakeFirst();
  return known?.id ?? newId();
}
