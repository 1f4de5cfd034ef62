import { TITLE_MAX } from '#lib/text/constants.ts';

/**
 * What says that a name is a path: its begin (`/`, `C:\\`, `file:/`), or a folder of dots alone (`../`, `a/../b`). A separator
 * elsewhere is a part of a name.
 */
const PATH = /^(?:[/\\]|\p{L}[\p{L}\d+.-]*:[/\\])|(?:^|[/\\])\.+(?:[/\\]|$)/u;
const FOLDERS = /^.*[/\\]/su;
// What no line of text may hold (C0, C1, line and paragraph separators).
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes.
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;
const LONGEST_EXTENSION = 12;

/**
 * The title of an uploaded file: its name as it is, of a path its last part, without control characters, at most 255
 * characters with its extension kept. A name that leaves nothing becomes “Untitled”.
 */
export function titleOfFile(name: string): string {
  const line = name.toWellFormed().replace(UNREADABLE, '').trim();
  const base = PATH.test(line) ? line.replace(FOLDERS, '').trim() : line;
  if (base === '' || base === '.' || base === '..') return 'Untitled';
  const characters = [...base];
  if (characters.length <= TITLE_MAX) return base;
  const extension = [...(/\.[^.]+$/u.exec(base)?.[0] ?? '')];
  const kept = extension.length <= LONGEST_EXTENSION ? extension : [];
  return [...characters.slice(0, TITLE_MAX - kept.length), ...kept].join('');
}
