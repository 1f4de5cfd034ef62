import type { NotNull } from 'kysely';
import { type ListQuery, listQuery } from '#lib/contract/pagination.ts';
import type { ItemPreview } from '#lib/contract/preview.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { documentHtml } from '#server/items/documents/document-html.ts';
import { documentPassages } from '#server/items/documents/document-passages.ts';
import { type ItemView, itemContent } from '#server/items/item/item.repo.ts';
import { previewName } from '#server/items/pictures/derived.ts';
import type { Database } from '#server/platform/database/database.ts';
import { plainText, splitText } from '#server/platform/indexing/passage-text.ts';
import type { Services } from '#server/platform/services.ts';

export const textQuery = listQuery;

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
    const markdown = await itemContent(services.database, item.id);
    return markdown === null ? { type: 'none' } : { type: 'markdown', markdown };
  }
  const stored = await services.storage.readDerived(item.file_sha256, previewName(item.id));
  return stored ? JSON.parse(stored.toString()) : { type: 'none' };
}

/** A page of an item's passages, in their order: of a document by its content, of a file as it was read. */
export async function passagesOfItem(database: Database, itemId: string, { page, page_size }: ListQuery) {
  const markdown = await itemContent(database, itemId);
  if (markdown !== null) {
    return [...documentPassages(markdown)]
      .flatMap(({ text, heading = '', ...rest }) =>
        [...splitText(plainText(text))].map((part) => ({ ...rest, heading: plainText(heading), text: part })),
      )
      .slice((page - 1) * page_size, page * page_size);
  }
  const rows = await database
    .selectFrom('passage')
    .select(['number', 'place', 'heading', 'body'])
    .where('item_id', '=', itemId)
    .where('place', 'is not', null)
    .$narrowType<{ place: NotNull }>()
    .orderBy('number')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return rows.map(({ place, heading, body }) => ({ where: place, heading, text: body }));
}
