import type { IntlShape } from 'react-intl';
import type { WireColumn } from '#lib/contract/table.ts';

/** The name of a column that a view compares, but its reader can't: one of a table that they may not read, or that no longer exists. */
export function missingColumn(intl: IntlShape, columns: readonly WireColumn[], id: string): string {
  const column = columns.find((one) => one.id === id);
  return column?.restricted || column?.untitled
    ? intl.formatMessage({ id: 'table.column_restricted' }, { label: column.label })
    : intl.formatMessage({ id: 'table.condition_gone' });
}
