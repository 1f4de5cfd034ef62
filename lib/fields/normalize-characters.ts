/** Characters that show nothing: marks of direction, joiners, soft hyphens, variation selectors, Hangul fillers. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u3164\uffa0]/gu;

/** Matches nearly every text: one test shows that there is nothing to replace. */
const ASCII = /^[ -~]*$/;

export const stripInvisibleCharacters = (text: string): string =>
  ASCII.test(text) ? text : text.replace(INVISIBLE, '');

/** ASCII in full width (U+FF01 to U+FF5E) and the full stops of East Asian keyboards as ASCII. */
export const toHalfWidth = (text: string): string =>
  ASCII.test(text)
    ? text
    : text
        .replace(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
        .replace(/[\u3002\uff61]/g, '.')
        .replaceAll('\u3000', ' ');

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/**
 * The value of a decimal digit of any script (Unicode `Nd`). After NFKC, the digits of a script are adjacent,
 * with the zero at a code point that ends with 0 or 6.
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const start = code - (code % 16);
  return code - (isDigit(start) ? start : start + 6);
}

/** The text with the digits of every script as 0 to 9. */
export const toAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));
