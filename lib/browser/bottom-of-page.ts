import { BOTTOM_OFFSET } from '#lib/text/constants.ts';

/** The scroll position of an element (`document.scrollingElement` for the page), in pixels. */
export type ScrollPosition = Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/**
 * Whether the end of the scrolled content is at most `offset` pixels below the visible part
 * (docs/product-rules.md §7).
 */
export function isBottomOfPage(
  { scrollTop, clientHeight, scrollHeight }: ScrollPosition,
  offset: number = BOTTOM_OFFSET,
): boolean {
  return scrollHeight - clientHeight - scrollTop <= offset;
}
