import type { ItemSource } from '#lib/contract/item.ts';
import { rewriteLinks } from '#lib/text/markdown-links.ts';
import type { Archive } from '#server/platform/archives/read-zip.ts';
import { type ConfluencePage, type ConfluenceSpace, readConfluenceSpace } from './confluence-entities.ts';
import type { KnownFile, PageInTree } from './plan-files.ts';
import { storableSource } from './storable-source.ts';

const ENTITIES = 'entities.xml';
/** Pages that lie deeper in each other than this are beside the one above them. */
const LEVELS_MAX = 40;
const NAME_MAX = 120;
const ADDRESS = /^\/confluence\/(page|file)\/([^/#]*)(?:\/([^/#]*))?(#.*)?$/;
// Without "<", a tag that never ends is read once, not again for each tag before it.
const USER = /<ri:user\b[^<>]{0,500}?\bri:(?:userkey|account-id)="([^<>"]{1,200})"[^<>]{0,500}?>/g;

/** The pages of a Confluence space export (XML), as an import reads them. */
export type ConfluenceSource = {
  files: { path: string; size: number; problem: string | null }[];
  known: Map<string, KnownFile>;
  pages: Map<string, PageInTree>;
  isPage(path: string): boolean;
  chunks(path: string): AsyncIterable<Buffer>;
  /** A page's Markdown with its links and pictures as paths of the other files. */
  withPaths(markdown: string, path: string): string;
  close(): Promise<void>;
};

const nameOf = (title: string): string =>
  title
    .replace(/[\p{Cc}/\\]|^\.+/gu, '_')
    .slice(0, NAME_MAX)
    .toWellFormed();
const encoded = (path: string): string =>
  path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A text of Confluence with people's names in place of their keys. */
export const withUserNames = (body: string, people: ReadonlyMap<string, string>): string =>
  body.replace(USER, (_whole, key: string) => {
    const name = (people.get(key) ?? '?').replace(/[<>&"]/g, '');
    return `<ri:user ri:username="${name}"/>`;
  });

/** Opens the export of a Confluence space; null for an archive of anything else. */
export async function openConfluenceSource(zip: Archive): Promise<ConfluenceSource | null> {
  const entry = zip.entries.find(({ path }) => path === ENTITIES);
  if (!entry || entry.problem || !zip.entries.some(({ path }) => path === 'exportDescriptor.properties'))
    return null;
  const space = await readConfluenceSpace(zip.chunks(ENTITIES));
  return new SpaceFiles(space, zip);
}

class SpaceFiles implements ConfluenceSource {
  readonly files: ConfluenceSource['files'] = [];
  readonly known = new Map<string, KnownFile>();
  readonly pages = new Map<string, PageInTree>();
  readonly #space: ConfluenceSpace;
  readonly #zip: Archive;
  readonly #pageByPath = new Map<string, ConfluencePage>();
  readonly #pathByTitle = new Map<string, string>();
  /** Paths in the archive by paths of the import. */
  readonly #stored = new Map<string, string>();
  readonly #fileByName = new Map<string, string>();

  constructor(space: ConfluenceSpace, zip: Archive) {
    this.#space = space;
    this.#zip = zip;
    const above = parentsOf(space.pages);
    const pages = [...space.pages.values()].sort((one, other) => one.position - other.position);
    for (const [at, page] of pages.entries())
      this.#addPage(page, above.get(page.id) ?? null, page.position > 0 ? (at + 1) * GAP : undefined);
    this.#addFiles();
  }

  #addPage(page: ConfluencePage, above: ConfluencePage | null, position: number | undefined): void {
    const path = pathOf(page);
    this.files.push({ path, size: 0, problem: null });
    this.pages.set(path, { title: page.title, above: above && pathOf(above) });
    this.known.set(path, {
      kind: 'document',
      title: page.title,
      created_at: page.created ?? undefined,
      updated_at: page.modified ?? undefined,
      position,
      source: sourceOf(page, this.#space) ?? undefined,
    });
    this.#pageByPath.set(path, page);
    if (!this.#pathByTitle.has(page.title)) this.#pathByTitle.set(page.title, path);
  }

  #addFiles(): void {
    const stored = new Map(this.#zip.entries.map((entry) => [entry.path, entry]));
    for (const { id, name, page, version } of this.#space.files) {
      const owner = this.#space.pages.get(page);
      const path = owner && `attachments/${nameOf(owner.title)}_${page}/${nameOf(name)}`;
      if (!path || this.known.has(path)) continue;
      const from = `attachments/${page}/${id}/${version}`;
      const entry = stored.get(from);
      const problem = entry ? entry.problem : 'This attachment is not in the export.';
      this.files.push({ path, size: entry?.size ?? 0, problem });
      this.known.set(path, { kind: 'file', title: name, file_name: name });
      this.#stored.set(path, from);
      this.#fileByName.set(`${page}/${name}`, path);
    }
  }

  isPage(path: string): boolean {
    return this.#pageByPath.has(path);
  }

  chunks(path: string): AsyncIterable<Buffer> {
    const page = this.#pageByPath.get(path);
    return page ? this.#body(page) : this.#zip.chunks(this.#stored.get(path) ?? path);
  }

  async *#body({ id }: ConfluencePage): AsyncGenerator<Buffer> {
    const body = await this.#space.bodyOf(id);
    yield Buffer.from(withUserNames(body, this.#space.people));
  }

  withPaths(markdown: string, path: string): string {
    return rewriteLinks(markdown, { address: (address) => this.#address(address, path) });
  }

  #address(address: string, from: string): string | null {
    const [, kind, title = '', name = '', hash = ''] = ADDRESS.exec(address) ?? [];
    if (!kind) return null;
    const page = title ? this.#pathByTitle.get(decoded(title)) : from;
    if (kind === 'page') return page ? `${encoded(page)}${hash}` : `${title}.html`;
    const owner = page && this.#pageByPath.get(page);
    const file = owner && this.#fileByName.get(`${owner.id}/${decoded(name)}`);
    return file ? encoded(file) : name;
  }

  close(): Promise<void> {
    return this.#space.close();
  }
}

/** Between the positions of two pages. */
const GAP = 1_024;

/** An id of an account elsewhere, which is no name. */
const ACCOUNT_ID = /^(?:[0-9a-f]{20,}|\d+:[0-9a-f-]{20,})$/i;

/** Who made a page, by the name that the export has, and its labels. */
export function sourceOf(
  { id, creator }: ConfluencePage,
  { people, labels }: Pick<ConfluenceSpace, 'people' | 'labels'>,
): ItemSource | null {
  const name = creator === null ? null : (people.get(creator) ?? creator);
  const author = name === null || name === '?' || ACCOUNT_ID.test(name) ? null : name;
  return storableSource({ author, tags: labels.get(id) ?? [] });
}

const pathOf = ({ id, title }: ConfluencePage): string => `${nameOf(title)}_${id}.html`;

/** The page above each, without circles, and not too deep. */
function parentsOf(pages: ReadonlyMap<string, ConfluencePage>): Map<string, ConfluencePage> {
  const above = new Map<string, ConfluencePage>();
  const levels = new Map<string, number>();
  for (const start of pages.values()) {
    const chain: ConfluencePage[] = [];
    const seen = new Set<string>();
    for (
      let at: ConfluencePage | undefined = start;
      at && !levels.has(at.id) && !seen.has(at.id);
      at = at.parent === null ? undefined : pages.get(at.parent)
    ) {
      seen.add(at.id);
      chain.push(at);
    }
    for (const page of chain.toReversed()) {
      const parent = page.parent === null ? undefined : pages.get(page.parent);
      const level = parent && levels.get(parent.id);
      // Of a page in a circle, the one above has no level yet.
      if (!parent || level === undefined) levels.set(page.id, 0);
      else if (level < LEVELS_MAX) {
        above.set(page.id, parent);
        levels.set(page.id, level + 1);
      } else {
        const next = above.get(parent.id);
        if (next) above.set(page.id, next);
        levels.set(page.id, level);
      }
    }
  }
  return above;
}
