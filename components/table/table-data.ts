import type { Column, Row } from '#lib/contract/table.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';

/** The initial data of a table's page. */
export type TableData = {
  columns: Column[];
  rows: Row[];
  next: string | null;
  /** The cursor of the previous rows, where these do not begin the list. */
  previous: string | null;
  /** The requested row; null where none was, `gone` where it no longer exists. */
  asked: { id: string; gone: boolean } | null;
  count: number | null;
  /** The hub's format of numbers, dates and times. */
  writtenIn: InputFormat;
  /** The default country of its phone numbers. */
  country: string | null;
};

/** The name of a row: the first of its values. */
export function rowName(columns: readonly Column[], { values }: Pick<Row, 'values'>): string {
  for (const { name, type, options } of columns) {
    const value = values[name];
    if (value === undefined || typeof value === 'object') continue;
    const label = type === 'select' ? options?.find(({ id }) => id === value)?.label : undefined;
    return label ?? String(value);
  }
  return '';
}
