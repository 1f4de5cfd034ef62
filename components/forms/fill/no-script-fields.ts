import { initialValues } from '#components/fields/initial-values.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Records of a repeated form that stand ready where no script adds any. */
const SPARE_ROWS = 2;
const ROWS_MAX = 10;

/**
 * The fields as they are shown where no script runs: all of them, and those that depend on others are left empty by whom
 * they are not about. The server knows which count.
 */
export function noScriptFields(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields.map(({ visible_if, required_if, ...field }) => ({
    ...field,
    ...(visible_if || required_if ? { required: false } : {}),
    ...(field.fields ? { fields: noScriptFields(field.fields) } : {}),
  }));
}

/** What they begin with: repeated forms with a few records to spare. */
export function noScriptValues(fields: readonly FieldDefinition[], given: Values, defaults: boolean): Values {
  const values = defaults ? initialValues(fields, given) : { ...given };
  for (const field of fields) {
    if (field.type !== 'form') continue;
    const value = ownValue(values, field.name);
    const inner = (record: unknown) =>
      noScriptValues(field.fields ?? [], isRecord(record) ? record : {}, defaults);
    if (!field.multiple) values[field.name] = inner(value);
    else {
      const rows: unknown[] = Array.isArray(value) ? value : [];
      const spare = Math.max(0, Math.min(SPARE_ROWS, ROWS_MAX - rows.length));
      values[field.name] = [...rows, ...Array(spare).fill({})].map(inner);
    }
  }
  return values;
}
