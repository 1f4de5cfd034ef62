import type { TableType } from '#lib/fields/column-base.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { accountingNumber } from '#lib/forms/accounting-number.ts';
import { withNumberedMonth } from '#lib/forms/named-month.ts';

/** A cell of numbers, amounts or shares with its sign before it, one of days with its month as a number; of other columns as it is. */
export function plainCell(
  { type: fieldType }: Pick<FieldDefinition, 'type'>,
  type: TableType | null,
  cell: string,
): string {
  if (fieldType === 'number') return type === 'duration' ? cell : accountingNumber(cell);
  return fieldType === 'date' || fieldType === 'datetime' ? withNumberedMonth(cell) : cell;
}
