import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { ColorRule, RowColor } from '#lib/contract/table-views.ts';
import { type DayClock, dayClock } from '#lib/fields/relative-days.ts';
import { createColorOf } from '#lib/fields/row-color.ts';
import { shownValue } from '../changes/cell-writer.ts';
import type { RowDraft } from '../changes/row-drafts.ts';
import { filterColumns } from '../columns/filter-columns.ts';

/** The colour of a row; null for none. */
export type ColorOfRow = (row: Row, draft?: RowDraft) => RowColor | null;

/** Who looks at the rows, and where; days are those of the hub. */
export type ColorReader = { me: string | null; locale: string | undefined; timeZone: string | undefined };

/** Colours rows by the first rule that holds of what their cells show. */
export function createRowColors(
  rules: readonly ColorRule[],
  columns: readonly WireColumn[],
  { me, ...where }: ColorReader,
  clock: DayClock = dayClock(new Date(), where),
): ColorOfRow {
  const colorOf = createColorOf(rules, filterColumns(columns), { me, clock });
  return (row, draft) =>
    colorOf(
      ({ field }) => shownValue(row, draft, field.name),
      (ids) =>
        ids.flatMap((id) => {
          const linked = row.linked?.[String(id)];
          return linked && 'title' in linked ? [linked.title] : [];
        }),
    );
}
