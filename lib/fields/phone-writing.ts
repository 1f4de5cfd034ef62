import { splitExtension } from './phone-extension.ts';
import { normalizePhoneText } from './phone-text.ts';

/** What calls within a country begin with, where it is not `0`, by calling codes. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['1', '1'],
  ['7', '8'],
  ['36', '06'],
  ['52', '01'],
  ['370', '8'],
  ['375', '8'],
  ['993', '8'],
]);
const CODE_MAX = 3;

/** Whether digits are a number without its country's code, as calls within the country may begin or not. */
function isNational(number: string, digits: string): boolean {
  const ofCode = (national: string) => {
    const code = number.slice(0, number.length - national.length);
    return national !== '' && number.endsWith(national) && code !== '' && code.length <= CODE_MAX
      ? code
      : null;
  };
  if (ofCode(digits.replace(/^0+/, '')) !== null) return true;
  return [...PREFIXES].some(
    ([code, prefix]) => digits.startsWith(prefix) && ofCode(digits.slice(prefix.length)) === code,
  );
}

/**
 * Whether a text is a national or international writing of a number, with whatever signs between its digits: it says nothing
 * that the number does not.
 * @param stored as numbers are stored, with its extension
 * @example isWritingOf('+49301234567', '(030) 123-4567') // true
 */
export function isWritingOf(stored: string, text: string): boolean {
  const { number, extension } = splitExtension(stored);
  const { number: written, extension: writtenOne } = splitExtension(normalizePhoneText(text));
  if (extension !== writtenOne) return false;
  const own = number.replaceAll(/\D/g, '');
  const digits = written.replaceAll('(0)', '').replaceAll(/\D/g, '');
  if (/^\s*(?:\+|00)/.test(written)) return own === digits.replace(/^00/, '');
  return isNational(own, digits);
}
