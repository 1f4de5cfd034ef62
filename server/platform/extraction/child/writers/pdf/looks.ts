import { INK } from './page.ts';
import type { Look } from './text-layout.ts';

/** Sizes of letters and lines, in points. */
export const SIZE = 10.5;
export const LEADING = 15.5;
export const CODE_SIZE = 9;
export const CODE_LEADING = 12.5;
export const INDENT = 18;
export const WIDTH_MIN = 120;
export const HEADING_SIZES = [18, 15, 13, 11.5, 11, 10.5];
export const CODE_FILL = '#F3F2F8';
export const CALLOUT_COLORS: Readonly<Record<string, string>> = {
  note: '#3B6FD4',
  tip: '#2E8B57',
  important: '#5F51E6',
  warning: '#C77700',
  caution: '#C0362C',
};
/** Lines that trees of folders are drawn with in code. */
const DRAWN: Readonly<Record<string, string>> = {
  '─': '-',
  '━': '-',
  '│': '|',
  '┃': '|',
  '├': '+',
  '└': '+',
  '┌': '+',
  '┐': '+',
  '┘': '+',
  '┤': '+',
  '┬': '+',
  '┴': '+',
  '┼': '+',
};

/** Text without marks. */
export const BODY: Look = { face: 'regular', size: SIZE, color: INK };

/** A line of code as our fonts have it. */
export const codeText = (line: string): string =>
  line.replaceAll('\t', '    ').replace(/[─━│┃├└┌┐┘┤┬┴┼]/g, (sign) => DRAWN[sign] ?? sign);
