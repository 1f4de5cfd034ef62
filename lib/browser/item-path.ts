import { itemSlug } from '#lib/text/slug.ts';

/** Replaces the slug of a space that the user can't see; no space can have this slug. */
export const NO_SPACE = '~';

/** The path of an item's page; `space_slug` is empty for users who can't see its space. */
export function itemPath(handle: string, item: { id: string; title: string; space_slug: string }): string {
  return `/${handle}/${item.space_slug || NO_SPACE}/${itemSlug(item.id, item.title)}`;
}
