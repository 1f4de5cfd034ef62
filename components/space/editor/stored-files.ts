import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import { fileUrl } from '#services/item.ts';
import { uploadFile } from '#services/upload-file.ts';

/** What stands in the text for a file: the picture itself, or a link to the file's page. */
export function contentOf(handle: string, file: Item) {
  // The name of a file says nothing of what it shows: the picture’s tools ask for a text.
  if (file.kind === 'image') return { type: 'image', attrs: { src: fileUrl(file.id) } };
  const href = itemPath(handle, { ...file, space_slug: file.space_slug ?? '' });
  return { type: 'text', text: file.title, marks: [{ type: 'link', attrs: { href } }] };
}

/** Stores a file beside a document: anybody who reads that may read it, also when its rights change later. */
export const storeBeside = ({ id, space_slug, parent_id, visibility }: Item, file: File): Promise<Item> =>
  uploadFile(file, {
    slug: space_slug ?? '',
    parent: parent_id,
    document: id,
    visibility: visibility === 'private' ? 'private' : 'shared',
  });
