import { Readable } from 'node:stream';
import type { FormPicture } from '#lib/contract/form-picture.ts';
import { PICTURE_MAX_BYTES, PICTURE_TYPES, PICTURES_MAX } from '#lib/forms/pictures.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { type FormView, lockForm } from '#server/forms/definition/form.repo.ts';
import type { SignedIn } from '#server/forms/definition/form-target.ts';
import { PICTURE_WAIT_MS } from '#server/items/pictures/caller-slots.ts';
import { newId } from '#server/platform/database/id.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import { countPictures } from './form-picture.repo.ts';

/** As wide as the widest screen shows it on a form, twice: for fine displays. */
const WIDTH = 1600;

/** The picture's type by its bytes, whatever its name. @throws ApiError 415 for anything else. */
async function extensionOf(file: ReceivedFile): Promise<string> {
  for (const type of PICTURE_TYPES) {
    const extension = type === 'jpeg' ? 'jpg' : type;
    const sniffed = await file.look((source) => sniff(source, `picture.${extension}`));
    if (sniffed.ok && sniffed.mime === `image/${type}`) return extension;
  }
  throw new ApiError(415, 'not_a_picture', 'Choose a picture: PNG, JPEG, WebP or GIF.');
}

/**
 * Stores a picture for a form. It is re-encoded in a separate process: its metadata (such as the location),
 * and whatever was hidden in it, is removed.
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
  if (file.size > PICTURE_MAX_BYTES) throw fileTooLarge(PICTURE_MAX_BYTES);
  const extension = await extensionOf(file);
  const drawn = await file.look((source) =>
    services.extraction.thumbnail({ source, extension, width: WIDTH }, { patienceMs: PICTURE_WAIT_MS }),
  );
  if (!drawn.ok) throw invalid({ file: [drawn.message] });
  const clean = await services.storage.receive(Readable.from([drawn.image]), { maxBytes: PICTURE_MAX_BYTES });
  const id = newId();
  const { sha256, size } = clean;
  try {
    await withReceivedFiles(services, [clean], async (trx, keep) => {
      await lockForm(trx, form.id);
      if ((await countPictures(trx, form.id)) >= PICTURES_MAX) {
        throw invalid({ file: [message.maxCount('Pictures', PICTURES_MAX)] });
      }
      await keep();
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
