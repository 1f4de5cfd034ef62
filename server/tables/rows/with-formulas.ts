import { createEvaluator } from '#lib/fields/conditions.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Table } from '../table/table.ts';
import { lateFormulas } from '../table/uncompared-columns.ts';

/**
 * Formulas that read values which are not stored are computed for whom they are shown to.
 * @param shown the values of the row, with those that are not stored
 */
export function withFormulas({ columns, fields }: Table, stored: Values, shown: Values): Values {
  const late = lateFormulas({ columns });
  if (late.size === 0) return shown;
  const dependent = fields.filter(({ id }) => late.has(id));
  const evaluator = createEvaluator(fields, { ...stored, ...shown });
  const values = { ...shown };
  for (const { id, name } of dependent) {
    const value = evaluator.valueOf(id);
    if (value === undefined) delete values[name];
    else values[name] = value;
  }
  return values;
}
