import type { Values } from '#lib/fields/definition.ts';
import { stripInvisibleCharacters, toAsciiDigits } from '#lib/fields/normalize-characters.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import { looksExtended, splitExtension } from '#lib/fields/phone-extension.ts';
import { type PhoneProblem, parsePhone, phoneData } from '#lib/fields/phone-number.ts';
import { replaceAt } from '#lib/fields/value-path.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

/** Longer texts are not phone numbers that anybody typed. */
const TEXT_MAX = 100;

/**
 * A number with ASCII digits, ASCII spaces and hyphens, and + for 00; other characters stay.
 * @example normalizePhoneText(' ００４９（３０）１２３') // '+49(30)123'
 */
export function normalizePhoneText(text: string): string {
  return toAsciiDigits(stripInvisibleCharacters(text))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^(?:00|\(00\)|0 0)(?=[ ()./-]{0,2}[1-9])/, '+')
    .replace(/^\(\+/, '+(')
    .replace(/^\+ +/, '+');
}

/**
 * Why a text can't be a number, by its characters alone; else the result of `normalizePhoneText`, and apart from that its
 * extension.
 */
export function phoneText(text: string): { plain: string; extension: string } | { problem: PhoneProblem } {
  if (text.length > TEXT_MAX) return { problem: 'too_long' };
  if (hasUnreadableCharacters(text)) return { problem: 'characters' };
  const { number: plain, extension } = splitExtension(normalizePhoneText(text));
  if (!/^\+?[0-9 ()./-]*[0-9][ ()./-]*$/.test(plain) || /[./-]{3}/.test(plain))
    return { problem: looksExtended(plain) ? 'extension' : 'characters' };
  return { plain, extension };
}

/**
 * A number in international format, for a country that was chosen beside it. What is international already
 * stays unchanged, and so does what can't be parsed, with the country code before it.
 */
export function phoneInCountry(text: string, country: string): string {
  const data = phoneData();
  const plain = normalizePhoneText(text);
  const code = data?.countries().find((one) => one.country === country)?.code;
  if (plain === '' || plain.startsWith('+') || !data || !code) return text;
  const read = parsePhone(text, country);
  return read.ok ? data.international(read.number) : `+${code} ${plain}`;
}

/** Values without separate countries: each number for which one was chosen begins with its code. */
export function withCountryCodes(values: Values, countries: PhoneCountries): Values {
  return Object.entries(countries).reduce(
    (known, [path, country]) =>
      replaceAt(known, path, (text) => (typeof text === 'string' ? phoneInCountry(text, country) : text)),
    values,
  );
}
