import { initialValues } from '#components/fields/initial-values.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Number of empty records of a repeated form where no script can add any. */
const SPARE_ROWS = 2;
const ROWS_MAX = 10;

/**
 * The fields for pages without scripts: all are shown, and users leave those empty whose condition doesn't apply. The
 * server determines which count.
 */
export function noScriptFields(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields.map(({ visible_if, required_if, ...field }) => ({
    ...field,
    ...(visible_if || required_if ? { required: false } : {}),
    ...(field.fields ? { fields: noScriptFields(field.fields) } : {}),
  }));
}

/** Their initial values: repeated forms have some empty records. */
export function noScriptValues(
  fields: readonly FieldDefinition[],
  prefilled: Values,
  defaults: boolean,
): Values {
  const values = defaults ? initialValues(fields, prefilled) : { ...prefilled };
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
