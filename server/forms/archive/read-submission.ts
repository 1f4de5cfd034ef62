import type { Values } from '#lib/fields/definition.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { submissionValues } from '#lib/fields/submission-values.ts';
import { validate } from '#lib/fields/validate.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf } from '#server/forms/definition/form-settings.ts';
import type { PublishedForm } from '#server/forms/definition/version-cache.ts';
import { referencedFiles } from '#server/forms/uploads/submission-files.ts';
import type { ArchivedSubmission } from '#server/platform/archives/submission-lines.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
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
  { values: sent, typed, files: sentFiles }: ArchivedSubmission,
) {
  if (!isStorableJson(sent) || !isStorableJson(typed)) return null;
  const ids = new Map(sentFiles.map(({ id }) => [id, derivedId(form.id, id)]));
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
  const used = new Set(referencedFiles(definition.fields, values));
  return {
    data: JSON.stringify(values),
    typed: Object.keys(typed).length > 0 ? JSON.stringify(typed) : null,
    values: submissionValues(definition.fields, values),
    files: files.filter(({ id }) => used.has(id)),
  };
}

/** Values with other ids of files. */
function withIds(values: Record<string, unknown>, ids: ReadonlyMap<string, string>): Values {
  if (ids.size === 0) return values;
  const text = JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'string' ? (ids.get(value) ?? value) : value,
  );
  return JSON.parse(text);
}
