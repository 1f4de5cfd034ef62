import type { FieldDefinition } from '#lib/fields/definition.ts';
import { FIELD_TYPES, type FieldType, isChoice } from '#lib/fields/field-types.ts';

/** Types that a field of a form in a row can have on this screen; deeper forms come by the API. */
export const INNER_TYPES: readonly FieldType[] = FIELD_TYPES.filter((type) => type !== 'form');

/** A field of a form in a row while it is being worked on. */
export type InnerField = {
  /** Tells it apart while it has no id. */
  key: number;
  /** As it is stored; null for a new one. */
  stored: FieldDefinition | null;
  label: string;
  type: FieldType;
  required: boolean;
  /** One option a line. */
  options: string;
};

let lastKey = 0;
const newKey = () => {
  lastKey += 1;
  return lastKey;
};

export const newInnerField = (): InnerField => ({
  ...{ key: newKey(), stored: null, label: '', type: 'text', required: true, options: '' },
});

export const innerFieldsOf = (fields: readonly FieldDefinition[] = []): InnerField[] =>
  fields.map((field) => ({
    key: newKey(),
    stored: field,
    label: field.label,
    type: field.type,
    required: field.required !== false,
    options: (field.options ?? []).map(({ label }) => label).join('\n'),
  }));

/** Options by their lines: one whose line stayed, or was only worded anew, keeps its id. */
export function optionsFromLines(
  text: string,
  before: FieldDefinition['options'] = [],
): { id?: string; label: string }[] {
  const labels = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const kept = new Set(labels.flatMap((label) => before.find((one) => one.label === label)?.id ?? []));
  return labels.map((label, at) => {
    const same = before.find((one) => one.label === label);
    if (same) return same;
    const worded = labels.length === before.length ? before[at] : undefined;
    return worded && !kept.has(worded.id) ? { id: worded.id, label } : { label };
  });
}

/** As the API takes them: what this screen does not show of a stored one stays, while its type does. */
export function definitionsOf(fields: readonly InnerField[]): Record<string, unknown>[] {
  return fields.map(({ stored, label, type, required, options }) => {
    const same = stored?.type === type ? stored : null;
    const { options: _options, ...rest } = same ?? {};
    return {
      ...rest,
      ...(stored ? { id: stored.id, name: stored.name } : {}),
      label,
      type,
      required,
      ...(isChoice({ type }) ? { options: optionsFromLines(options, same?.options) } : {}),
    };
  });
}
