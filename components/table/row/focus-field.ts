const CONTROL =
  'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/**
 * Moves the focus into the field of a column once that is on the page of the row: the code of its form may be on its way.
 * @param from has the focus until then; where it has it no more, somebody has moved it
 */
export function focusFieldWhenThere(page: Element, name: string, from: Element): void {
  const focus = (): boolean => {
    if (document.activeElement !== from) return true;
    const field = page.querySelector(`[data-field="${CSS.escape(name)}"]`);
    const control = field?.querySelector<HTMLElement>(CONTROL);
    if (!control) return false;
    control.focus({ preventScroll: true });
    field?.scrollIntoView?.({ block: 'center' });
    return true;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(page, { childList: true, subtree: true });
}
