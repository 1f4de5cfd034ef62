import { createFormRequest } from '#lib/contract/form.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { parseCreation } from '#server/forms/management/form.service.ts';
import type { ImportRun } from '#server/items/imports/import-target.ts';
import { jsonOf, linesOfJson } from '#server/platform/archives/json-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { archivedFormVersion } from '#server/platform/archives/submission-lines.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { ImportedFormVersion } from './archived-submissions.repo.ts';
import type { FormPictures } from './form-pictures.ts';

/** Versions of one form, and their characters. */
const VERSIONS_MAX = 500;
const CHARACTERS_MAX = 32 * 1024 ** 2;

/** The published versions of a form in an archive, as far as they can be read. */
export async function readFormVersions(
  { source, signal }: Pick<ImportRun, 'source' | 'signal'>,
  path: string,
  pictures: FormPictures,
): Promise<{ versions: ImportedFormVersion[]; isWhole: boolean }> {
  const versions = new Map<number, ImportedFormVersion>();
  let isWhole = true;
  let characters = 0;
  if (!source.forms.has(path)) return { versions: [], isWhole };
  try {
    for await (const line of linesOfJson(source.chunks(path))) {
      signal.throwIfAborted();
      const text = line.trim().replace(/,$/, '');
      if (text === '[' || text === ']' || text === '[]' || text === '') continue;
      characters += text.length;
      const read =
        characters > CHARACTERS_MAX || versions.size >= VERSIONS_MAX
          ? null
          : versionOf(jsonOf(text), pictures);
      if (read && !versions.has(read.version)) versions.set(read.version, read);
      else isWhole = false;
    }
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    isWhole = false;
  }
  return { versions: [...versions.values()], isWhole };
}

function versionOf(content: unknown, pictures: FormPictures): ImportedFormVersion | null {
  const archived = archivedFormVersion.safeParse(content);
  if (!archived.success) return null;
  const { version, language, created_at, ...definition } = archived.data;
  const layout = pictures.inLayout(definition.layout);
  const form = createFormRequest.safeParse({ ...definition, layout, visibility: 'shared' });
  if (!form.success || !isStorableJson(form.data)) return null;
  try {
    const parsed = parseCreation(form.data);
    return {
      ...{ version, language, created_at },
      title: parsed.title,
      description: parsed.description ?? '',
      fields: JSON.stringify(parsed.definition),
      layout: JSON.stringify(parsed.pages),
      translations: JSON.stringify(parsed.texts),
    };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}
