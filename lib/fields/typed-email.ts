import { withoutFullWidth, withoutInvisible } from '#lib/fields/plain-characters.ts';
import { emailProblem } from '#lib/rules.ts';
import { hasUnreadableCharacters } from '#lib/text.ts';

/** Addresses that need no closer look where they are short; the others are looked at by the specification's rule. */
const PLAIN_EMAIL = /^[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*\.[A-Za-z]{2,}$/;
const PLAIN_EMAIL_MAX = 60;

/** The address that somebody typed or pasted: without blanks around it, invisible characters, and full width. */
export const plainEmail = (text: string): string =>
  withoutFullWidth(withoutInvisible(text))
    .trim()
    .replace(/^mailto:/i, '');

/** Reads an e-mail address as people write it. @returns it as it is stored, or null where it is none */
export function readEmail(text: string): string | null {
  if (text.length <= PLAIN_EMAIL_MAX && PLAIN_EMAIL.test(text)) return text;
  // In full width, the sign may be another.
  if (!text.includes('@') && !text.includes('\uff20')) return null;
  if (hasUnreadableCharacters(text)) return null;
  const plain = plainEmail(text);
  return plain.includes('@') && emailProblem(plain) === null ? plain : null;
}
