import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Database } from '../database/database.ts';
import { publishedVersion } from '../form/version-cache.ts';

/** A field as it was last asked, with its path in the values. */
export type AskedField = { field: FieldDefinition; path: string };

/** The versions of a form that its answers were given to, or that is published, the newest first. */
export async function versionsAsked(
  database: Database,
  form: { id: string; published_version: number | null },
): Promise<number[]> {
  const rows = await database
    .selectFrom('submission')
    .select('version')
    .distinct()
    .where('form_id', '=', form.id)
    .execute();
  const numbers = new Set(rows.map(({ version }) => version));
  if (form.published_version !== null) numbers.add(form.published_version);
  return [...numbers].sort((a, b) => b - a);
}

/**
 * Every field that was ever asked in these versions, by id, as the newest of them has it; options that are gone stand
 * behind those that are there.
 */
export async function askedFields(
  database: Database,
  formId: string,
  versions: readonly number[],
): Promise<Map<string, AskedField>> {
  const found = new Map<string, AskedField>();
  const add = (field: FieldDefinition, path: string): void => {
    const newer = found.get(field.id);
    if (!newer) {
      found.set(field.id, { field, path });
      return;
    }
    const known = newer.field.options ?? [];
    const gone = (field.options ?? []).filter(({ id }) => known.every((option) => option.id !== id));
    if (gone.length > 0) newer.field = { ...newer.field, options: [...known, ...gone] };
  };
  const walk = (fields: readonly FieldDefinition[], prefix: string): void => {
    for (const field of fields) {
      add(field, prefix + field.name);
      walk(field.fields ?? [], `${prefix}${field.name}.`);
    }
  };
  for (const version of versions) {
    const asked = await publishedVersion(database, formId, version);
    if (asked) walk(asked.fields, '');
  }
  return found;
}
