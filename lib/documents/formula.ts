/** The longest formula within a line, and the longest of its own block. */
export const INLINE_MATH_MAX = 1_000;
export const BLOCK_MATH_MAX = 10_000;
export const BLOCK_LINES_MAX = 500;

/** A formula as it can be written within a line; empty where it can't. */
export function inlineFormula(latex: unknown): string {
  if (typeof latex !== 'string') return '';
  const line = latex.replace(/\s+/g, ' ').trim().slice(0, INLINE_MATH_MAX);
  return isWhole(line) ? line : '';
}

/** A formula as it can be written in a block of its own, without empty lines; empty where it can't. */
export function blockFormula(latex: unknown): string {
  if (typeof latex !== 'string') return '';
  const text = latex
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .trim();
  const isWritten = text.length <= BLOCK_MATH_MAX && text.split('\n').length < BLOCK_LINES_MAX - 1;
  return isWritten && !text.includes('$$') ? text : '';
}

/** No `$` in it but escaped ones, and no backslash at its end. */
const isWhole = (latex: string): boolean => /^(?:[^$\\]|\\.)+$/.test(latex);
