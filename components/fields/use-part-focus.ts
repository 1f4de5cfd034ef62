import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus with the parts of a group of conditions: to one that was added, and to the one that takes the place of a removed one.
 * @param group the element whose children the parts are
 * @returns what names the index of the part that gets the focus once there are more or fewer
 */
export function usePartFocus(group: RefObject<HTMLElement | null>, count: number): (at: number) => void {
  const next = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is there once their number has changed
  useEffect(() => {
    const at = next.current;
    next.current = null;
    if (at === null) return;
    const parts = group.current?.querySelectorAll<HTMLElement>(':scope > [role="group"], :scope > fieldset');
    const part = parts?.[Math.min(at, parts.length - 1)];
    (part?.querySelector('select') ?? group.current?.querySelector('button'))?.focus();
  }, [group, count]);
  return (at) => {
    next.current = at;
  };
}
