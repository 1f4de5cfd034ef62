/**
 * An integer from 1 to 1000, both included (docs/product-rules.md §7). Not for secrets.
 * @param random returns a number in [0, 1), as `Math.random` does
 */
export function randomInteger(random: () => number = Math.random): number {
  return Math.floor(random() * 1000) + 1;
}
