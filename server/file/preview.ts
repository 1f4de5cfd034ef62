import { type ListQuery, listQuery } from '#lib/contract/pagination.ts';
import type { Database } from '../database/database.ts';
import type { Preview } from '../extract/result.ts';
import { contentOf, type ItemView } from '../item/item.repo.ts';
import { documentHtml } from '../markdown/document-html.ts';
import { previewName, SHARED_PREVIEW } from '../picture/derived.ts';
import type { Authorized } from '../policy/authorized.ts';
import type { Services } from '../services.ts';

export const textQuery = listQuery;

/** Whether an item was read before each had a preview of its own. */
async function hasSharedPreview(database: Database, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('item')
    .select('has_shared_preview')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.has_shared_preview ?? false;
}

/**
 * What an item's page shows: its own Markdown, what its file's reader prepared, or nothing. With `is_plain` a text is
 * Markdown that could not be rendered.
 */
export type ItemPreview =
  | Preview
  | { type: 'markdown'; markdown: string }
  | { type: 'text'; text: string; is_plain: true }
  | { type: 'none' };

/** Its own Markdown as HTML, as pages show it; the same text where it can't be rendered within the limits. */
export async function documentPreview(
  services: Services,
  item: Authorized<ItemView, 'item.download'>,
  caller: string,
): Promise<ItemPreview> {
  const preview = await filePreview(services, item);
  if (preview.type !== 'markdown') return preview;
  const { markdown } = preview;
  if (!markdown.trim()) return { type: 'none' };
  const html = await documentHtml(services, { id: item.id, markdown }, caller);
  return html === null ? { type: 'text', text: markdown, is_plain: true } : { type: 'html', html };
}

export async function filePreview(
  services: Services,
  item: Authorized<ItemView, 'item.download'>,
): Promise<ItemPreview> {
  if (!item.file_sha256) {
    const markdown = await contentOf(services.database, item.id);
    return markdown === null ? { type: 'none' } : { type: 'markdown', markdown };
  }
  const { file_sha256: sha256, id } = item;
  const kept =
    (await services.storage.readDerived(sha256, previewName(id))) ??
    ((await hasSharedPreview(services.database, id))
      ? await services.storage.readDerived(sha256, SHARED_PREVIEW)
      : null);
  return kept ? JSON.parse(kept.toString()) : { type: 'none' };
}

/** A page of an item's passages, in their order. */
export async function passagesOfItem(database: Database, itemId: string, { page, page_size }: ListQuery) {
  const rows = await database
    .selectFrom('passage')
    .select(['number', 'place', 'heading', 'body'])
    .where('item_id', '=', itemId)
    .where('place', 'is not', null)
    .orderBy('number')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return rows.map(({ place, heading, body }) => ({ where: place, heading, text: body }));
}
