import { TITLE_MAX } from '#lib/text/constants.ts';

/** Folders in each other that an import makes: each is looked for from each file below it. */
const FOLDERS_MAX = 49;
/** Characters of the names of folders that are put before the title of what was in them. */
const NAMES_MAX = 100;
const BETWEEN = ' › ';

/** The folders of a path, one after the other. */
const foldersOf = (path: string): string[] => path.split('/').slice(0, -1);

/** Whether a file is in more folders than are made, or a folder (its path ends with a slash) is one of those that are not. */
export const isTooDeep = (path: string): boolean => foldersOf(path).length > FOLDERS_MAX;

/** The deepest folder that is made for a path that is too deep. */
export const deepestFolder = (path: string): string => `${foldersOf(path).slice(0, FOLDERS_MAX).join('/')}/`;

/** The path of the folder that a file or folder is in. */
const folderAbove = (path: string): string => path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);

/** A title with the names of the folders before it that are not made: many files are named alike. */
export function titleWithFolders(path: string, title: string): string {
  const names = foldersOf(path).slice(FOLDERS_MAX).join(BETWEEN);
  const capacity = Math.min(NAMES_MAX, TITLE_MAX - title.length - BETWEEN.length - 1);
  if (capacity <= 0) return title;
  const shown = names.length > capacity ? `…${names.slice(-capacity).toWellFormed()}` : names;
  return `${shown}${BETWEEN}${title}`;
}

/** What a report says of what was nested too deep, of what an import makes and what its source has; null where nothing was. */
export function deepFoldersNote(
  made: readonly { path: string; kind: string; status: string | null }[],
  files: readonly { path: string }[],
): string | null {
  const deep = made.filter(({ path, status }) => isTooDeep(path) && status !== 'failed');
  const count = deep.filter(({ kind }) => kind !== 'folder').length;
  const folders = files.filter(({ path }) => path.endsWith('/') && isTooDeep(path));
  const filled = new Set([...deep, ...folders].map(({ path }) => folderAbove(path)));
  const empty = folders.filter(({ path }) => !filled.has(path)).length;
  return [...(count > 0 ? [flattened(count)] : []), ...(empty > 0 ? [leftOut(empty)] : [])].join(' ') || null;
}

const flattened = (count: number): string =>
  count === 1
    ? `One file was in more than ${FOLDERS_MAX} folders, and is in the deepest of these, with the names of the others in its title.`
    : `${count} files were in more than ${FOLDERS_MAX} folders, and are in the deepest of these, with the names of the others in their titles.`;
const leftOut = (count: number): string =>
  `${count === 1 ? 'One empty folder' : `${count} empty folders`} left out: nested too deep.`;
