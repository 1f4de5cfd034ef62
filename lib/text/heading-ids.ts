/** Characters of a heading's text that its id has. */
const SLUG_MAX = 120;

/** Ids that pages have around a document: a heading with such a text gets a number. */
export const PAGE_IDS: ReadonlySet<string> = new Set([
  'content',
  'document-text',
  'editor-outline',
  'outline-fold',
  'outline-title',
]);

/**
 * The text of a heading as it stands in addresses, as GitHub writes it: letters and digits of any script, with dashes for
 * spaces.
 */
export function headingSlug(text: string): string {
  return [
    ...text
      .normalize('NFC')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  ]
    .slice(0, SLUG_MAX)
    .join('');
}

/** Gives the headings of a document their ids, in their order: `deposit`, `deposit-2`, `deposit-3`. */
export class HeadingIds {
  readonly #taken: Set<string>;
  readonly #counts = new Map<string, number>();

  /** @param taken ids that the document has besides */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...PAGE_IDS, ...taken]);
  }

  next(text: string): string {
    const slug = headingSlug(text) || 'section';
    let count = this.#counts.get(slug) ?? 1;
    let id = slug;
    // Ids that begin with a dash below are those of the page's own parts.
    while (this.#taken.has(id) || id.startsWith('_')) {
      count += 1;
      id = `${slug.replace(/^_+/, '')}-${count}`;
    }
    this.#counts.set(slug, count);
    this.#taken.add(id);
    return id;
  }
}

/** Letters and digits alone: programs differ in what they write for the other signs. */
const squeezed = (text: string): string => headingSlug(text).replace(/[-\p{Pc}]/gu, '');

/** A part of an address as it reads; as it is where it is not encoded rightly. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Finds the heading that an address means that was written for another program. */
export class HeadingFinder {
  readonly #ids: ReadonlySet<string>;
  readonly #bySqueezed = new Map<string, string>();
  readonly #title: string;

  /** @param title the document's: Confluence's addresses begin with it */
  constructor(headings: readonly { id: string; text: string }[], title = '') {
    this.#ids = new Set(headings.map(({ id }) => id));
    for (const { id, text } of headings) {
      const key = squeezed(text);
      if (key && !this.#bySqueezed.has(key)) this.#bySqueezed.set(key, id);
    }
    this.#title = squeezed(title);
  }

  /** @param fragment what stands behind the `#` */
  find(fragment: string): string | null {
    // Obsidian names the headings above, too.
    const text = decoded(fragment).split('#').at(-1) ?? '';
    const slug = headingSlug(text);
    if (this.#ids.has(text)) return text;
    if (this.#ids.has(slug)) return slug;
    // GitHub counts the others of the same text from 1.
    const [, first = '', number = ''] = /^(.+)-(\d{1,5})$/.exec(slug) ?? [];
    const counted = `${first}-${Number(number) + 1}`;
    if (first && this.#ids.has(first) && this.#ids.has(counted)) return counted;
    const key = squeezed(text);
    const known = this.#bySqueezed.get(key);
    if (known || !this.#title || !key.startsWith(this.#title)) return known ?? null;
    return this.#bySqueezed.get(key.slice(this.#title.length)) ?? null;
  }
}
