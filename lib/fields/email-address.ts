import { withoutFullWidth, withoutInvisible } from '#lib/fields/plain-characters.ts';
import { setEmailReader } from '#lib/fields/typed-email.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

/** The address that somebody typed or pasted: without blanks around it, invisible characters, and full width. */
export const plainEmail = (text: string): string =>
  withoutFullWidth(withoutInvisible(text))
    .trim()
    .replace(/^mailto:/i, '');

/** Parses an address by the full rule, without characters left over from typing or copying. */
function readClosely(text: string): string | null {
  // In full width, the sign may be another.
  if (!text.includes('@') && !text.includes('\uff20')) return null;
  if (hasUnreadableCharacters(text)) return null;
  const plain = plainEmail(text);
  return plain.includes('@') && emailProblem(plain) === null ? plain : null;
}

/** Has e-mail addresses looked at closely from now on. */
export const loadEmails = (): void => setEmailReader(readClosely);
