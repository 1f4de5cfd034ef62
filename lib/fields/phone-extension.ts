/**
 * How an extension is written at the end of a number: `ext. 12`, `x12`, `#12`, `;ext=12` (RFC 3966), and the words for it where
 * numbers often have one.
 */
const MARK = '(?:ext(?:ensi[oó]n|ens[aã]o|n)?|x|#|durchwahl|poste|interno|ramal|toestel)[.:=]* ?';
const WRITTEN = new RegExp(`^(.*[0-9)])[ ,;]*${MARK}([0-9]{1,7})$`, 'i');
const ANY = new RegExp(`(?:^|[^a-z])${MARK}[0-9]+$`, 'i');

/** A number with an extension, as it is stored: `+4930123456x12`. */
export const withExtension = (number: string, extension: string): string =>
  extension === '' ? number : `${number}x${extension}`;

/** A written or stored number, and the digits of its extension; none where it has none. */
export function splitExtension(text: string): { number: string; extension: string } {
  const [, number = text, extension = ''] = WRITTEN.exec(text) ?? [];
  return { number, extension };
}

/** Whether a text ends as an extension, also one without a number or of more digits than any has. */
export const looksExtended = (text: string): boolean => ANY.test(text);

/** The same number, as people write extensions in every country that has them. */
export const writtenExtension = (number: string, extension: string): string =>
  extension === '' ? number : `${number} ext. ${extension}`;
