/**
 * How an extension is written at the end of a number: `ext. 12`, `x12`, `#12`, `;ext=12` (RFC 3966), and the words for it where
 * numbers often have one.
 */
const WRITTEN =
  /^(.*[0-9)])[ ,;]*(?:ext(?:ension|n)?|x|#|durchwahl|poste|interno|extensi[oó]n|ramal|toestel)[.:=]* ?([0-9]{1,7})$/i;

/** A number with an extension, as it is stored: `+4930123456x12`. */
export const withExtension = (number: string, extension: string): string =>
  extension === '' ? number : `${number}x${extension}`;

/** A written or stored number, and the digits of its extension; none where it has none. */
export function splitExtension(text: string): { number: string; extension: string } {
  const [, number = text, extension = ''] = WRITTEN.exec(text) ?? [];
  return { number, extension };
}

/** The same number, as people write extensions in every country that has them. */
export const writtenExtension = (number: string, extension: string): string =>
  extension === '' ? number : `${number} ext. ${extension}`;
