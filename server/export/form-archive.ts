import { usedPictures } from '#server/forms/images/form-picture.repo.ts';
import {
  exportSubmissions,
  fileEntries,
  submissionsOfForm,
} from '#server/forms/submissions/export-submissions.ts';
import { FORM_FILE, formPicturePath } from '#server/platform/archives/form-paths.ts';
import { recheckAccessWhileStreaming } from '#server/platform/archives/recheck-access.ts';
import {
  FORM_VERSIONS_FILE,
  SUBMISSION_HISTORY_FILE,
  SUBMISSION_NOTES_FILE,
  SUBMISSIONS_FILE,
} from '#server/platform/archives/submission-lines.ts';
import type { ZipEntry } from '#server/platform/archives/zip.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { entryOfLines } from './archive-lines.ts';
import type { Exporter } from './export.repo.ts';
import {
  type ExportedForm,
  exportedForm,
  exportedFormGrants,
  exportedVersions,
} from './export-forms.repo.ts';
import { historyLines, noteLines, submissionLines } from './form-submissions.ts';

type ArchiveContext = {
  services: Pick<Services, 'database' | 'storage'>;
  /** The exporter with their current rights. @throws once they may not export any more. */
  exporter: () => Promise<Exporter>;
  /** Whether it has what an import makes the submissions of again, too. */
  hasLines?: boolean;
  /** And what these were before they were changed. */
  hasHistory?: boolean;
};

/** A file of an archive: path, size, modification time and content. */
type FormFile = Pick<ZipEntry, 'path' | 'size' | 'compress'> & {
  modified: Date;
  content: AsyncIterable<Uint8Array>;
};

/**
 * A form as files in a folder: its definition (`form.json`), its published versions, and for exporters who
 * may read them its submissions as JSON and as a table, with their files. Authorizes again before each part
 * of the submissions.
 */
export async function* formFiles(
  { services, exporter, hasLines = false, hasHistory = false }: ArchiveContext,
  form: ExportedForm,
  folder: string,
): AsyncGenerator<FormFile> {
  const { database } = services;
  const modified = form.updated_at;
  const file = (name: string, content: AsyncIterable<string | Uint8Array>): FormFile => ({
    path: `${folder}${name}`,
    modified,
    content: asBytes(content),
    compress: true,
  });
  /** Nothing without any. */
  const lines = (name: string, content: AsyncGenerator<string>) =>
    entryOfLines(`${folder}${name}`, modified, content);
  yield file(FORM_FILE, described(services, form));
  if (form.sees_draft) yield* pictureFiles({ services, exporter }, form, folder);
  // One that was imported may have some, and not be published.
  if (!form.has_versions) return;
  yield file(FORM_VERSIONS_FILE, listed(exportedVersions(database, form)));
  if (!form.reads_submissions) return;
  const stillMay = async () => {
    const now = await exportedForm(database, await exporter(), form.id);
    if (!now?.reads_submissions) throw notFound('This export');
  };
  const submissions = await submissionsOfForm(services, form, stillMay);
  yield file('answers.csv', exportSubmissions(services, submissions, 'csv'));
  yield file('answers.json', exportSubmissions(services, submissions, 'json'));
  if (hasLines) {
    yield file(SUBMISSIONS_FILE, submissionLines(services, exporter, submissions));
    yield* lines(SUBMISSION_NOTES_FILE, noteLines(services, exporter, submissions));
  }
  if (hasHistory) yield* lines(SUBMISSION_HISTORY_FILE, historyLines(services, exporter, submissions));
  for await (const { content, path, size } of fileEntries(services, submissions)) {
    if (content) {
      yield { path: `${folder}files/${path}`, modified, content, ...(size === undefined ? {} : { size }) };
    }
  }
}

/** The pictures that stand on a form, for who sees its draft. */
async function* pictureFiles(
  { services, exporter }: Pick<ArchiveContext, 'services' | 'exporter'>,
  { id, updated_at: modified }: ExportedForm,
  folder: string,
): AsyncGenerator<FormFile> {
  const { database, storage } = services;
  const stillMay = async () => {
    if (!(await exportedForm(database, await exporter(), id))?.sees_draft) throw notFound('This export');
  };
  for (const picture of await usedPictures(database, id)) {
    await stillMay();
    if (!(await storage.has(picture.file_sha256))) continue;
    const content = recheckAccessWhileStreaming(await storage.read(picture.file_sha256), stillMay);
    yield { path: `${folder}${formPicturePath(picture.id)}`, modified, content, size: picture.size };
  }
}

/** A form's metadata; its draft, settings and members only for exporters who may change it. */
async function* described(
  { database }: ArchiveContext['services'],
  form: ExportedForm,
): AsyncGenerator<string> {
  const {
    sees_draft,
    reads_submissions: _,
    has_versions: _versions,
    fields,
    layout,
    translations,
    settings,
    ...known
  } = form;
  const { title: _title, description: _description, ...outside } = known;
  const draft = { ...known, settings, fields, layout, translations };
  yield JSON.stringify(
    sees_draft ? { ...draft, people: await exportedFormGrants(database, form.id) } : outside,
    null,
    2,
  );
}

async function* listed(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* asBytes(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}
