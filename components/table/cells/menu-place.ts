/** The place for a menu: under its button, in pixels of the window. */
export function menuPlace(element: Element): { x: number; y: number } {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}
