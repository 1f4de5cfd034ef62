import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { isId } from '#server/platform/database/id.ts';

/** Names of files by their ids. */
export type FileNames = ReadonlyMap<string, string>;
const NO_NAMES: FileNames = new Map();

/** The names of a row's files, by their ids. */
export const namesOf = (files: readonly { id: string; name: string }[] = []): FileNames =>
  new Map(files.map(({ id, name }) => [id, name]));

/**
 * One value as users read it, and as an import reads it again: the labels of a choice, several separated by
 * semicolons; of a file its name.
 */
export function cellText(field: FieldDefinition, value: unknown, names: FileNames = NO_NAMES): string {
  if (value === undefined || value === null) return '';
  if (field.type === 'form' || field.type === 'json')
    return typeof value === 'string' ? value : JSON.stringify(value);
  const textOf = (one: unknown): string => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    if (field.type === 'file') return names.get(text) ?? (isId(text) ? '' : text);
    if (!isChoice(field)) return text;
    return field.options?.find(({ id }) => id === text)?.label ?? text;
  };
  return Array.isArray(value) ? value.map(textOf).join('; ') : textOf(value);
}

/** The texts of a nested form, without its names and brackets; of its files the names. */
function* textIn(value: unknown, names: FileNames): Generator<string> {
  if (typeof value === 'string') yield names.get(value) ?? value;
  else if (typeof value === 'number') yield String(value);
  else if (Array.isArray(value)) for (const one of value) yield* textIn(one, names);
  else if (isRecord(value)) for (const one of Object.values(value)) yield* textIn(one, names);
}

/** The text that a row is found by. */
export function rowText(
  fields: readonly FieldDefinition[],
  values: Values,
  names: FileNames = NO_NAMES,
): string {
  return fields
    .map((field) => {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      return field.type === 'form' || field.type === 'json'
        ? [...textIn(value, names)].join(' ')
        : cellText(field, value, names);
    })
    .filter((text) => text !== '')
    .join('\n');
}
