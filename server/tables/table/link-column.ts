import type { LinkColumn, TableColumn } from './table-types.ts';

export const isLink = (column: TableColumn): column is LinkColumn =>
  column.options.type === 'link' && column.options.link !== undefined && column.options.table !== undefined;

/** The same columns, of which rows are not compared by what some of them read of other tables. */
export const withoutSources = (
  columns: readonly TableColumn[],
  isHidden: (column: TableColumn) => boolean,
): readonly TableColumn[] =>
  columns.map((column) => {
    if (!column.linked || !isHidden(column)) return column;
    const { linked: _, ...rest } = column;
    return rest;
  });

/** Whether a link leads to one row at most. */
export const isOneLink = ({ field }: Pick<TableColumn, 'field'>): boolean =>
  field.rules?.some(({ rule, value }) => rule === 'max_count' && value === 1) === true;
