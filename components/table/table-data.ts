import type { Column, Row } from '#lib/contract/table.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';

/** What a table's page shows first. */
export type TableData = {
  columns: Column[];
  rows: Row[];
  next: string | null;
  /** The cursor of the rows before these, where they do not begin the list. */
  previous: string | null;
  /** The row that was asked for; null where it is none, `gone` where it is not there any more. */
  asked: { id: string; gone: boolean } | null;
  count: number | null;
  /** How its hub writes numbers, days and times. */
  writtenIn: InputFormat;
  /** Of its phone numbers without a country's code. */
  country: string | null;
};

/** What a row is called by: the first of its values. */
export function rowName(columns: readonly Column[], { values }: Pick<Row, 'values'>): string {
  for (const { name, type, options } of columns) {
    const value = values[name];
    if (value === undefined || typeof value === 'object') continue;
    const label = type === 'select' ? options?.find(({ id }) => id === value)?.label : undefined;
    return label ?? String(value);
  }
  return '';
}
