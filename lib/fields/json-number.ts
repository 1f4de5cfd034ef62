import { isExactly, isSameSize } from '#lib/fields/decimal.ts';
import type { PathStep } from '#lib/fields/value-path.ts';

/** A number in a JSON text that would be stored as another one, and its location. */
export type LossyNumber = { path: PathStep[]; kind: 'too_precise' | 'out_of_range' };

/** Numbers of up to this many characters are exact unless they have an exponent (IEEE 754). */
const SURE_LENGTH = 15;
/** Significant digits that identify any double exactly. */
const DIGITS_OF_DOUBLE = 17;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [ZERO, NINE] = [0x30, 0x39];
const [PLUS, MINUS, POINT, EXPONENT] = [0x2b, 0x2d, 0x2e, 0x65];
const LOWER_CASE = 0x20;

/** The number that a JSON number would become; null where it is exact. */
function lossOf(written: string): LossyNumber['kind'] | null {
  const number = Number(written);
  if (!Number.isFinite(number)) return 'out_of_range';
  if (String(number) === written || isExactly(number, written)) return null;
  if (number === 0) return 'out_of_range';
  // `0.10000000000000001`: the number that 0.1 is in binary, as some programs write it.
  return isSameSize(number.toPrecision(DIGITS_OF_DOUBLE), written) ? null : 'too_precise';
}

/** The index of a string's closing quote. */
function stringEnd(text: string, start: number): number {
  let quote = start;
  for (;;) {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
}

/** The path steps to a position of a well-formed JSON text. */
function pathTo(text: string, place: number): PathStep[] {
  /** The position of each containing value: an index in a list, a quoted name in an object. */
  const path: PathStep[] = [];
  let name = '""';
  for (let at = 0; at < place; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const quote = stringEnd(text, at);
      name = text.slice(at, quote + 1);
      at = quote;
    } else if (sign === '[') path.push(0);
    else if (sign === '{') path.push(name);
    else if (sign === ']' || sign === '}') path.pop();
    else if (sign === ':') path[path.length - 1] = name;
    else if (sign === ',') {
      const before = path.at(-1);
      if (typeof before === 'number') path[path.length - 1] = before + 1;
    }
  }
  return path.map((step) => (typeof step === 'number' ? step : String(JSON.parse(step))));
}

/**
 * The first number of a well-formed JSON text that would be stored as another one; null where all are exact.
 * It costs a fraction of parsing.
 */
export function lossyNumber(text: string): LossyNumber | null {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    if (code < ZERO || code > NINE) continue;
    const start = at;
    let hasExponent = false;
    for (at += 1; at < text.length; at += 1) {
      const next = text.charCodeAt(at);
      if ((next | LOWER_CASE) === EXPONENT) hasExponent = true;
      else if ((next < ZERO || next > NINE) && next !== POINT && next !== PLUS && next !== MINUS) break;
    }
    if (hasExponent || at - start > SURE_LENGTH) {
      const kind = lossOf(text.slice(start, at));
      if (kind) return { path: pathTo(text, start), kind };
    }
    at -= 1;
  }
  return null;
}
