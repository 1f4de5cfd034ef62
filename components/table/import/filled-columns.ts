import type { Column, WireColumn } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-base.ts';

const isWritten = ({ formula, type }: Column) => formula === undefined && type !== 'file';

/**
 * The columns that lines of a file fill, as the field engine knows them: also those of links, whose cells name rows by their
 * titles. Computed columns can't be imported, nor files, which a cell of a file can't contain.
 */
export const filledColumns = (columns: readonly (Column | WireColumn)[]): Column[] =>
  columns.flatMap((column): Column[] =>
    column.type === 'link'
      ? [{ ...column, type: 'text', column_type: 'link', multiple: true }]
      : engineColumns([column]).filter(isWritten),
  );
