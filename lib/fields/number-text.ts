/** Longer texts are no number that somebody typed. */
const LENGTH_MAX = 400;
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** Thousands between blanks or apostrophes, which nothing else is written with. */
const SPACED = /^[+-]?\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
/** `1,234,567.5` and `1.234.567,5`: only where both marks, or one of them twice, leave no doubt. */
const COMMAS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+|(?<=,\d{3},\d{3}))$/;
const POINTS = /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+|(?<=\.\d{3}\.\d{3}))$/;
/** A comma before a fraction; three digits after one comma could as well be thousands. */
const FRACTION = /^[+-]?(?:\d*,(?:\d{1,2}|\d{4,})|0,\d+)$/;

/**
 * The number that somebody wrote, with a point or a comma before its fraction; null for what is none, or could be read
 * two ways: `1,500`.
 */
export function numberFrom(text: string): number | null {
  const written = text.trim().replace('−', '-');
  if (written === '' || written.length > LENGTH_MAX) return null;
  const plain = (digits: string) => {
    const number = Number(digits);
    return Number.isFinite(number) ? number : null;
  };
  if (PLAIN.test(written)) return plain(written);
  if (SPACED.test(written)) return plain(written.replace(/[ '’\u00a0\u202f]/g, '').replace(',', '.'));
  if (COMMAS.test(written)) return plain(written.replaceAll(',', ''));
  if (POINTS.test(written)) return plain(written.replaceAll('.', '').replace(',', '.'));
  return FRACTION.test(written) ? plain(written.replace(',', '.')) : null;
}
