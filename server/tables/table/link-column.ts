import type { LinkColumn, TableColumn } from './table-types.ts';

export const isLink = (column: TableColumn): column is LinkColumn =>
  column.options.type === 'link' && column.options.link !== undefined && column.options.table !== undefined;

/** The links that a column shows: its own, or those that a lookup, or a rollup that lists, shows of linked rows. */
export function shownLink(column: TableColumn): LinkColumn | null {
  if (isLink(column)) return column;
  const { linked, options } = column;
  const isListed = options.type === 'lookup' || options.function === 'list' || options.function === undefined;
  return linked?.of && isListed && isLink(linked.of) ? linked.of : null;
}

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
