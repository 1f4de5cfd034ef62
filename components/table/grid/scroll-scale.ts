/**
 * Browsers limit the height of an element (Firefox to some 17.9 million pixels): a list of a million rows is higher.
 * Its scrolled element is then lower than the list, and a position of it is one of the list by an offset that changes
 * with large steps only, so that small ones move rows by as many pixels as the pointer moved.
 */
export const HEIGHT_MAX = 8_000_000;

export type ScrollScale = {
  /** Height of all rows, in pixels. */
  whole: number;
  /** Height of the scrolled element. */
  element: number;
  /** Height of what is seen of it. */
  view: number;
};

export const scrollScale = (whole: number, view: number): ScrollScale => ({
  whole,
  element: Math.min(whole, HEIGHT_MAX),
  view,
});

const clamp = (value: number, most: number) => Math.min(Math.max(0, value), Math.max(0, most));

/** The position in the list that belongs to one of the element: both begin and end together. */
export function listPosition({ whole, element, view }: ScrollScale, position: number): number {
  const range = element - view;
  if (whole === element || range <= 0) return clamp(position, whole - view);
  return clamp((position / range) * (whole - view), whole - view);
}

/** The position of the element that belongs to one in the list. */
export function elementPosition({ whole, element, view }: ScrollScale, top: number): number {
  const range = whole - view;
  if (whole === element || range <= 0) return clamp(top, element - view);
  return clamp((top / range) * (element - view), element - view);
}

/** Where a list is scrolled to: a position of its element, and how much that lies before the one in the list. */
export type ScrollPosition = { element: number; offset: number };

/** The position after the element was scrolled. */
export function scrolledTo(scale: ScrollScale, before: ScrollPosition, element: number): ScrollPosition {
  if (scale.whole === scale.element) return { element, offset: 0 };
  const step = Math.abs(element - before.element);
  const top = element + before.offset;
  const isAtEdge = element <= 0 || element >= scale.element - scale.view;
  const isOutside = top < 0 || top > scale.whole - scale.view;
  // A small step keeps the offset; at the edges of the element, the list is at its own.
  if (step <= scale.view && !isAtEdge && !isOutside) return { element, offset: before.offset };
  return { element, offset: listPosition(scale, element) - element };
}

/** The position for a place in the list. */
export function positionFor(scale: ScrollScale, top: number): ScrollPosition {
  const wanted = clamp(top, scale.whole - scale.view);
  const element = Math.round(elementPosition(scale, wanted));
  return { element, offset: scale.whole === scale.element ? 0 : wanted - element };
}
