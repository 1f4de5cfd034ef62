import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Database } from '#server/platform/database/database.ts';
import { publishedVersion } from './version-cache.ts';

/** A field in its latest version, with its path in the values. */
export type VersionField = {
  field: FieldDefinition;
  path: string;
  /**
   * The names that a field of the outermost list has had, the newest first; empty for a field of a nested
   * form.
   */
  names: string[];
  /** The id of the nested form that contains it; null for the outermost. */
  parent: string | null;
};

/** The versions of a form that have submissions, or that are published, the newest first. */
export async function versionsWithFields(
  database: Database,
  form: { id: string; published_version: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select version from form_version version
    where form_id = ${form.id} and (version = ${form.published_version} or exists (
      select from submission where submission.form_id = version.form_id and submission.version = version.version))
    order by version desc`.execute(database);
  return rows.map(({ version }) => version);
}

/**
 * Every field of these versions, by id, as in the newest of them that has it; removed options come after the
 * current ones.
 */
export async function versionFields(
  database: Database,
  formId: string,
  versions: readonly number[],
): Promise<Map<string, VersionField>> {
  const found = new Map<string, VersionField>();
  const add = (field: FieldDefinition, path: string, parent: string | null): VersionField => {
    const newer = found.get(field.id);
    if (!newer) {
      const entry: VersionField = { field, path, names: [], parent };
      found.set(field.id, entry);
      return entry;
    }
    const known = newer.field.options ?? [];
    const gone = (field.options ?? []).filter(({ id }) => known.every((option) => option.id !== id));
    if (gone.length > 0) newer.field = { ...newer.field, options: [...known, ...gone] };
    return newer;
  };
  const visit = (fields: readonly FieldDefinition[], prefix: string, parent: string | null): void => {
    for (const field of fields) {
      const added = add(field, prefix + field.name, parent);
      if (prefix === '' && !added.names.includes(field.name)) added.names.push(field.name);
      visit(field.fields ?? [], `${prefix}${field.name}.`, field.id);
    }
  };
  for (const version of versions) {
    const definition = await publishedVersion(database, formId, version);
    if (definition) visit(definition.fields, '', null);
  }
  return found;
}
