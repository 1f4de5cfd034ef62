import { itemSlug } from '#lib/text/slug.ts';

/** Stands in an address for a space that the reader can't see; no space's slug can be it. */
export const NO_SPACE = '~';

/** The address of an item's page; `space_slug` is empty for who can't see its space. */
export function itemPath(handle: string, item: { id: string; title: string; space_slug: string }): string {
  return `/${handle}/${item.space_slug || NO_SPACE}/${itemSlug(item.id, item.title)}`;
}
