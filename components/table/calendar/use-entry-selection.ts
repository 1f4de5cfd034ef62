import { type MouseEvent, useRef } from 'react';
import type { Row } from '#lib/contract/table.ts';
import { useSelectionOfRows } from '../cards/row-selection.ts';

/**
 * Selects entries of a calendar by clicks: with Ctrl or ⌘ one more, with Shift all from the one before.
 * @param shown the rows in the order of their days
 */
export function useEntrySelection(shown: readonly Row[]) {
  const selection = useSelectionOfRows();
  /** The row that was selected last. */
  const last = useRef<string | null>(null);
  return {
    mark: (row: Row) => {
      last.current = row.id;
    },
    /** @returns whether the click selects, and does nothing else */
    select(row: Row, { shiftKey, ctrlKey, metaKey }: MouseEvent): boolean {
      if (!selection || selection.isAll || !(shiftKey || ctrlKey || metaKey)) return false;
      const from = shiftKey ? shown.findIndex(({ id }) => id === last.current) : -1;
      const to = shown.findIndex(({ id }) => id === row.id);
      if (from >= 0 && to >= 0) selection.add(shown.slice(Math.min(from, to), Math.max(from, to) + 1));
      else selection.toggle(row, !selection.rows.has(row.id));
      last.current = row.id;
      return true;
    },
  };
}
