import { hasUnreadableCharacters } from '#lib/text/text.ts';

/** Why a text is no phone number. */
export type PhoneProblem =
  /** A character that is part of no phone number. */
  | 'characters'
  /** Its country is unknown. */
  | 'no_country'
  /** It does not fit the country that is assumed for numbers without a code. */
  | 'not_in_country'
  | 'unknown_country'
  | 'extension'
  | 'too_short'
  | 'too_long';

/**
 * A number as it is stored, or why the text is invalid; until the data is loaded, the text of one
 * without a code.
 */
export type ParsedPhone = { ok: true; number: string } | { ok: false; problem: PhoneProblem };

/**
 * The data of the world's numbers (`phone-data.ts`): too large to be loaded where there is no phone field.
 */
export type PhoneData = {
  read(text: string, country: string | null): ParsedPhone;
  /** The number with spaces, in international format. */
  international(number: string): string;
  /** ISO 3166-1 alpha-2; null for a number of no country, or of an unknown one. */
  countryOf(number: string): string | null;
  countries(): readonly { country: string; code: string }[];
};

/** International numbers as they are stored (ITU-T E.164: 7 to 15 digits), with an extension after an `x`. */
export const STORED_PHONE = /^\+[1-9]\d{6,14}(x\d{1,7})?$/;
/** The address that calls a stored number (RFC 3966). */
export const phoneAddress = (number: string): string =>
  `tel:${number.replace(/[^+\dx]/g, '').replace('x', ';ext=')}`;

/** Parsed numbers and texts, with their results: a stored number is checked many times. */
const REMEMBERED_MAX = 2000;
/** Longer texts are no numbers, and must not fill the memory. */
const REMEMBERED_LENGTH = 110;
/** Minimum digits of numbers that are written without a country code. */
const LOCAL_MIN = 4;

let data: PhoneData | null = null;
const remembered = new Map<string, ParsedPhone>();

export const phoneData = (): PhoneData | null => data;

/** Sets the data of the countries that numbers are validated with. */
export function setPhoneData(next: PhoneData | null): void {
  data = next;
  remembered.clear();
}

/**
 * Until the data is loaded, which it always is on the server: international numbers by their format alone;
 * others are left unchanged for the server.
 */
function readByShape(text: string): ParsedPhone {
  if (hasUnreadableCharacters(text)) return { ok: false, problem: 'characters' };
  const plain = text.replace(/^tel:/i, '');
  // A sign or a word between a number and the digits at the end: perhaps an extension.
  if (/[a-z#;]/i.test(plain))
    return /^[^a-z#;]*\p{Nd}[^a-z#;\p{Nd}]*[a-z#;]\P{Nd}*\p{Nd}+$/iu.test(plain)
      ? { ok: true, number: text }
      : { ok: false, problem: 'characters' };
  const number = plain.replace(/\(0\)|[^+0-9]/g, '');
  if (STORED_PHONE.test(number)) return { ok: true, number };
  if (text.includes('+') || number.length < LOCAL_MIN) return { ok: false, problem: 'too_short' };
  return { ok: true, number: text };
}

/**
 * Parses a phone number as users write it: with spaces, slashes, hyphens or dots of any kind, full-width or
 * other digits, `00` for `+`, `(0)` after the country's code.
 * @param country ISO 3166-1 alpha-2, of numbers that are written without one
 */
export function parsePhone(text: string, country: string | null): ParsedPhone {
  // Marked by a character that is part of no number: `AT 0664` without a country is not `0664` in Austria.
  const key = `${country === null || text.startsWith('+') ? '' : country}\n${text}`;
  const known = remembered.get(key);
  if (known) return known;
  const read = data ? data.read(text, country) : readByShape(text);
  if (key.length > REMEMBERED_LENGTH) return read;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(key, read);
  return read;
}
