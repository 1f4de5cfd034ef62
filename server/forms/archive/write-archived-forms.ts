import { z } from 'zod';
import { createFormRequest } from '#lib/contract/form.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { insertForm } from '#server/forms/management/form.service.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import { type ImportRun, targetOf } from '#server/items/imports/import-target.ts';
import { bytesOf } from '#server/items/imports/read-source.ts';
import { FORM_FILE, FORMS_FOLDER } from '#server/platform/archives/form-paths.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { FORM_VERSIONS_FILE } from '#server/platform/archives/submission-lines.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import { isId } from '#server/platform/database/id.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { insertFormVersions } from './archived-submissions.repo.ts';
import { FormPictures } from './form-pictures.ts';
import { readFormVersions } from './read-form-versions.ts';
import { picturesOfForms, storeFormPictures } from './store-form-pictures.ts';
import { SubmissionNotes } from './submission-notes.ts';
import { HistoryWriter } from './write-history.ts';
import { SUBMISSIONS_MAX, writeSubmissions } from './write-submissions.ts';

/** Forms of one import, and the bytes of one. */
const FORMS_MAX = 1_000;
const BYTES_MAX = 8 * 1024 ** 2;
/** Pictures of one import: each is encoded again. */
const PICTURES_MAX = 2_000;
const DEFINITION = new RegExp(`^${FORMS_FOLDER.replace('.', '\\.')}[^/]+/${FORM_FILE.replace('.', '\\.')}$`);

/** Settings that send to others, open a form to other sites, or delete what was sent to it: somebody chooses them here. */
const CHOSEN_HERE = ['notify', 'embed_origins', 'retention_days'];

const archivedForm = z.object({
  id: z.string().refine(isId),
  title: z.unknown(),
  description: z.unknown(),
  visibility: z.unknown(),
  fields: z.array(z.unknown()),
  layout: z.unknown(),
  translations: z.unknown(),
  settings: z.record(z.string(), z.unknown()).default({}).catch({}),
});

/**
 * Makes the forms of an archive as drafts, with their pictures, versions and submissions: nobody can fill them before somebody
 * publishes them. A form that is here already, or in the trash, stays as it is.
 * @returns what the report says of it; null for nothing
 */
export async function writeArchivedForms(run: ImportRun): Promise<string | null> {
  const paths = [...run.source.forms].filter((path) => DEFINITION.test(path));
  const notes = new SubmissionNotes();
  const history = new HistoryWriter();
  const pictures = picturesOfForms(run.source);
  let left = SUBMISSIONS_MAX;
  let picturesLeft = PICTURES_MAX;
  let made = 0;
  let failed = Math.max(0, paths.length - FORMS_MAX);
  for (const path of paths.slice(0, FORMS_MAX)) {
    run.signal.throwIfAborted();
    try {
      const folder = path.slice(0, -FORM_FILE.length);
      const { formId, isNew, named } = await writeForm(run, path, { notes, pictures: pictures.get(folder) });
      if (isNew) made += 1;
      const form = { run, formId, folder, notes };
      picturesLeft -= await storeFormPictures(form, named, picturesLeft);
      left -= await writeSubmissions({ ...form, left });
      await history.write(form);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500;
      if (!(isRefused || error instanceof UnreadableArchive)) throw error;
      failed += 1;
    }
  }
  return (
    [made > 0 && madeNote(made), failed > 0 && failedNote(failed), notes.text(), history.text()]
      .filter(Boolean)
      .join(' ') || null
  );
}

const madeNote = (count: number): string =>
  `${count === 1 ? 'One form is a draft' : `${count} forms are drafts`} until somebody publishes ${count === 1 ? 'it' : 'them'}.`;
const failedNote = (count: number): string =>
  `${count === 1 ? 'One form' : `${count} forms`} could not be imported.`;

/** @returns its id here, and whether it is new. @throws UnreadableArchive, ApiError where it can't be made */
async function writeForm(
  run: ImportRun,
  path: string,
  { notes, pictures = new Set() }: { notes: SubmissionNotes; pictures: ReadonlySet<string> | undefined },
): Promise<{ formId: string; isNew: boolean; named: FormPictures }> {
  const { services, reading, importer } = run;
  const content = archivedForm.safeParse(jsonIn(await bytesOf(run.source, path, BYTES_MAX)));
  if (!content.success) throw new UnreadableArchive('This form cannot be read.');
  const { id: sourceId, visibility, settings, ...sent } = content.data;
  const id = derivedId('form', reading.space_id, reading.source, sourceId);
  const named = new FormPictures(id, pictures);
  const chosen = Object.entries(settings).filter(([name]) => !CHOSEN_HERE.includes(name));
  const own = named.inSettings(Object.fromEntries(chosen));
  const form = {
    ...sent,
    layout: named.inLayout(sent.layout),
    visibility: visibility === 'private' ? 'private' : 'shared',
  };
  const read = [
    createFormRequest.safeParse({ ...form, settings: own }),
    createFormRequest.safeParse(form),
  ].find(({ success }) => success);
  if (!read?.success || !isStorableJson(read.data)) throw new UnreadableArchive('This form cannot be read.');
  const versionsPath = path.replace(/[^/]+$/, FORM_VERSIONS_FILE);
  const { versions, isWhole } = await readFormVersions(run, versionsPath, named);
  return transact(services.database, async (trx) => {
    await requireActiveImport(trx, reading.job_id);
    const there = await trx.selectFrom('form').select('id').where('id', '=', id).executeTakeFirst();
    if (there) return { formId: id, isNew: false, named };
    const { space } = await targetOf(trx, run, null);
    await insertForm(trx, importer, space, read.data, id);
    await insertFormVersions(trx, { id, importerId: importer.user.id }, versions);
    if (!isWhole) notes.add('versions');
    notes.add('pictures', named.missing.size);
    return { formId: id, isNew: true, named };
  });
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
