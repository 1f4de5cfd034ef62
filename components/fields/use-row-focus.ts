import { type RefObject, useEffect, useState } from 'react';

const CONTROL =
  'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/**
 * Leads the focus to a row after it is on the page: to its first control, or to what is asked for in it. Null leads
 * to the button that adds one.
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
): (row: number | null, within?: string) => void {
  const [wanted, setWanted] = useState<{ row: number | null; within?: string } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const { row, within } = wanted;
    const place =
      row === null
        ? box.current?.querySelector<HTMLElement>('[data-add]')
        : box.current?.querySelector<HTMLElement>(`[data-row="${row}"]`);
    const found =
      row === null
        ? place
        : (within && place?.querySelector<HTMLElement>(within)) || place?.querySelector<HTMLElement>(CONTROL);
    found?.focus();
  }, [box, wanted]);
  return (row, within) => setWanted({ row, within });
}
