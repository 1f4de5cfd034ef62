import { setEmailParser } from '#lib/fields/email-parser.ts';
import { stripInvisibleCharacters, toHalfWidth } from '#lib/fields/normalize-characters.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

/** The address that somebody typed or pasted: without blanks around it, invisible characters, and full width. */
export const normalizeEmailText = (text: string): string =>
  toHalfWidth(stripInvisibleCharacters(text))
    .trim()
    .replace(/^mailto:/i, '');

/** Parses an address by the full rule, without characters left over from typing or copying. */
function readClosely(text: string): string | null {
  // In full width, the sign may be another.
  if (!text.includes('@') && !text.includes('\uff20')) return null;
  if (hasUnreadableCharacters(text)) return null;
  const plain = normalizeEmailText(text);
  return plain.includes('@') && emailProblem(plain) === null ? plain : null;
}

/** From now on e-mail addresses are checked by the full rule. */
export const loadEmailParser = (): void => setEmailParser(readClosely);
