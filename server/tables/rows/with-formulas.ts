import { createEvaluator } from '#lib/fields/conditions.ts';
import type { Values } from '#lib/fields/definition.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import type { Table } from '../table/table.ts';
import type { LinkedValues } from './linked-values.ts';
import type { TableRow } from './row.repo.ts';

type Names = LinkedValues['names'];

/** Values as formulas read them: names and titles instead of ids. One that the reader may not see is no value. */
function namedValues(values: Values, names: Names): Values {
  const named = { ...values };
  for (const [column, known] of names) {
    const value = values[column];
    if (value === undefined) continue;
    const texts = [value].flat().flatMap((id) => (typeof id === 'string' ? (known.get(id) ?? []) : []));
    if (texts.length === 0) delete named[column];
    else named[column] = Array.isArray(value) ? texts : texts[0];
  }
  return named;
}

/**
 * Formulas that read what is not stored are computed for whom they are shown to; where it was not read, they are left out.
 * @param shown the values of the row, with those that are not stored
 */
export function withFormulas(
  table: Table,
  row: Pick<TableRow, 'values'>,
  shown: Values,
  linked: Pick<LinkedValues, 'names'> | undefined,
): Values {
  const { columns, fields, formulas } = table;
  const late = lateFormulas({ columns });
  if (late.size === 0) return shown;
  const dependent = fields.filter(({ id }) => late.has(id));
  const known = linked && namedValues({ ...row.values, ...shown }, linked.names);
  const evaluator = known && createEvaluator(fields, known, { formulas });
  const values = { ...shown };
  for (const { id, name } of dependent) {
    const value = evaluator?.valueOf(id);
    if (value === undefined) delete values[name];
    else values[name] = value;
  }
  return values;
}
