import { Readable } from 'node:stream';
import type { FormPicture } from '#lib/contract/form-picture.ts';
import { PICTURE_MAX_BYTES, PICTURE_TYPES, PICTURES_MAX } from '#lib/form/pictures.ts';
import * as message from '#lib/messages.ts';
import { newId } from '../database/id.ts';
import { sniff } from '../extract/sniff.ts';
import { keepingFiles } from '../file/keep-files.ts';
import { type FormView, lockForm } from '../form/form.repo.ts';
import type { SignedIn } from '../form/form.service.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { PICTURE_PATIENCE_MS } from '../picture/caller-turns.ts';
import type { Authorized } from '../policy/authorized.ts';
import type { Services } from '../services.ts';
import { fileTooLarge } from '../storage/file-too-large.ts';
import type { ReceivedFile } from '../storage/storage.ts';
import { countPictures } from './form-picture.repo.ts';

/** As wide as the widest screen shows it on a form, twice: for fine displays. */
const WIDTH = 1600;

/** What the picture is by its bytes, whatever its name says. @throws ApiError 415 for anything else. */
async function extensionOf(file: ReceivedFile): Promise<string> {
  for (const type of PICTURE_TYPES) {
    const extension = type === 'jpeg' ? 'jpg' : type;
    const sniffed = await file.look((source) => sniff(source, `picture.${extension}`));
    if (sniffed.ok && sniffed.mime === `image/${type}`) return extension;
  }
  throw new ApiError(415, 'not_a_picture', 'Choose a picture: PNG, JPEG, WebP or GIF.');
}

/**
 * Keeps a picture for a form. It is drawn anew in a process of its own: what it told beside its pixels (where it was
 * taken), and whatever hid in it, is left behind.
 * @throws ApiError 413 for one that is too large, 415 for what is no picture, 422 for one that can't be drawn, and
 *   where the form has as many as it may.
 */
export async function keepPicture(
  services: Services,
  caller: SignedIn,
  form: Authorized<FormView, 'form.change'>,
  { file }: { file: ReceivedFile },
): Promise<FormPicture> {
  if (file.size > PICTURE_MAX_BYTES) throw fileTooLarge(PICTURE_MAX_BYTES);
  const extension = await extensionOf(file);
  const drawn = await file.look((source) =>
    services.extraction.thumbnail({ source, extension, width: WIDTH }, { patienceMs: PICTURE_PATIENCE_MS }),
  );
  if (!drawn.ok) throw invalid({ file: [drawn.message] });
  const clean = await services.storage.receive(Readable.from([drawn.image]), { maxBytes: PICTURE_MAX_BYTES });
  const id = newId();
  const { sha256, size } = clean;
  try {
    await keepingFiles(services, [clean], async (trx, keep) => {
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
