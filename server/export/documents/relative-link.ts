import { posix } from 'node:path';

/** What documents are exported as. */
export const DOCUMENT_FORMATS = ['md', 'html', 'json', 'docx', 'pdf'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const FILE = new RegExp(`^/api/v1/items/(${ID})/(?:file|preview|thumbnail)/?(?:\\?[^#]*)?(#.*)?$`);
const PAGE = new RegExp(`^/[^/?#]+/[^/?#]+/(${ID})/?(?:\\?[^#]*)?(#.*)?$`);
/** A view of a table, as documents embed it. */
const VIEW = new RegExp(`\\?(?:[^#]*&)?view=(${ID})(?:[&#]|$)`);

/**
 * A path within the archive, relative to one of its files, in place of the address of an item of the app; null for
 * an address of anything else.
 */
export function relativeLink(
  address: string,
  from: string,
  { paths, origin }: { paths: ReadonlyMap<string, string>; origin: string },
): string | null {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  const [, id = '', hash = ''] = FILE.exec(path) ?? PAGE.exec(path) ?? [];
  const to = paths.get(id);
  if (to === undefined) return null;
  const view = VIEW.exec(path)?.[1];
  const relative = posix.relative(posix.dirname(from), to) || '.';
  const encoded = relative
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()'!*~]/g, percentEncoded))
    .join('/');
  return `${encoded}${to.endsWith('/') ? '/' : ''}${view ? `?view=${view}` : ''}${hash}`;
}

const percentEncoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
