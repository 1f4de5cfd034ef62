import { createHash } from 'node:crypto';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { changeItem } from '#server/items/item/change-item.ts';
import { itemById, itemContent } from '#server/items/item/item.repo.ts';
import { insertItemInPlace, NO_FILE } from '#server/items/item/item.service.ts';
import { queueItemIndexing } from '#server/items/item/queue-item-indexing.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import {
  type ImportRow,
  type KnownSource,
  recordFile,
  saveSource,
  setSource,
} from './document-import.repo.ts';
import { attachFiles, folderIdOf, type ImportRun, targetOf, visibilityOf } from './import-target.ts';
import { setSourceFacts, viewsAmong } from './imported-documents.repo.ts';
import { mergedText } from './merged-text.ts';
import type { ReadDocument } from './read-document.ts';
import { bytesOf } from './read-source.ts';
import { reportReason, UNCHANGED } from './report-reason.ts';
import { storableSource } from './storable-source.ts';
import { alignPictures, renameWithSource, writePictures } from './write-imported.ts';

/** A file of a document that is read at most, in bytes. */
const DOCUMENT_BYTES = 48 * 1024 ** 2;

export type ReadRow = (row: ImportRow, bytes: Buffer) => Promise<ReadDocument>;

/** A document as it is written, with its links resolved and its pictures stored. */
export type PreparedDocument = {
  row: ImportRow;
  document: ReadDocument;
  sha256: string;
  known: KnownSource | undefined;
  /** What the report says of it. */
  reason: string | null;
};

const isRenamed = ({ path }: ImportRow, known: KnownSource | undefined): boolean =>
  known !== undefined && known.path !== path;

/** Reads the file of a document. @returns null where nothing of it is to be written, which is noted */
export async function prepareDocument(
  run: ImportRun,
  row: ImportRow,
  known: KnownSource | undefined,
  read: ReadRow,
): Promise<PreparedDocument | null> {
  const { services, reading } = run;
  const at = { jobId: reading.job_id, position: row.position };
  const bytes = await bytesOf(run.source, row.path, DOCUMENT_BYTES);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const unchanged = { status: 'imported', reason: UNCHANGED } as const;
  const isSame = known?.sha256 === sha256 && !isRenamed(row, known);
  if (isSame && !run.hasNewTargets) {
    await recordFile(services.database, at, unchanged);
    return null;
  }
  const document = await read(row, bytes);
  const own = await writePictures(run, row, document);
  const first = run.resolver.resolve(document.markdown, row.path, own);
  const { text, missing } =
    first.views.length === 0
      ? first
      : run.resolver.resolve(
          document.markdown,
          row.path,
          own,
          await viewsAmong(services.database, first.views),
        );
  if (isSame && known.markdown === text) {
    await recordFile(services.database, at, unchanged);
    return null;
  }
  const reason = reportReason({
    missing,
    leftOut: document.left_out,
    linkedPictures: document.linked_pictures,
  });
  return { row, document: { ...document, markdown: text }, sha256, known, reason };
}

/** Writes a document; one that was changed in its source is merged with what was changed here. */
export async function writePrepared(run: ImportRun, prepared: PreparedDocument): Promise<void> {
  const { services, reading } = run;
  const { row, document, known, reason, sha256 } = prepared;
  const at = { jobId: reading.job_id, position: row.position };
  const source = { itemId: row.item_id, path: row.path, sha256, markdown: document.markdown };
  if (known) {
    const merged = await mergedText(services, row.item_id, known.markdown ?? '', document.markdown);
    await transact(services.database, async (trx) => {
      if (!(await recordFile(trx, at, { status: 'changed', reason }))) return;
      await changeDocument(run, trx, row.item_id, merged);
      if (isRenamed(row, known))
        await renameWithSource(run, trx, { ...row, title: document.title ?? row.title }, known);
      // It is found by its tags.
      if (await setSource(trx, row.item_id, sourceOf(run, row, document)))
        await queueItemIndexing(trx, [{ id: row.item_id, hub_id: reading.hub_id }]);
      await saveSource(trx, reading, source);
    });
    return;
  }
  await transact(services.database, async (trx) => {
    if (!(await recordFile(trx, at, { status: 'imported', reason }))) return;
    // Anybody who changes who may see the file, or its copy here, waits for the other.
    if (reading.origin_id !== null) await lockSpaceTreeExclusive(trx, reading.space_id);
    const place = await targetOf(trx, run, folderIdOf(run, row));
    const visibility = await visibilityOf(trx, run, row);
    await insertItemInPlace(trx, place, { ...itemOf(run, prepared), visibility });
    await setSourceFacts(trx, [factsOf(run, prepared)]);
    await attachFiles(trx, run, row);
    await alignPictures(run, trx, row);
    await saveSource(trx, reading, source);
  });
}

/** What its source says of a document: our own manifest, or the document itself. */
const sourceOf = ({ source }: ImportRun, { path }: ImportRow, { author, tags }: ReadDocument) =>
  source.known.get(path)?.source ?? { author, tags };

/** The item that a new document becomes, without its visibility. */
export const itemOf = (run: ImportRun, { row, document }: PreparedDocument) => ({
  ...NO_FILE,
  id: row.item_id,
  kind: 'document' as const,
  // Our own export knows its titles.
  title: run.source.isOwnExport ? row.title : (document.title ?? row.title),
  content: document.markdown,
  mime: 'text/markdown',
  size: Buffer.byteLength(document.markdown),
  created_by: run.importer.user.id,
});

/** What the source of a new document says of it, besides its text. */
export function factsOf(run: ImportRun, { row, document }: PreparedDocument) {
  const known = run.source.known.get(row.path);
  const source = storableSource(sourceOf(run, row, document));
  return {
    id: row.item_id,
    created_at: row.created_at ?? document.created_at,
    updated_at: row.updated_at ?? document.updated_at ?? run.source.modified.get(row.path) ?? null,
    position: run.source.known.get(row.path.replace(/\/\/$/, ''))?.position ?? null,
    meta: { ...(source && { source }), ...(known?.full_width && { full_width: true }) },
  };
}

async function changeDocument(
  run: ImportRun,
  trx: Transaction,
  itemId: string,
  content: string,
): Promise<void> {
  if ((await itemContent(trx, itemId)) === content) return;
  const item = authorizeItem(await itemById(trx, run.importer, itemId), 'item.change');
  await changeItem({ ...run.services, database: trx }, run.importer, item, { content, isQuiet: true }, null);
}
