import { rewriteLinks } from '#lib/text/markdown-links.ts';
import type { PictureRange } from '#server/platform/extraction/document-to-write.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';

/** A picture's file, where the reader of the document may see it now. */
export type ReadablePicture = { sha256: string; size: number; mime: string | null };
export type PictureReader = (itemId: string) => Promise<ReadablePicture | null>;

/** Pictures of a document that are put into its file, and their bytes together and each; others are links. */
const PICTURES_MAX = 500;
const ALL_BYTES_MAX = 48 * 1024 ** 2;
const BYTES_MAX = 24 * 1024 ** 2;

const ITEM_FILE =
  /\/api\/v1\/items\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:file|preview|thumbnail)\/?(?:[?#].*)?$/;

/** The item whose picture an address shows; null for an address of anything else. */
export function pictureItem(address: string, origin: string): string | null {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  return path.startsWith('/api/') ? (ITEM_FILE.exec(path)?.[1] ?? null) : null;
}

export type DocumentPictures = {
  ranges: PictureRange[];
  files: { from: number; picture: ReadablePicture }[];
};

/** The pictures of a text that its reader may see, within the limits. */
export async function picturesOf(
  markdown: string,
  { origin, read }: { origin: string; read: PictureReader },
): Promise<DocumentPictures> {
  const addresses = new Set<string>();
  rewriteLinks(markdown, {
    address: (address, isPicture) => {
      if (isPicture !== false && addresses.size < PICTURES_MAX) addresses.add(address);
      return null;
    },
  });
  const found: DocumentPictures = { ranges: [], files: [] };
  let offset = 0;
  for (const address of addresses) {
    const id = pictureItem(address, origin);
    const picture = id ? await read(id) : null;
    if (!picture || picture.size > BYTES_MAX || offset + picture.size > ALL_BYTES_MAX) continue;
    found.ranges.push({ address, offset, size: picture.size });
    found.files.push({ from: offset, picture });
    offset += picture.size;
  }
  return found;
}

/** A head and the files of pictures behind it as one source; the files are read when they are needed. */
export function withPictures(
  { storage }: Pick<Services, 'storage'>,
  head: Buffer,
  files: DocumentPictures['files'],
): ByteSource {
  const last = files.at(-1);
  const size = head.length + (last ? last.from + last.picture.size : 0);
  return {
    size,
    async read(offset, length) {
      if (offset < head.length) return head.subarray(offset, offset + length);
      const at = offset - head.length;
      const file = files.find(({ from, picture }) => at >= from && at < from + picture.size);
      if (!file) return Buffer.alloc(0);
      const wanted = Math.min(length, file.from + file.picture.size - at);
      return storage.look(file.picture.sha256, (source) => source.read(at - file.from, wanted));
    },
  };
}
