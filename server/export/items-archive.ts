import { downloadName } from '#lib/text/download-name.ts';
import { itemAllowed } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { FolderNames } from '#server/platform/archives/archive-name.ts';
import { recheckAccessWhileStreaming } from '#server/platform/archives/recheck-access.ts';
import type { ZipEntry } from '#server/platform/archives/zip.ts';
import { noMatchFound, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { rowsAsText } from '#server/tables/export/rows-as-text.ts';
import { findTable } from '#server/tables/table/table.ts';
import { encodeTexts } from './archive-lines.ts';
import {
  type ExportedItem,
  type Exporter,
  exportedItem,
  exportedItemsAmong,
  exportedItemsIn,
} from './export.repo.ts';
import { ARCHIVE_PATH_MAX, COMPRESSIBLE, singleChunk } from './hub-archive.ts';

/** Items that the caller may download, all of one hub, and the name of their archive. */
export type ArchivedItems = { ids: string[]; hubId: string; name: string };

/** @throws ApiError 404 where the caller may download none of them. */
export async function itemsToArchive(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  ids: readonly string[],
): Promise<ArchivedItems> {
  const found = await Promise.all(ids.map((id) => itemById(database, caller, id)));
  const items = found.flatMap((item) =>
    // What is accessible only by a share link is downloaded through that link, one by one.
    item?.own_rank && !item.trashed_at && itemAllowed(item).includes('item.download') ? [item] : [],
  );
  const [first] = items;
  if (!first) throw ids.length === 1 ? notFound('This item') : noMatchFound('These items');
  const here = items.filter((item) => item.hub_id === first.hub_id);
  const date = new Date().toISOString().slice(0, 10);
  const title = here.length === 1 ? first.title : `${first.space_slug}-${date}`;
  return { ids: here.map(({ id }) => id), hubId: first.hub_id, name: `${title}.zip` };
}

type Reading = { ids: readonly string[]; reader: () => Promise<Exporter> };
type Sources = Pick<Services, 'database' | 'storage'>;

/** The content of an item that is no folder; nothing for a file that is missing from the storage. */
async function* contentOf(
  { database, storage }: Sources,
  item: ExportedItem,
  reader: Reading['reader'],
): AsyncGenerator<{ name: string; content: AsyncIterable<Uint8Array>; size?: number; compress: boolean }> {
  /** Checked while it is sent, too: a download ends when access is revoked. */
  const itemAnew = async () => {
    const now = await exportedItem(database, await reader(), item.id);
    if (!now) throw notFound('This item');
    return now;
  };
  const stillMay = async () => {
    await itemAnew();
  };
  // A document that nobody has edited yet is empty.
  const text = item.content ?? (item.kind === 'document' && !item.file_sha256 ? '' : null);
  if (text !== null) {
    const bytes = Buffer.from(text);
    yield { name: `${item.title}.md`, content: singleChunk(bytes), size: bytes.length, compress: true };
  } else if (item.file_sha256) {
    if (!(await storage.has(item.file_sha256))) return;
    const content = recheckAccessWhileStreaming(await storage.read(item.file_sha256), stillMay);
    const compress = COMPRESSIBLE.test(item.mime ?? '');
    yield { name: downloadName(item), content, size: item.size, compress };
  } else if (await findTable(database, item)) {
    yield {
      name: `${item.title}.csv`,
      content: encodeTexts(rowsAsText(database, itemAnew, 'csv')),
      compress: true,
    };
  }
}

/**
 * Items as the entries of an archive: files in their original format, documents as Markdown, tables as CSV,
 * folders with their contents. Rights are checked in each query and again before each item's bytes; memory
 * holds one chunk of one item.
 */
export async function* itemsArchive(services: Sources, { ids, reader }: Reading): AsyncGenerator<ZipEntry> {
  const { database } = services;
  const waiting: { path: string; list: () => Promise<string[]> }[] = [
    { path: '', list: async () => exportedItemsAmong(database, await reader(), ids) },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path } = next;
    const names = new FolderNames();
    for (const id of await next.list()) {
      const item = await exportedItem(database, await reader(), id);
      // It was moved, trashed or hidden meanwhile.
      if (!item) continue;
      const modified = item.updated_at;
      if (item.kind === 'folder') {
        const folder =
          path.length > ARCHIVE_PATH_MAX ? `deeper folders/${id}/` : `${path}${names.take(item.title)}/`;
        yield { path: folder, modified, content: null };
        waiting.push({
          path: folder,
          list: async () => exportedItemsIn(database, await reader(), { folder: id }),
        });
        continue;
      }
      for await (const { name, ...file } of contentOf(services, item, reader)) {
        yield { path: `${path}${names.take(name)}`, modified, ...file };
      }
    }
  }
}
