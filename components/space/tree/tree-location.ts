import { useRouter } from 'next/router';
import { viewPath } from '#components/space/view/space-view.ts';
import { itemPath, NO_SPACE } from '#lib/browser/item-path.ts';
import type { TreeEntry } from '#lib/contract/item-tree.ts';
import { itemIdFromSlug } from '#lib/text/slug.ts';

const textOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The space of the page, and its folder or document; null outside of a space that the reader may see. */
export type TreeLocation = { handle: string; slug: string; current: string | null };

/** Where the page is in a space, by its address. */
export function useTreeLocation(): TreeLocation | null {
  const { query, pathname } = useRouter();
  const handle = textOf(query.handle);
  const slug = textOf(query.space);
  if (!handle || !slug || slug === NO_SPACE) return null;
  const item = textOf(query.item);
  const folder = pathname === '/[handle]/[space]' ? textOf(query.parent) : null;
  return { handle, slug, current: item ? itemIdFromSlug(item) : folder };
}

/** The address of a folder or document. */
export function treeEntryPath({ handle, slug }: TreeLocation, { id, title, kind }: TreeEntry): string {
  return kind === 'folder'
    ? viewPath(`/${handle}/${slug}`, { parent: id })
    : itemPath(handle, { id, title, space_slug: slug });
}
