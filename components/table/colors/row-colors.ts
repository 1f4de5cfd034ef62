import type { Row } from '#lib/contract/table.ts';
import type { ColorRule, RowColor } from '#lib/contract/table-views.ts';
import { createColorOf } from '#lib/fields/row-color.ts';
import { type RowDraft, shownValue } from '../changes/cell-writer.ts';
import type { GridColumn } from '../columns/grid-columns.ts';

/** The colour of a row; null for none. */
export type ColorOfRow = (row: Row, draft?: RowDraft) => RowColor | null;

/** Colours rows by the first rule that holds of what their cells show. */
export function createRowColors(rules: readonly ColorRule[], columns: readonly GridColumn[]): ColorOfRow {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const colorOf = createColorOf(rules, (id) => byId.has(id));
  return (row, draft) =>
    colorOf((id) => {
      const column = byId.get(id);
      return column ? { field: column.field, value: shownValue(row, draft, column.name) } : null;
    });
}
