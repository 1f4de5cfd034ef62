import { useEffect } from 'react';

let count = 0;
const waiting = new Set<() => void>();

/** Notes that a cell of this page is edited, while it is. */
export function useEditedCell(isEditing: boolean): void {
  useEffect(() => {
    if (!isEditing) return;
    count += 1;
    return () => {
      count -= 1;
      if (count === 0) for (const run of waiting) run();
    };
  }, [isEditing]);
}

/** Runs something once no cell is edited. @returns what cancels it; null where none is edited now */
export function onceNotEdited(run: () => void): (() => void) | null {
  if (count === 0) return null;
  waiting.add(run);
  return () => void waiting.delete(run);
}
