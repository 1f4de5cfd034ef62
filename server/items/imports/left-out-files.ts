import { extensionOf } from '#lib/text/upload-types.ts';

/** The files of our own export, by their paths. */
type KnownFiles = Pick<ReadonlyMap<string, unknown>, 'has'>;

/**
 * What systems and programs leave beside the files of users, by its exact name: a user's own name may begin with a dot,
 * too.
 */
const LEFTOVERS: ReadonlySet<string> = new Set([
  '__macosx',
  '.appledouble',
  '.ds_store',
  '.fseventsd',
  '.localized',
  '.spotlight-v100',
  '.temporaryitems',
  '.trashes',
  'icon\r',
  '$recycle.bin',
  'desktop.ini',
  'system volume information',
  'thumbs.db',
  '.directory',
  '.nomedia',
  '.stfolder',
  '.dropbox',
  '.dropbox.attr',
  '.git',
  '.gitattributes',
  '.github',
  '.gitignore',
  '.gitkeep',
  '.gitmodules',
  '.hg',
  '.svn',
  '.idea',
  '.vscode',
  '.logseq',
  '.obsidian',
  '.stversions',
  '.trash',
]);
/** Of macOS beside each file, and of office programs beside an open one. */
const BESIDE_A_FILE = /^(?:\._|~\$|\.~lock\.)/;
/** Styles and scripts of exported pages. */
const OF_PAGES: ReadonlySet<string> = new Set(['css', 'js']);

const leftoverIn = (path: string): string | undefined =>
  path.split('/').find((part) => LEFTOVERS.has(part.toLowerCase()) || BESIDE_A_FILE.test(part));

/** What is left out of an import with this file; undefined for one that a user wrote, or that our own export names. */
function leftOut(path: string, known: KnownFiles): string | undefined {
  if (known.has(path)) return undefined;
  return leftoverIn(path) ?? (OF_PAGES.has(extensionOf(path)) ? `.${extensionOf(path)}` : undefined);
}

/** Whether no user wrote this file: settings of programs, of versions, of systems, and styles of pages. */
export const isLeftOut = (path: string, known: KnownFiles): boolean => leftOut(path, known) !== undefined;

/** Names of what was left out that a report shows. */
const NAMES_SHOWN = 5;

/** What a report says of the files that were left out; null where none were. */
export function leftOutNote({
  files,
  known,
}: {
  files: readonly { path: string }[];
  known: KnownFiles;
}): string | null {
  const names = new Set<string>();
  let count = 0;
  for (const { path } of files) {
    const name = path.endsWith('/') ? undefined : leftOut(path, known);
    if (name === undefined) continue;
    count += 1;
    if (names.size <= NAMES_SHOWN) names.add(name.trim());
  }
  if (count === 0) return null;
  const shown = [...names].slice(0, NAMES_SHOWN).join(', ');
  const what = count === 1 ? 'One file of programs was' : `${count} files of programs were`;
  return `${what} not imported: ${shown}${names.size > NAMES_SHOWN ? ', …' : ''}.`;
}
