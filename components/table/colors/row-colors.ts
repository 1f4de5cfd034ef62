import type { Row } from '#lib/contract/table.ts';
import type { ColorRule, RowColor } from '#lib/contract/table-views.ts';
import { evaluateCondition } from '#lib/fields/conditions.ts';
import { type RowDraft, shownValue } from '../changes/cell-writer.ts';
import type { GridColumn } from '../columns/grid-columns.ts';

/** The colour of a row; null for none. */
export type ColorOfRow = (row: Row, draft?: RowDraft) => RowColor | null;

/** Colours rows by the first rule that holds of what their cells show. */
export function createRowColors(rules: readonly ColorRule[], columns: readonly GridColumn[]): ColorOfRow {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return (row, draft) => {
    const known = (id: string) => {
      const column = byId.get(id);
      return column ? { field: column.field, value: shownValue(row, draft, column.name) } : null;
    };
    // A rule about a column that was deleted since holds of no row, not even where it says "not".
    const isKnown = (condition: ColorRule['filter']): boolean => {
      if ('and' in condition) return condition.and.every(isKnown);
      if ('or' in condition) return condition.or.every(isKnown);
      return 'not' in condition ? isKnown(condition.not) : byId.has(condition.field);
    };
    return rules.find(({ filter }) => isKnown(filter) && evaluateCondition(filter, known))?.color ?? null;
  };
}
