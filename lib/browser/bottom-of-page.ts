import { BOTTOM_OFFSET } from '#lib/text/constants.ts';

/** What a scrolling element (`document.scrollingElement` for the page) says of itself, in pixels. */
export type ScrollPosition = Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/** Whether the end of what scrolls is at most `offset` pixels below what is seen (docs/product-rules.md §7). */
export function isBottomOfPage(
  { scrollTop, clientHeight, scrollHeight }: ScrollPosition,
  offset: number = BOTTOM_OFFSET,
): boolean {
  return scrollHeight - clientHeight - scrollTop <= offset;
}
