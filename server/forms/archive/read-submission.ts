import type { Values } from '#lib/fields/definition.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { type SubmissionValue, submissionValues } from '#lib/fields/submission-values.ts';
import { validate } from '#lib/fields/validate.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf } from '#server/forms/definition/form-settings.ts';
import type { PublishedForm } from '#server/forms/definition/version-cache.ts';
import { claimableFiles } from '#server/forms/uploads/submission-files.ts';
import { idInPlace } from '#server/items/discussions/archive/imported-texts.repo.ts';
import type { ArchivedSubmission } from '#server/platform/archives/submission-lines.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { storableName } from '#server/platform/http/file-name.ts';

/** What no value of a field can be, whatever its rules. */
const WRONG: ReadonlySet<string> = new Set(['invalid', 'unknown_field', 'unreadable']);
/** As many problems as are reported. */
const PROBLEMS_MAX = 200;

/** A file of a submission, with its id here. */
export type FileToStore = { id: string; field_id: string; name: string; path: string };

/** The values of a submission as they are stored here; null for what its form could not have taken. */
export function readSubmission(
  form: FormView,
  definition: PublishedForm,
  {
    id: submissionId,
    values: sent,
    typed,
    files: sentFiles,
  }: Pick<ArchivedSubmission, 'id' | 'values' | 'typed' | 'files'>,
) {
  if (!isStorableJson(sent) || !isStorableJson(typed)) return null;
  // Of each submission its own: an archive may name a file in several.
  const ids = new Map(sentFiles.map(({ id }) => [id, idInPlace(`${form.id} ${submissionId}`, id)]));
  const values = withIds(sent, ids);
  const files = sentFiles.map(({ id, field, name, path }) => ({
    ...{ id: ids.get(id) ?? id, field_id: field, name: storableName(name), path },
  }));
  const known = new Map(files.map((file) => [file.id, { ...file, size: 1 }]));
  const checked = validate(definition.shown, values, {
    hidden: 'keep',
    asTyped: true,
    country: countryOf(form),
    fileOf: (id) => known.get(id),
  });
  // What its rules say was true when it was submitted: of days, it may not be any more.
  if (!checked.ok) {
    const { problems } = checked;
    if (problems.length >= PROBLEMS_MAX || problems.some(({ code }) => WRONG.has(code))) return null;
  }
  const rows = submissionValues(definition.fields, values);
  const used = filesOf(definition, rows, known);
  return (
    used && {
      data: JSON.stringify(values),
      typed: Object.keys(typed).length > 0 ? JSON.stringify(typed) : null,
      values: rows,
      files: used,
    }
  );
}

/** The files that a submission names, each once and in its field; null where one is named otherwise. */
function filesOf(
  { fields }: PublishedForm,
  rows: readonly SubmissionValue[],
  known: ReadonlyMap<string, FileToStore>,
): FileToStore[] | null {
  try {
    return claimableFiles(fields, rows, known).flatMap((id) => known.get(id) ?? []);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** Values with other ids of files. */
function withIds(values: Record<string, unknown>, ids: ReadonlyMap<string, string>): Values {
  if (ids.size === 0) return values;
  const text = JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'string' ? (ids.get(value) ?? value) : value,
  );
  return JSON.parse(text);
}
