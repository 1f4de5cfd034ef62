import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

const controlsOf = (page: HTMLElement) => [
  ...page.querySelectorAll<HTMLElement>('input, select, textarea, button, [contenteditable="true"]'),
];

/**
 * The form of a row becomes another one when the row was saved or changed: the control in the same place gets the focus that the one
 * before has lost with it.
 * @param form what tells one form from the next; null while there is none
 * @returns the handler of the page's focus events
 */
export function useFocusAtSamePlace(page: RefObject<HTMLElement | null>, form: string | null) {
  const place = useRef(-1);
  useEffect(() => {
    if (form === null || document.activeElement !== document.body || !page.current) return;
    controlsOf(page.current)[place.current]?.focus({ preventScroll: true });
  }, [page, form]);
  return ({ target }: FocusEvent<Element>) => {
    if (page.current && target instanceof HTMLElement)
      place.current = controlsOf(page.current).indexOf(target);
  };
}
