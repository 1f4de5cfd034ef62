import { withAsciiDigits, withoutInvisible } from '#lib/fields/plain-characters.ts';
import { hasUnreadableCharacters } from '#lib/text.ts';

/** Why a text is no phone number. */
export type PhoneProblem =
  /** Something that stands in no phone number. */
  | 'characters'
  /** Nobody knows in which country it is. */
  | 'no_country'
  /** It is none of the country that is assumed where none is written. */
  | 'not_in_country'
  | 'unknown_country'
  | 'extension'
  | 'too_short'
  | 'too_long';

/** A number as it is stored (E.164), or why the text is none; until the data is there, the text of one without a code. */
export type PhoneRead = { ok: true; number: string } | { ok: false; problem: PhoneProblem };

/** What is known of the world's numbers (`phone-data.ts`): too much to be loaded where no phone is asked for. */
export type PhoneData = {
  /** @param text of digits and separators, with + where it is international */
  read(text: string, country: string | null): PhoneRead;
  /** The number with blanks, as it is written for callers from abroad. */
  international(number: string): string;
  /** ISO 3166-1 alpha-2; null for a number of no country, or of none that is known. */
  countryOf(number: string): string | null;
  countries(): readonly { country: string; code: string }[];
};

/** International numbers as they are stored (ITU-T E.164: 7 to 15 digits). */
export const E164 = /^\+[1-9][0-9]{6,14}$/;
/** Numbers and texts that were read, with what came of them: a stored number is checked many times. */
const REMEMBERED_MAX = 2000;
/** Digits of the shortest numbers that are written without a country's code. */
const LOCAL_MIN = 4;
/** Longer texts are no number that somebody typed. */
const TEXT_MAX = 100;

let data: PhoneData | null = null;
const remembered = new Map<string, PhoneRead>();

export const phoneData = (): PhoneData | null => data;

/**
 * A number as it is written for callers from abroad, for a country that was chosen beside it. What is international
 * already stays as it is, and so does what can't be read, but for the country's code before it.
 */
export function inCountry(text: string, country: string): string {
  const plain = plainPhone(text);
  const code = data?.countries().find((one) => one.country === country)?.code;
  if (plain === '' || plain.startsWith('+') || !data || !code) return text;
  const read = readPhone(text, country);
  return read.ok ? data.international(read.number) : `+${code} ${plain}`;
}

/** From now on numbers are judged by what is known of their countries. */
export function setPhoneData(next: PhoneData | null): void {
  data = next;
  remembered.clear();
}

/**
 * A number with ASCII digits, plain blanks and hyphens, and + in place of 00; every other character stays.
 * @example plainPhone(' ００４９（３０）１２３') // '+49(30)123'
 */
export function plainPhone(text: string): string {
  return withAsciiDigits(withoutInvisible(text))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^(?:00|\(00\)|0 0)(?=[ ()./-]{0,2}[1-9])/, '+')
    .replace(/^\(\+/, '+(')
    .replace(/^\+ +/, '+');
}

const EXTENSION = /(?:;ext=|\b(?:ext(?:ension)?|x|durchwahl|poste)\b\.?|#) ?:? ?[0-9]{1,7}$/i;

/**
 * Until the data is there: international numbers by their shape alone, and others are left as they are for whoever knows
 * more. The server always does.
 */
function readByShape(text: string, plain: string): PhoneRead {
  const number = plain.replace('(0)', '').replace(/[^+0-9]/g, '');
  if (!number.startsWith('+'))
    return number.length < LOCAL_MIN ? { ok: false, problem: 'too_short' } : { ok: true, number: text };
  if (E164.test(number)) return { ok: true, number };
  return { ok: false, problem: number.length > 8 ? 'too_long' : 'too_short' };
}

function readAnew(text: string, country: string | null): PhoneRead {
  if (text.length > TEXT_MAX) return { ok: false, problem: 'too_long' };
  if (hasUnreadableCharacters(text)) return { ok: false, problem: 'characters' };
  const plain = plainPhone(text);
  if (!/^\+?[0-9 ()./-]*[0-9][ ()./-]*$/.test(plain) || /[./-]{3}/.test(plain))
    return { ok: false, problem: EXTENSION.test(plain) ? 'extension' : 'characters' };
  return data ? data.read(plain, country) : readByShape(text, plain);
}

/**
 * Reads a phone number as people write it: with blanks, slashes, hyphens or dots of any kind, full-width or other digits,
 * `00` for `+`, `(0)` after the country's code.
 * @param country ISO 3166-1 alpha-2, of numbers that are written without one
 */
export function readPhone(text: string, country: string | null): PhoneRead {
  const key = country === null || text.startsWith('+') ? text : `${country} ${text}`;
  const known = remembered.get(key);
  if (known) return known;
  const read = readAnew(text, country);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(key, read);
  return read;
}
