import type { IntlShape } from 'react-intl';
import type { WireColumn } from '#lib/contract/table.ts';

/** The name of a column that a view compares, but its reader can't: since they may not read what it shows, nothing names its rows, or it no longer exists. */
export function missingColumn(intl: IntlShape, columns: readonly WireColumn[], id: string): string {
  const column = columns.find((one) => one.id === id);
  if (column?.restricted)
    return intl.formatMessage({ id: 'table.column_restricted' }, { label: column.label });
  return column?.untitled
    ? intl.formatMessage({ id: 'table.column_untitled' }, { label: column.label })
    : intl.formatMessage({ id: 'table.condition_gone' });
}
