import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { isObject } from '#lib/fields/problems.ts';

/** One value as people read it, and as an import reads it again: the words of a choice, several between semicolons. */
export function cellText(field: FieldDefinition, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (field.type === 'form' || field.type === 'json')
    return typeof value === 'string' ? value : JSON.stringify(value);
  const words = (one: unknown): string => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    if (!isChoice(field)) return text;
    return field.options?.find(({ id }) => id === text)?.label ?? text;
  };
  return Array.isArray(value) ? value.map(words).join('; ') : words(value);
}

/** The words of a form in a form, without its names and brackets. */
function* wordsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (Array.isArray(value)) for (const one of value) yield* wordsIn(one);
  else if (isObject(value)) for (const one of Object.values(value)) yield* wordsIn(one);
}

/** What a row is found by. */
export function rowText(fields: readonly FieldDefinition[], values: Values): string {
  return fields
    .map((field) => {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      return field.type === 'form' || field.type === 'json'
        ? [...wordsIn(value)].join(' ')
        : cellText(field, value);
    })
    .filter((text) => text !== '')
    .join('\n');
}
