/** The maximum nesting depth of a JSON body: more than any value of the contract needs. */
export const BODY_DEPTH_MAX = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether arrays and objects of a JSON text are nested more than `most` levels deep; determined without
 * parsing it, since what can be parsed can be too deep to be traversed or serialized. Does not check whether
 * the text is JSON.
 */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    // `[` and `{`, `]` and `}` differ in one bit.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > most) return true;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return false;
}

/** Whether lists and objects of a parsed value are nested more than `most` levels deep; looks no deeper than that. */
export function isValueDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isValueDeeper(inner, most - 1));
}

/** Whether a parsed body has more than `most` values in it; counts no further than that, and no deeper than a body can be. */
export function hasMoreValues(input: unknown, most: number): boolean {
  let left = most;
  const isOver = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || depth === 0) return false;
    const inside: unknown[] = Object.values(value);
    left -= inside.length;
    return left < 0 || inside.some((one) => isOver(one, depth - 1));
  };
  return isOver(input, BODY_DEPTH_MAX);
}
