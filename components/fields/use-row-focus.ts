'use no memo';

import { type RefObject, useEffect, useState } from 'react';

const CONTROLS = [
  'input:not([type="hidden"], :disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  'button:not(:disabled)',
];
const CONTROL = CONTROLS.join(', ');
/** The first control of a record's fields, not the buttons that move it. */
const IN_FIELD = CONTROLS.map((one) => `:scope [data-field] ${one}`).join(', ');

/**
 * Focuses a row once it is rendered: its first control, or the requested one in it. Null focuses the button that adds
 * one.
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
): (row: number | null, within?: string) => void {
  const [wanted, setWanted] = useState<{ row: number | null; within?: string } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const { row, within } = wanted;
    const place = box.current?.querySelector<HTMLElement>(
      row === null ? '[data-add]' : `[data-row="${row}"]`,
    );
    const parts = row === null ? [] : [within, IN_FIELD, CONTROL];
    const found = parts.flatMap((part) => (part && place?.querySelector<HTMLElement>(part)) || []);
    (found[0] ?? place)?.focus();
  }, [box, wanted]);
  return (row, within) => setWanted({ row, within });
}
