import type { Bounds } from './outline.ts';

/** As in SVG and PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** What first does `inner`, then `outer`. */
export function combined(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** By how much it makes areas larger; 0 where nothing leads back. */
export const determinantOf = ([a, b, c, d]: Matrix): number => a * d - b * c;

const FUNCTION = /(?<name>[a-z]+)\((?<numbers>[^)]*)\)/g;

/** The attribute `transform` of SVG; throws for what MathJax does not write. */
export function readTransform(transform: string): Matrix {
  let matrix = IDENTITY;
  for (const { groups } of transform.matchAll(FUNCTION)) {
    const numbers = (groups?.numbers ?? '').split(/[\s,]+/).map(Number);
    matrix = combined(matrix, matrixOf(groups?.name ?? '', numbers));
  }
  if (!matrix.every(Number.isFinite)) throw new Error('A transformation has no numbers.');
  return matrix;
}

function matrixOf(name: string, numbers: readonly number[]): Matrix {
  const [first = 0, second = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (name === 'translate') return [1, 0, 0, 1, first, second];
  if (name === 'scale') return [first, 0, 0, numbers.length > 1 ? second : first, 0, 0];
  if (name === 'matrix') return [first, second, c, d, e, f];
  if (name === 'rotate') {
    const angle = (first * Math.PI) / 180;
    const turn: Matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
    return combined(combined([1, 0, 0, 1, second, c], turn), [1, 0, 0, 1, -second, -c]);
  }
  throw new Error(`A transformation is ${name}.`);
}

/** The box around a box that a matrix moves, turns and scales. */
export function movedBounds({ left, top, right, bottom }: Bounds, [a, b, c, d, e, f]: Matrix): Bounds {
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f]);
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
