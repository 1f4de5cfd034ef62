import type { SentColumnField } from '#lib/contract/column-request.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { FIELD_TYPES, type FieldType, isChoice } from '#lib/fields/field-types.ts';

/** Types that a field of a nested form can have on this screen; deeper nesting requires the API. */
export const INNER_TYPES: readonly FieldType[] = FIELD_TYPES.filter((type) => type !== 'form');

/** A field of a nested form while it is edited. */
export type InnerField = {
  /** Identifies it while it has no id. */
  key: number;
  /** The stored definition; null for a new field. */
  stored: FieldDefinition | null;
  label: string;
  type: FieldType;
  required: boolean;
  /** One option per line. */
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

/** Options from their lines: an option whose line is unchanged, or only reworded, keeps its id. */
export function optionsFromLines(
  text: string,
  before: FieldDefinition['options'] = [],
): { id?: string; label: string }[] {
  const labels = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const reusedIds = new Set(labels.flatMap((label) => before.find((one) => one.label === label)?.id ?? []));
  return labels.map((label, at) => {
    const same = before.find((one) => one.label === label);
    if (same) return same;
    const worded = labels.length === before.length ? before[at] : undefined;
    return worded && !reusedIds.has(worded.id) ? { id: worded.id, label } : { label };
  });
}

/**
 * The definitions for the API: properties of a stored field that this screen does not show are preserved as long as its
 * type is.
 */
export function definitionsOf(fields: readonly InnerField[]): SentColumnField[] {
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
