import { setEmailParser } from '#lib/fields/email-parser.ts';
import { stripInvisibleCharacters, toHalfWidth } from '#lib/fields/normalize-characters.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

/**
 * An e-mail address that was typed or pasted: without white space around it, invisible characters, and
 * full-width ones.
 */
export const normalizeEmailText = (text: string): string =>
  toHalfWidth(stripInvisibleCharacters(text))
    .trim()
    .replace(/^mailto:/i, '');

/** Parses an address by the full rule, without characters left over from typing or copying. */
function readClosely(text: string): string | null {
  // The at sign may be full-width.
  if (!text.includes('@') && !text.includes('\uff20')) return null;
  if (hasUnreadableCharacters(text)) return null;
  const plain = normalizeEmailText(text);
  return plain.includes('@') && emailProblem(plain) === null ? plain : null;
}

/** Activates the full check of e-mail addresses. */
export const loadEmailParser = (): void => setEmailParser(readClosely);
