import type { FormPicture } from '#lib/contract/form-picture.ts';
import { PICTURES_MAX } from '#lib/forms/pictures.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { type FormView, lockForm } from '#server/forms/definition/form.repo.ts';
import type { SignedIn } from '#server/forms/definition/form-target.ts';
import { cleanPicture } from '#server/items/pictures/clean-picture.ts';
import { newId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import { countPictures } from './form-picture.repo.ts';

/**
 * Stores a picture for a form, as `cleanPicture` makes it.
 * @throws ApiError 413 for one that is too large, 415 for another type, 422 for one that can't be decoded,
 * and
 *   where the form has the maximum number.
 */
export async function storeFormPicture(
  services: Services,
  caller: SignedIn,
  form: Authorized<FormView, 'form.change'>,
  { file }: { file: ReceivedFile },
): Promise<FormPicture> {
  const clean = await cleanPicture(services, file);
  const id = newId();
  const { sha256, size } = clean;
  try {
    await withReceivedFiles(services, [clean], async (trx, storeFiles) => {
      await lockForm(trx, form.id);
      if ((await countPictures(trx, form.id)) >= PICTURES_MAX) {
        throw invalid({ file: [message.maxCount('Pictures', PICTURES_MAX)] });
      }
      await storeFiles();
      await trx
        .insertInto('form_picture')
        .values({ id, form_id: form.id, file_sha256: sha256, size, created_by: caller.user.id })
        .execute();
    });
  } finally {
    await clean.discard();
  }
  return { id, size };
}
