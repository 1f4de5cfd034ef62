import { TITLE_MAX } from '#lib/text/constants.ts';
import { ApiError } from './api-error.ts';

// What no line of text may hold (C0, C1, line and paragraph separators).
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes.
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;
const LONGEST_EXTENSION = 12;
const UNTITLED = 'Untitled';

/**
 * The title of an uploaded file: its name unchanged, even where it looks like a path. A name without a
 * character becomes “Untitled”. It is never a path on the disk: `contentDisposition` and `safeName` make a
 * safe name of it.
 * @throws ApiError 422 for a name that can't be stored whole: too long, or with characters that can't be
 * shown
 */
export function titleOfFile(name: string): string {
  const refusal = nameRefusal(name);
  if (refusal) throw refusal;
  return storableName(name);
}

/** Why a file's name can't be stored whole; null where it can. */
export function nameRefusal(name: string): ApiError | null {
  const title = name.toWellFormed().trim();
  if (title === '' || title === storableName(title)) return null;
  return new ApiError(
    422,
    'invalid_file_name',
    `The file’s name is longer than ${TITLE_MAX} characters, or has characters that cannot be shown. Rename the file, and choose it again.`,
  );
}

/**
 * What can be stored of any name, in one line: without control characters, at most 255 characters including
 * its extension.
 */
export function storableName(name: string): string {
  const line = name.toWellFormed().replace(UNREADABLE, '').trim();
  if (line === '') return UNTITLED;
  const characters = [...line];
  if (characters.length <= TITLE_MAX) return line;
  const extension = [...(/\.[^.]+$/u.exec(line)?.[0] ?? '')];
  const suffix = extension.length <= LONGEST_EXTENSION ? extension : [];
  return [...characters.slice(0, TITLE_MAX - suffix.length), ...suffix].join('').trim();
}
