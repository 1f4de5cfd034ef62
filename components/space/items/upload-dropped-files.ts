import type { Item } from '#lib/contract/item.ts';
import { createItem } from '#services/item.ts';
import { type UploadTarget, uploadQueue } from '#services/upload.ts';
import type { DroppedFile } from './dropped-files.ts';

type Options = Parameters<typeof uploadQueue.add>[2];

/**
 * Uploads dropped files, and creates their folders. `onFolder` is called with each folder.
 * @throws the client's error of a folder that can't be created; uploads that were started before continue
 */
export async function uploadDroppedFiles(
  dropped: readonly DroppedFile[],
  place: UploadTarget,
  options: Options,
  onFolder: (folder: Item) => void,
): Promise<void> {
  /** Folders' ids by their path; a name can't contain NUL. */
  const made = new Map<string, string | null>([['', place.parent]]);
  const folderOf = async (folders: readonly string[]): Promise<string | null> => {
    const key = folders.join('\0');
    const known = made.get(key);
    const title = folders.at(-1);
    if (known !== undefined || title === undefined) return known ?? null;
    const parent = await folderOf(folders.slice(0, -1));
    const { data } = await createItem(place.slug, { kind: 'folder', title, parent });
    made.set(key, data.id);
    onFolder(data);
    return data.id;
  };
  for (const together of Map.groupBy(dropped, ({ folders }) => folders.join('\0')).values()) {
    const parent = await folderOf(together[0]?.folders ?? []);
    uploadQueue.add(
      together.map(({ file }) => file),
      { ...place, parent },
      options,
    );
  }
}
