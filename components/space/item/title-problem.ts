import { blank, maxLength, required, unreadableCharacters } from '#lib/text/messages.ts';
import { codePoints, hasUnreadableCharacters, isBlank } from '#lib/text/text.ts';

const TITLE_MAX = 255;

/**
 * The problem of a title, with the message of the contract's schema (which weighs 30 kB more); null for a valid title.
 */
export function titleProblem(title: string, label: string): string | null {
  if (title === '') return required(label);
  if (isBlank(title)) return blank(label);
  if (codePoints(title) > TITLE_MAX) return maxLength(label, TITLE_MAX);
  return hasUnreadableCharacters(title) ? unreadableCharacters(label) : null;
}
