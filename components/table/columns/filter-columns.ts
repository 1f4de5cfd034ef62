import type { WireColumn } from '#lib/contract/table.ts';
import { type FilterField, filterField } from '#lib/fields/filter-kind.ts';
import { orderedColumns } from './grid-columns.ts';

/** The columns that rows are filtered and coloured by; hidden ones, too. */
export const filterColumns = (columns: readonly WireColumn[]): FilterField[] =>
  orderedColumns(columns, []).flatMap(({ field, column, source }) => {
    if (column.restricted) return [];
    return (
      filterField(
        field,
        column,
        source && {
          field: { ...source.field, multiple: column.shown_as?.multiple === true },
          type: source.column.type,
        },
      ) ?? []
    );
  });
