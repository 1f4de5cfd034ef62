import { TITLE_MAX } from '#lib/text/constants.ts';

// What no line of text may hold (C0, C1, line and paragraph separators).
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes.
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;
const LONGEST_EXTENSION = 12;

/**
 * The title of an uploaded file: its name as it is, also where it looks like a path, without control characters, at most
 * 255 characters with its extension kept. A name that leaves nothing becomes “Untitled”. It names no file on the disk:
 * `disposition` and `safeName` make one of it that leads nowhere.
 */
export function titleOfFile(name: string): string {
  const line = name.toWellFormed().replace(UNREADABLE, '').trim();
  if (line === '') return 'Untitled';
  const characters = [...line];
  if (characters.length <= TITLE_MAX) return line;
  const extension = [...(/\.[^.]+$/u.exec(line)?.[0] ?? '')];
  const kept = extension.length <= LONGEST_EXTENSION ? extension : [];
  return [...characters.slice(0, TITLE_MAX - kept.length), ...kept].join('').trim();
}
