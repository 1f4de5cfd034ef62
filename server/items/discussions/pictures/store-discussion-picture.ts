import { DISCUSSION_PICTURES_MAX } from '#lib/contract/discussion-picture.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { countDiscussionText } from '#server/items/discussions/text/discussion-limit.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { cleanPicture } from '#server/items/pictures/clean-picture.ts';
import { newId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import {
  countDiscussionPictures,
  insertDiscussionPicture,
  type PicturePlace,
} from './discussion-picture.repo.ts';

/**
 * Stores a picture for a text of a discussion, as `cleanPicture` makes it.
 * @param place the item or the space that the proof is about
 * @throws ApiError 413, 415 and 422 for what is no picture, and where there is the maximum number
 */
export async function storeDiscussionPicture(
  services: Services,
  caller: SignedIn,
  _proof: Authorized<{ id: string }, 'discussion.write'>,
  { file, place }: { file: ReceivedFile; place: PicturePlace },
): Promise<{ id: string; path: string; size: number }> {
  const clean = await cleanPicture(services, file);
  const id = newId();
  const { sha256, size } = clean;
  try {
    await withReceivedFiles(services, [clean], async (trx, storeFiles) => {
      await countDiscussionText(trx, services, caller.user.id);
      if ((await countDiscussionPictures(trx, place)) >= DISCUSSION_PICTURES_MAX) {
        throw invalid({ file: [message.maxCount('Pictures', DISCUSSION_PICTURES_MAX)] });
      }
      await storeFiles();
      await insertDiscussionPicture(trx, place, {
        id,
        file_sha256: sha256,
        size,
        created_by: caller.user.id,
      });
    });
  } finally {
    await clean.discard();
  }
  return { id, path: `/api/v1/discussion-pictures/${id}/`, size };
}
