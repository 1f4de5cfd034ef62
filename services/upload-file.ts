import type { Item } from '#lib/contract/item.ts';
import type { UploadVisibility } from '#lib/contract/upload-parts.ts';
import { postMultipart } from './api.ts';
import { appendFile } from './file-part.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

type Destination = {
  slug: string;
  /** A folder of the space; null is its top level. */
  parent: string | null;
  visibility: UploadVisibility;
  /** The document that it is put into. */
  document: string;
};

/** Stores one file as an item. @throws the client's error; an Error that says why the file was refused */
export async function uploadFile(
  file: File,
  { slug, parent, visibility, document }: Destination,
): Promise<Item> {
  const body = new FormData();
  // Fields first, so that the server has them before the bytes arrive.
  if (parent) body.append('parent', parent);
  body.append('document', document);
  if (visibility === 'private') body.append('visibility', visibility);
  appendFile(body, 'files', file);
  const { data } = await postMultipart(`spaces/${encodeURIComponent(slug)}/upload/`, body, {
    headers: { 'Idempotency-Key': newIdempotencyKey() },
  });
  const [item] = data.items;
  if (!item) throw new Error(data.refused[0]?.message ?? '');
  return item;
}
