/** Longer texts are no amounts. */
const LENGTH_MAX = 100;
/** In parentheses, with a currency before or behind them: `$ (1,234.50)`. */
const IN_PARENTHESES = /^([^\d()]*)\(([^()]*\d[^()]*)\)([^\d()]*)$/;
/** With its sign behind it: `1.234,50-`. */
const SIGN_BEHIND = /^([^()+\-−]*\d[^()+\-−]*)[-−]$/;

/** What both of them have: nearly no cell does. */
const MAY_BE_SIGNED = /\(|[-−]\s*$/;

/** A negative number as accountants, and spreadsheets that read theirs, write it, with its sign before it; other texts as they are. */
export function accountingNumber(cell: string): string {
  if (cell.length > LENGTH_MAX || !MAY_BE_SIGNED.test(cell)) return cell;
  const text = cell.trim();
  const [, before, inside, behind] = IN_PARENTHESES.exec(text) ?? [];
  if (inside !== undefined) return /[+\-−]/.test(text) ? cell : `-${before?.trim()}${inside.trim()}${behind}`;
  const [, number] = SIGN_BEHIND.exec(text) ?? [];
  return number === undefined ? cell : `-${number.trim()}`;
}
