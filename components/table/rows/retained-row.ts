import type { Row } from '#lib/contract/table.ts';
import type { AdjustRows } from './row-store.ts';
import { indexOfRow, insertRow, isUnread, type RowWindow, removeRow } from './row-window.ts';

type RetainedRow = {
  /** Puts the row back into lists that lack it. */
  adjust: AdjustRows;
  /** Whether it is no part of the list any more. */
  isLeft: () => boolean;
};

/**
 * Has a known row stay where it is.
 * @param isEdited whether it stays though it is removed here
 * @param onLeft gets whether it is no part of the list any more
 */
export function retainRow(
  known: RowWindow,
  id: string,
  isEdited: () => boolean,
  onLeft: (isLeft: boolean) => void = () => undefined,
): RetainedRow {
  let index = indexOfRow(known, id);
  let row: Row | undefined = known.rows.get(index);
  let isLeft = false;
  const mark = (next: boolean) => {
    if (next !== isLeft) onLeft(next);
    isLeft = next;
  };
  const adjust: AdjustRows = ({ window, isOutdated }, isOwnMove) => {
    if (!window || !row) return {};
    if (isOwnMove && !isEdited()) {
      const place = isLeft ? indexOfRow(window, id) : -1;
      row = undefined;
      mark(false);
      return place < 0 ? {} : { window: removeRow(window, id) };
    }
    const at = indexOfRow(window, id);
    const found = window.rows.get(at);
    if (found) {
      row = found;
      index = at;
      // Rows that were just loaded, and not those that were shown with it.
      if (isOutdated === false) mark(false);
    }
    if (found || isUnread(window, index)) return {};
    mark(true);
    return { window: insertRow(window, row, index) };
  };
  return { adjust, isLeft: () => isLeft };
}
