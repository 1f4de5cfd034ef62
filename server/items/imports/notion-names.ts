import { extensionOf } from '#lib/text/upload-types.ts';

/** The id at the end of a name: what Notion adds to each, `_all` for all rows of a database, and numbers of copies. */
const ID_AT_END = /[ _-]?([0-9a-f]{32})(?:_all)?(?: ?\(\d{1,3}\))?$/i;
const PAGE = /\.(?:md|html)$/i;
const DATABASE = /[0-9a-f]{32}(_all)?\.csv$/i;
/** An address of a page there, also of one that was published. */
const PAGE_ADDRESS = /^https?:\/\/(?:[a-z0-9-]{1,63}\.){0,3}notion\.(?:so|site|com)\//i;

/** A name without the id that Notion adds. */
export const withoutId = (name: string): string => name.replace(ID_AT_END, '').trim() || name;

/** A path without the ids that Notion adds, for people. */
export const withoutIds = (path: string): string =>
  path
    .split('/')
    .map((name) => {
      const extension = extensionOf(name);
      const clean = withoutId(stemOf(name));
      return extension ? `${clean}.${extension}` : withoutId(name);
    })
    .join('/');

const idIn = (name: string): string | null => ID_AT_END.exec(name)?.[1]?.toLowerCase() ?? null;

/** Addresses that are longer are not looked at. */
const LONGEST_ADDRESS = 2_000;

/** The parts of a path, of one with slashes at its end, too. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  while (segments.length > 1 && segments.at(-1) === '') segments.pop();
  return segments;
}

/** A name without its ending, where that is one of a file. */
function stemOf(name: string): string {
  const extension = extensionOf(name);
  return extension ? name.slice(0, -extension.length - 1) : name;
}

/** The id of the page, folder or database that a path is of; null for others. */
export function notionIdOf(path: string): string | null {
  const name = segmentsOf(path).at(-1) ?? '';
  return idIn(name) ?? idIn(stemOf(name));
}

/**
 * What a path of an export of Notion is known by when a page was renamed there, as its folder and all below it then are: the
 * id of the page, or of the page that a file is in. Null for a path without one.
 */
export function notionKeyOf(path: string): string | null {
  const suffix = path.endsWith('/') ? '/' : `.${extensionOf(path)}`;
  const own = notionIdOf(path);
  if (own) return `${own}${suffix}`;
  const segments = segmentsOf(path);
  const above = idIn(segments.at(-2) ?? '');
  return above && `${above}/${segments.at(-1)}${suffix}`;
}

/** The id of the page that an address of Notion leads to; null for other addresses. */
export function linkedPageOf(address: string): string | null {
  if (address.length > LONGEST_ADDRESS || !PAGE_ADDRESS.test(address)) return null;
  const [, query = ''] = address.split('?', 2);
  // A page that is opened beside another one.
  const beside = /(?:^|&)p=([0-9a-f]{32})(?:&|#|$)/i.exec(query)?.[1];
  const path = address.replace(/[?#].*$/s, '');
  // An id with dashes in it, as in addresses that other programs made, has 36 characters.
  const tail = (segmentsOf(path).at(-1) ?? '').slice(-36);
  return beside?.toLowerCase() ?? idIn(tail.replace(/-(?=[0-9a-f-]{0,36}$)/gi, ''));
}

/**
 * The databases of an export: the path that links to each lead to, with the path of the file that has all its rows. Beside
 * the rows that its page shows, Notion writes all of them in a second file. Other programs have such names, too: only an
 * archive with pages of Notion has databases.
 */
export function databasesOf(paths: readonly string[]): Map<string, string> {
  const all = new Set(paths);
  const databases = new Map<string, string>();
  if (!paths.some((path) => PAGE.test(path) && notionIdOf(path) !== null)) return databases;
  for (const path of paths) {
    const match = DATABASE.exec(path);
    if (!match) continue;
    if (match[1] === undefined) {
      const whole = path.replace(/\.csv$/i, (ending) => `_all${ending}`);
      databases.set(path, all.has(whole) ? whole : path);
    } else if (!all.has(path.replace(/_all(?=\.csv$)/i, ''))) databases.set(path, path);
  }
  return databases;
}
