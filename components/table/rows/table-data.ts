import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';

/** The initial data of a table's page. */
export type TableData = {
  columns: WireColumn[];
  /** Saved views: the shared ones, and those of the reader. */
  views: View[];
  /** The id of the view that the rows are of; empty for all rows. */
  view: string;
  rows: Row[];
  /** The index of the first of these rows in the list. */
  offset: number;
  next: string | null;
  /** The cursor of the previous rows, where these do not begin the list. */
  previous: string | null;
  /** The requested row; null where none was, `gone` where it no longer exists; a quiet one is shown without the focus. */
  requested: { id: string; gone: boolean; isQuiet?: boolean } | null;
  /** The row whose page the address names. */
  opened?: Row | null;
  count: number | null;
  /** The hub's format of numbers, dates and times. */
  writtenIn: InputFormat;
  /** The default country of its phone numbers. */
  country: string | null;
  /** Whether the reader’s browser says that it is a phone’s: only what a narrow screen shows is rendered by the server, or only the rest. */
  isPhone?: boolean;
};

/** The name of a row: the first of its values. */
export function rowName(
  columns: readonly Pick<WireColumn, 'name' | 'type' | 'options'>[],
  { values }: Pick<Row, 'values'>,
): string {
  for (const { name, type, options } of columns) {
    const value = values[name];
    if (value === undefined || typeof value === 'object') continue;
    const label = type === 'select' ? options?.find(({ id }) => id === value)?.label : undefined;
    return label ?? String(value);
  }
  return '';
}
