import { posix } from 'node:path';
import { decoded, headingSlug } from '#lib/text/heading-ids.ts';
import { rewriteLinks } from '#lib/text/markdown-links.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import { linkedPageOf, notionIdOf, withoutId } from './notion-names.ts';

/** An item that a file of the source becomes. */
export type LinkTarget = { path: string; kind: 'folder' | 'document' | 'file'; itemId: string };

/** Where the items have their pages: `/handle/space`. */
type Place = {
  base: string;
  /** Whether `[[page]]` is a link: not in what is written here. */
  hasWikiLinks?: boolean;
};

const PICTURES: ReadonlySet<string> = new Set([
  'png',
  'jpg',
  'jpeg',
  'gif',
  'svg',
  'webp',
  'bmp',
  'ico',
  'tiff',
]);
/** A view of a table of our own export (`relative-link.ts`). */
const VIEW = /\?view=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:#|$)/;
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i;

const keyOf = (path: string): string => path.normalize('NFC').toLowerCase().replace(/\/+$/, '');
const withoutExtension = (path: string): string => path.replace(/\.(?:md|markdown|html?|docx|odt|txt)$/i, '');
/** Wikis write dashes for spaces in the names of their files. */
const spaced = (name: string): string => name.replaceAll('-', ' ');
const isPicturePath = (path: string): boolean => PICTURES.has(extensionOf(path));

/** Leads the links of imported documents to the items that their files became. */
export class LinkResolver {
  readonly #place: Place;
  readonly #byPath = new Map<string, LinkTarget>();
  /** By name alone, as wikis name their pages; the first of several. */
  readonly #byName = new Map<string, LinkTarget>();
  /** By the ids that Notion adds to names, which stay whatever becomes of these. */
  readonly #byId = new Map<string, LinkTarget>();

  constructor(targets: Iterable<LinkTarget>, place: Place) {
    this.#place = place;
    // Documents come last, and are what a name usually means.
    for (const target of [...targets].toReversed()) {
      const key = keyOf(target.path);
      this.#byPath.set(key, target);
      const id = target.kind === 'folder' ? null : notionIdOf(target.path);
      if (id) this.#byId.set(id, target);
      for (const name of [key, withoutExtension(key), keyOf(withoutId(withoutExtension(target.path)))]) {
        const last = name.slice(name.lastIndexOf('/') + 1);
        for (const one of [last, spaced(last)]) if (!this.#byName.has(one)) this.#byName.set(one, target);
      }
    }
  }

  /**
   * A document's Markdown with its links to other files, its pictures and its wiki links as those of this app.
   * @param path the document's own; relative addresses begin at its folder
   * @param own further files, which only this document has, by their addresses
   * @param views which of the views that it names are here: of the others it shows the tables
   * @returns also the ids that the views it names have where they came with their tables
   */
  resolve(
    markdown: string,
    path: string,
    own: ReadonlyMap<string, LinkTarget> = new Map(),
    views: ReadonlySet<string> = new Set(),
  ) {
    const missing: string[] = [];
    const named: string[] = [];
    const viewOf = ({ kind, itemId }: LinkTarget, address: string): string => {
      const view = kind === 'file' ? VIEW.exec(address)?.[1] : undefined;
      if (view === undefined) return '';
      const id = derivedId(itemId, view);
      named.push(id);
      return views.has(id) ? `?view=${id}` : '';
    };
    const found = (target: LinkTarget | undefined, address: string): LinkTarget | null => {
      if (!target) missing.push(address);
      return target ?? null;
    };
    const text = rewriteLinks(markdown, {
      address: (address, isPicture) => {
        const page = this.#byId.get(linkedPageOf(address) ?? '');
        if (page) return this.#addressOf(page, '', false);
        if (SCHEME.test(address)) return null;
        const at = own.get(address) ?? this.#at(address, path);
        // What begins with a slash is mostly an address of the site that it was written for.
        const target = address.startsWith('/') ? (at ?? null) : found(at, address);
        if (!target) return null;
        const hash = `${viewOf(target, address)}${hashOf(address)}`;
        return this.#addressOf(target, hash, isPicture ?? isPicturePath(target.path));
      },
      wiki: (page, label, isEmbed) => {
        if (this.#place.hasWikiLinks === false) return null;
        // A heading of the document itself.
        if (page.startsWith('#') && hashOf(page))
          return `[${linkText(label || page.slice(1))}](${hashOf(page)})`;
        // Most write the page first; GitHub what is shown of it.
        const own = this.#named(page, path);
        const other = own || !label ? undefined : this.#named(label, path);
        const target = found(own ?? other, page);
        if (!target) return null;
        if (other) return `[${linkText(page)}](${this.#addressOf(target, hashOf(label ?? ''), false)})`;
        const isPicture = isEmbed && isPicturePath(target.path);
        // An embedded picture's label is its width.
        const shown = label && !(isPicture && /^\d+(?:x\d+)?$/.test(label)) ? label : page.split('/').at(-1);
        return `${isPicture ? '!' : ''}[${linkText(shown ?? page)}](${this.#addressOf(target, hashOf(page), isPicture)})`;
      },
    });
    return { text, missing, views: named };
  }

  #addressOf({ itemId }: LinkTarget, hash: string, isPicture: boolean): string {
    return isPicture ? `/api/v1/items/${itemId}/file/` : `${this.#place.base}/${itemId}${hash}`;
  }

  /** The file at a relative address, also as wikis write it: without an extension, with dashes for spaces. */
  #at(address: string, from: string): LinkTarget | undefined {
    const plain = decoded(address.replace(/[?#].*$/s, '')).replaceAll('\\', '/');
    if (plain === '') return undefined;
    const relative = posix.join(posix.dirname(from), plain);
    const candidates = plain.startsWith('/') ? [plain.slice(1)] : [relative, plain];
    for (const one of candidates) {
      for (const key of [
        keyOf(posix.normalize(one)),
        keyOf(`${one}.md`),
        keyOf(`${one.replaceAll('-', ' ')}.md`),
      ]) {
        const target = this.#byPath.get(key);
        if (target) return target;
      }
    }
    const byId = this.#byId.get(notionIdOf(plain) ?? '');
    if (byId) return byId;
    // Programs cut the names of files, and not the links to them.
    const cut = this.#byPath.get(keyOf(posix.normalize(relative).split('/').map(cutName).join('/')));
    return cut;
  }

  #named(page: string, from: string): LinkTarget | undefined {
    const plain = page.replace(/[#^].*$/s, '').trim();
    const key = keyOf(plain);
    const name = key.slice(key.lastIndexOf('/') + 1);
    return this.#at(encodeURI(plain), from) ?? this.#byName.get(name) ?? this.#byName.get(spaced(name));
  }
}

/** The longest name that file systems have, in bytes. */
const NAME_BYTES = 255;

/** A name as programs cut it, with its ending. */
function cutName(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES) return name;
  const extension = extensionOf(name);
  const ending = extension ? name.slice(-extension.length - 1) : '';
  const bytes = Buffer.from(name).subarray(0, NAME_BYTES - Buffer.byteLength(ending));
  return `${new TextDecoder().decode(bytes).replace(/\uFFFD+$/, '')}${ending}`;
}

const linkText = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

/** What an address names within a file: a heading as documents name theirs. */
const hashOf = (address: string): string => {
  const at = address.indexOf('#');
  if (at < 0) return '';
  const hash = address.slice(at);
  // A page or a row, and a block of Obsidian's.
  if (/[=^]/.test(hash)) return hash.replaceAll(' ', '-');
  // Obsidian names the headings above, too.
  const slug = headingSlug(decoded(hash).split('#').at(-1) ?? '');
  return slug && `#${slug}`;
};
