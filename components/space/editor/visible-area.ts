import { EDITOR_TEXT_ID } from './editor-text-id.ts';

/**
 * The lowest line of the window that can be seen, in pixels from its top: above the on-screen keyboard, and above the
 * toolbar where that stands at the bottom.
 */
export function visibleBottom(): number {
  const { visualViewport: viewport, innerHeight } = window;
  const bottom = viewport ? Math.min(innerHeight, viewport.offsetTop + viewport.height) : innerHeight;
  const toolbar = document.querySelector(`[role='toolbar'][aria-controls='${EDITOR_TEXT_ID}']`);
  if (!toolbar || getComputedStyle(toolbar).position !== 'fixed') return bottom;
  return Math.min(bottom, toolbar.getBoundingClientRect().top);
}
