import { HeadingFinder, HeadingIds } from './heading-ids.ts';

/** A heading of a document as its outline has it. */
export type DocumentHeading = { id: string; level: number; text: string };

const HEADING_TAG = /<(\/?)h([1-6])((?:\s[^>]*)?)>/g;
const ID = /\sid="([^"]*)"/g;
const DIRECTION = /\sdir="(ltr|rtl)"/;
const HASH_LINK = /(<a\b[^<>]*?\shref="#)([^"]+)(")/g;
const TAG = /<[^>]*>/g;
/** A link that has the title of its item for text, by its address. */
const ITEM_LINK = /<a data-item="([^"]*)"[^>]*>[^<]*<\/a>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&amp;': '&',
};

const plain = (html: string): string =>
  html
    .replace(TAG, '')
    .replace(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A heading's text as its reader sees it. */
const shownText = (html: string, titles: ReadonlyMap<string, string>): string =>
  plain(
    html.replace(ITEM_LINK, (_, address: string) =>
      (titles.get(address) ?? '…').replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign),
    ),
  );

type Options = {
  /** The document's. */
  title?: string;
  /** Whether each heading has a link to itself behind it. */
  isLinked?: boolean;
  /** The titles of items that it names, by their addresses, as far as its reader may see them. */
  titles?: ReadonlyMap<string, string>;
};

/**
 * Sanitized HTML with an id for each of its headings, to which the links of the text lead also where they were written for
 * another program.
 */
export function withHeadings(
  html: string,
  { title = '', isLinked = false, titles = new Map() }: Options = {},
): { html: string; headings: DocumentHeading[] } {
  const ids = new HeadingIds([...html.matchAll(ID)].map(([, id = '']) => id));
  const headings: DocumentHeading[] = [];
  const parts: string[] = [];
  let done = 0;
  let open: { level: number; attributes: string; from: number; content: number } | null = null;
  for (const found of html.matchAll(HEADING_TAG)) {
    const [tag, close = '', level = '', attributes = ''] = found;
    const after = found.index + tag.length;
    if (!close) {
      open = { level: Number(level), attributes, from: found.index, content: after };
      continue;
    }
    if (!open || open.level !== Number(level)) continue;
    const content = html.slice(open.content, found.index);
    const text = plain(content);
    const own = /\sid="([^"]*)"/.exec(open.attributes)?.[1];
    const id = own ?? ids.next(text);
    const start =
      own === undefined ? `<h${level} id="${id}"${open.attributes}>` : html.slice(open.from, open.content);
    const heading = `${start}${content}</h${level}>`;
    parts.push(
      html.slice(done, open.from),
      isLinked && text
        ? `<div data-heading="" dir="${DIRECTION.exec(open.attributes)?.[1] ?? 'auto'}">${heading}<a href="#${id}" aria-labelledby="${id}"></a></div>`
        : heading,
    );
    // The id is the same for all readers, whatever they may see.
    if (text) headings.push({ id, level: Number(level), text: shownText(content, titles) });
    done = after;
    open = null;
  }
  const text = parts.join('') + html.slice(done);
  return { html: withLinks(text, headings, title), headings };
}

/** Leads the links to a heading that are not written as its id to it. */
function withLinks(html: string, headings: readonly DocumentHeading[], title: string): string {
  if (headings.length === 0 || !html.includes('href="#')) return html;
  const finder = new HeadingFinder(headings, title);
  const ids = new Set([...html.matchAll(ID)].map(([, id = '']) => id));
  return html.replace(HASH_LINK, (whole, before: string, fragment: string, after: string) => {
    if (ids.has(fragment)) return whole;
    const id = finder.find(plain(fragment));
    return id === null ? whole : `${before}${id}${after}`;
  });
}
