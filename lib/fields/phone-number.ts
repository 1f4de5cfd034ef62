import { hasUnreadableCharacters } from '#lib/text/text.ts';

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
export type ParsedPhone = { ok: true; number: string } | { ok: false; problem: PhoneProblem };

/** What is known of the world's numbers (`phone-data.ts`): too much to be loaded where no phone is asked for. */
export type PhoneData = {
  read(text: string, country: string | null): ParsedPhone;
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
/** Longer texts are no numbers, and whoever sends them fills no memory. */
const REMEMBERED_LENGTH = 110;
/** Digits of the shortest numbers that are written without a country's code. */
const LOCAL_MIN = 4;

let data: PhoneData | null = null;
const remembered = new Map<string, ParsedPhone>();

export const phoneData = (): PhoneData | null => data;

/** From now on numbers are judged by what is known of their countries. */
export function setPhoneData(next: PhoneData | null): void {
  data = next;
  remembered.clear();
}

/**
 * Until the data is there, which is never so on the server: international numbers by their shape alone; others are left
 * as they are for whoever knows more.
 */
function readByShape(text: string): ParsedPhone {
  if (hasUnreadableCharacters(text)) return { ok: false, problem: 'characters' };
  const number = text.replace(/\(0\)|[^+0-9]/g, '');
  if (E164.test(number)) return { ok: true, number };
  if (text.includes('+') || number.length < LOCAL_MIN) return { ok: false, problem: 'too_short' };
  return { ok: true, number: text };
}

/**
 * Reads a phone number as people write it: with blanks, slashes, hyphens or dots of any kind, full-width or other digits,
 * `00` for `+`, `(0)` after the country's code.
 * @param country ISO 3166-1 alpha-2, of numbers that are written without one
 */
export function parsePhone(text: string, country: string | null): ParsedPhone {
  // By a sign that stands in no number: `AT 0664` without a country is not `0664` in Austria.
  const key = `${country === null || text.startsWith('+') ? '' : country}\n${text}`;
  const known = remembered.get(key);
  if (known) return known;
  const read = data ? data.read(text, country) : readByShape(text);
  if (key.length > REMEMBERED_LENGTH) return read;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(key, read);
  return read;
}
