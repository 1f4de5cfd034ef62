import { isVirtualColumn } from '#lib/fields/column-base.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { cellText } from '../table/cell-text.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import type { Table, TableColumn } from '../table/table.ts';
import type { TableRow } from './row.repo.ts';

/** A linked row as a reader sees it: by its first value, or only that it is there. */
export type LinkedRow = { title: string } | { restricted: true };

/** The first column that names a row; people are no names of it. */
export const titleColumn = (
  { columns }: Pick<Table, 'columns'>,
  people: ReadonlySet<string>,
): TableColumn | undefined =>
  columns.find(
    ({ field, options }) =>
      !isVirtualColumn(options) && !people.has(field.id) && !lateFormulas({ columns }).has(field.id),
  );

export const shownTitle = (title: TableColumn | undefined, row: TableRow): LinkedRow => ({
  title: title ? cellText(title.field, ownValue(row.values, title.field.name)) : '',
});
