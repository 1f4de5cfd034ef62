/**
 * What Yjs calls of `lib0/logging` in a browser (`next.config.mjs`): the original writes in colours, by way of `lib0/dom`. Its
 * marks of colours are left out of what is written.
 */
export const [BOLD, UNBOLD, ORANGE, RED] = [
  Symbol('bold'),
  Symbol('unbold'),
  Symbol('orange'),
  Symbol('red'),
];

const MARKS: ReadonlySet<unknown> = new Set([BOLD, UNBOLD, ORANGE, RED]);

export function print(...parts: unknown[]): void {
  console.info(...parts.filter((part) => !MARKS.has(part)));
}

export function warn(...parts: unknown[]): void {
  console.warn(...parts.filter((part) => !MARKS.has(part)));
}
