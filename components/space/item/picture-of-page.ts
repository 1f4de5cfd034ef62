import type { ItemPageData } from './item-page.ts';

/** Wide enough for link previews, which are shown at 600 pixels and more. */
const WIDTH = 1200;
const FIRST_PICTURE = /<img[^>]*\ssrc="(\/api\/v1\/items\/[0-9a-f-]{36})\/file\/"/;

/** The address of a picture for link previews: the item itself, or the first one in its text; null without any. */
export function pictureOf({ item, preview }: Pick<ItemPageData, 'item' | 'preview'>): string | null {
  const inText = preview.type === 'html' ? FIRST_PICTURE.exec(preview.html)?.[1] : undefined;
  const path = inText ?? (item.kind === 'image' && item.has_thumbnail ? `/api/v1/items/${item.id}` : null);
  return path && `${path}/thumbnail/?w=${WIDTH}`;
}
