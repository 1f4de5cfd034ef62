import { deriveIfWritten } from '#server/items/collaboration/derive-document.ts';
import { MERGE_MAX, mergeTexts } from '#server/items/documents/merge-texts.ts';
import { itemContent } from '#server/items/item/item.repo.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * The text of both sides: what the source has now, with what was changed here since the last import.
 * @throws UnreadableArchive where both were changed, and are too long to be merged
 */
export async function mergedText(
  services: Services,
  itemId: string,
  base: string,
  there: string,
): Promise<string> {
  await deriveIfWritten(services, itemId);
  const here = (await itemContent(services.database, itemId)) ?? '';
  if (here === base || here === there) return there;
  if (base.length + here.length + there.length > MERGE_MAX)
    throw new UnreadableArchive(
      'This document was changed here and in the import, and is too long to be merged.',
    );
  return mergeTexts(base, here, there);
}
