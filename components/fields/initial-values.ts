import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** A limit on empty records, so that the form doesn't look endless. */
const ROWS_MAX = 20;

/** The number of records of a repeated form that are shown initially. */
function rowsAtStart({ rules = [], required }: FieldDefinition): number {
  const minimums = rules.flatMap((rule) =>
    rule.rule === 'min_count' || rule.rule === 'count' ? [rule.value] : [],
  );
  return Math.min(ROWS_MAX, Math.max(required === false ? 0 : 1, ...minimums));
}

/** Initial values of a record: given values, else defaults; as many records of a nested form as it requires. */
export function initialValues(fields: readonly FieldDefinition[], prefilled: Values = {}): Values {
  const values: Values = {};
  for (const field of fields) {
    const own = Object.hasOwn(prefilled, field.name) ? prefilled[field.name] : undefined;
    if (field.type !== 'form') {
      const value = own ?? field.default;
      if (value !== undefined && field.formula === undefined) values[field.name] = value;
    } else if (field.multiple) {
      const records: unknown[] = Array.isArray(own) ? own : Array(rowsAtStart(field)).fill({});
      values[field.name] = records.map((record) =>
        initialValues(field.fields ?? [], isRecord(record) ? record : {}),
      );
    } else values[field.name] = initialValues(field.fields ?? [], isRecord(own) ? own : {});
  }
  return values;
}
