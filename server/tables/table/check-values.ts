import type { Values } from '#lib/fields/definition.ts';
import { validate } from '#lib/fields/validate.ts';
import type { ValidateOptions } from '#lib/fields/validation-run.ts';
import { withoutLate } from './late-formulas.ts';
import type { Table } from './table.ts';

/**
 * Checks a row's values as its table reads them: phone numbers by the hub's country, formulas by labels and in the hub's time
 * zone. @returns as `validate`, the values as they are stored
 */
export function checkValues(
  table: Pick<Table, 'columns' | 'fields' | 'country' | 'formulas'>,
  values: Values,
  { fields = table.fields, ...options }: ValidateOptions & { fields?: Table['fields'] } = {},
): ReturnType<typeof validate> {
  const { country, formulas } = table;
  const checked = validate(fields, values, { country, formulas, ...options });
  return checked.ok ? { ...checked, values: withoutLate(table, checked.values) } : checked;
}
