import { OPERATORS, type RowOperator } from '#lib/fields/field-types.ts';

/** Operators of a condition that filters rows of a table: the page of a form, which has no such filters, is without them. */
export const ROW_OPERATORS = [
  ...OPERATORS,
  'any_of',
  'all_of',
  'none_of',
  'exactly',
  'within',
] as const satisfies readonly RowOperator[];
