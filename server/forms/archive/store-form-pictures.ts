import { Readable } from 'node:stream';
import { PICTURES_MAX } from '#lib/forms/pictures.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { formById, lockForm } from '#server/forms/definition/form.repo.ts';
import { countPictures, missingPictures } from '#server/forms/images/form-picture.repo.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import type { ImportSource } from '#server/items/imports/read-source.ts';
import { cleanPicture } from '#server/items/pictures/clean-picture.ts';
import { FORMS_FOLDER, formPicturePath } from '#server/platform/archives/form-paths.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { FormOfArchive } from './form-of-archive.ts';
import type { FormPictures } from './form-pictures.ts';

const PICTURE = new RegExp(
  `^(${FORMS_FOLDER.replace('.', '\\.')}[^/]+/)${formPicturePath('([0-9a-f-]{36})').replace('.', '\\.')}$`,
);

/** The ids of the pictures in the folders of forms, by these folders. */
export function picturesOfForms({
  forms,
}: Pick<ImportSource, 'forms'>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of forms) {
    const [, folder, id] = PICTURE.exec(path) ?? [];
    if (folder === undefined || id === undefined) continue;
    const ids = found.get(folder) ?? new Set();
    found.set(folder, ids.add(id));
  }
  return found;
}

/**
 * Stores the pictures of an archive that a form names, and doesn't have: so an import that is repeated stores none.
 * @param left how many more are drawn
 * @returns how many were
 */
export async function storeFormPictures(
  form: FormOfArchive,
  { named }: FormPictures,
  left: number,
): Promise<number> {
  const { run, formId, notes } = form;
  const ids = [...named.keys()];
  const chosen = ids.slice(0, PICTURES_MAX);
  const missing = await transact(run.services.database, (trx) => missingPictures(trx, formId, chosen));
  const drawn = missing.slice(0, Math.max(0, left));
  notes.add('pictures', ids.length - chosen.length + missing.length - drawn.length);
  for (const id of drawn) {
    run.signal.throwIfAborted();
    if (!(await storePicture(form, id, named.get(id) ?? ''))) notes.add('pictures');
  }
  return drawn.length;
}

/** @returns whether it is one, and has place in a form that the importer may change */
async function storePicture(
  { run, formId, folder }: FormOfArchive,
  id: string,
  sourceId: string,
): Promise<boolean> {
  const { services, reading, importer, source, signal } = run;
  const { storage, config } = services;
  try {
    const chunks = Readable.from(source.chunks(`${folder}${formPicturePath(sourceId)}`));
    const received = await storage.receive(chunks, { maxBytes: config.maxUploadBytes, signal });
    try {
      const clean = await cleanPicture(services, received);
      try {
        return await withReceivedFiles(services, [clean], async (trx, storeFiles) => {
          await requireActiveImport(trx, reading.job_id);
          authorizeForm(await formById(trx, importer, formId), 'form.change');
          await lockForm(trx, formId);
          if ((await countPictures(trx, formId)) >= PICTURES_MAX) return false;
          await storeFiles();
          const { sha256: file_sha256, size } = clean;
          await trx
            .insertInto('form_picture')
            .values({ id, form_id: formId, file_sha256, size, created_by: importer.user.id })
            .execute();
          return true;
        });
      } finally {
        await clean.discard();
      }
    } finally {
      await received.discard();
    }
  } catch (error) {
    if (error instanceof UnreadableArchive || (error instanceof ApiError && error.status < 500)) return false;
    throw error;
  }
}
