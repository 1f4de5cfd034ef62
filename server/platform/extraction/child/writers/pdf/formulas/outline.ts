/** A box: from `left` to `right`, from `top` to `bottom`. */
export type Bounds = { left: number; top: number; right: number; bottom: number };
/** A closed outline as operators of PDF (ISO 32000, 8.5.2), with the box of its points. */
export type Outline = { operators: string; bounds: Bounds };

type Point = readonly [x: number, y: number];

const COMMAND = /(?<name>[A-Za-z])(?<numbers>[^A-Za-z]*)/g;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

/**
 * A path of SVG, of absolute commands without arcs, as glyphs are. Quadratic curves become cubic ones, which is all that PDF has.
 * Throws for other commands.
 */
export function readOutline(path: string): Outline {
  const operators: string[] = [];
  const bounds: Bounds = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  let at: Point = [0, 0];
  /** The last control point, which a smooth curve continues from. */
  let control: Point | null = null;
  let start: Point = at;
  const put = (operator: string, ...points: Point[]): void => {
    for (const [x, y] of points) {
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
    operators.push(`${points.flat().map(rounded).join(' ')} ${operator}`);
    at = points.at(-1) ?? at;
  };
  const quadratic = (middle: Point, to: Point): void => {
    const from = at;
    put('c', between(from, middle, 2 / 3), between(to, middle, 2 / 3), to);
    control = middle;
  };
  for (const { groups } of path.matchAll(COMMAND)) {
    const name = groups?.name ?? '';
    const numbers = [...(groups?.numbers ?? '').matchAll(NUMBER)].map(([number]) => Number(number));
    const next = (): number => numbers.shift() ?? 0;
    const point = (): Point => [next(), next()];
    const smooth = (): Point => (control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at);
    let isFirst = true;
    while (isFirst || numbers.length > 0) {
      if (name === 'Q') quadratic(point(), point());
      else if (name === 'T') quadratic(smooth(), point());
      else if (name === 'C' || name === 'S') {
        const first = name === 'C' ? point() : smooth();
        const second = point();
        put('c', first, second, point());
        control = second;
      } else {
        control = null;
        if (name === 'M') {
          put(isFirst ? 'm' : 'l', point());
          if (isFirst) start = at;
        } else if (name === 'L') put('l', point());
        else if (name === 'H') put('l', [next(), at[1]]);
        else if (name === 'V') put('l', [at[0], next()]);
        else if (name === 'Z' || name === 'z') {
          operators.push('h');
          at = start;
        } else throw new Error(`A path has the command ${name}.`);
      }
      isFirst = false;
    }
  }
  return { operators: operators.join('\n'), bounds };
}

const between = (from: Point, to: Point, part: number): Point => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
];

const rounded = (value: number): number => Math.round(value * 100) / 100;
