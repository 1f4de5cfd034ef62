import { posix } from 'node:path';
import { DAMAGED, type DocumentPicture, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { MAX_PICTURES } from './docx-document.ts';
import { OdtStyles } from './odt-styles.ts';
import type { OfficeDocument } from './office-document.ts';
import { escaped } from './office-parts.ts';
import { officeProperties } from './office-properties.ts';
import type { JobFile } from './port.ts';
import { readXmlText } from './xml-reader.ts';

const MiB = 1024 ** 2;
const MAX_UNPACKED = 256 * MiB;
const MAX_XML = 32 * MiB;
const SPACES_MAX = 100;

/** An OpenDocument text (ODF 1.3) as HTML, with its pictures beside it. */
export async function readOdt(file: JobFile): Promise<OfficeDocument> {
  const archive = await Archive.open(file, MAX_UNPACKED);
  const xml = await archive.bytes('content.xml', MAX_XML);
  if (!xml) throw new Unreadable('corrupt', DAMAGED);
  const styles = new OdtStyles();
  const writer = new OdtWriter(styles);
  try {
    const named = await archive.bytes('styles.xml', MAX_XML);
    if (named)
      readXmlText(named.toString('utf8'), {
        open: (name, attributes) => styles.open(name, attributes),
        close: (name) => styles.close(name),
        text: () => {},
      });
    readXmlText(xml.toString('utf8'), {
      open: (name, attributes) => writer.open(name, attributes),
      close: (name) => writer.close(name),
      text: (text) => writer.text(text),
    });
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
  const pictures: DocumentPicture[] = [];
  let size = 0;
  for (const [path, name] of writer.pictures) {
    size += archive.sizeOf(path);
    if (size > MAX_PICTURES) break;
    const bytes = await archive.bytes(path);
    if (bytes) pictures.push({ name, bytes });
  }
  return { html: writer.html, pictures, about: await officeProperties(archive, 'meta.xml') };
}

/** Elements whose text is no text of the document. */
const SKIPPED = new Set([
  'office:annotation',
  'text:tracked-changes',
  'text:note-citation',
  'svg:title',
  'svg:desc',
  'table:covered-table-cell',
]);
const SIMPLE: Readonly<Record<string, string>> = {
  'text:list-item': 'li',
  'table:table': 'table',
  'table:table-row': 'tr',
};

class OdtWriter {
  readonly #parts: string[] = [];
  readonly #styles: OdtStyles;
  /** The styles of the lists that are open; one within another has its style, where it has none of its own. */
  readonly #lists: string[] = [];
  /** What closes each open element. */
  readonly #open: string[] = [];
  readonly pictures = new Map<string, string>();
  #isHeader = false;
  #skipped = 0;
  #isBody = false;

  constructor(styles: OdtStyles) {
    this.#styles = styles;
  }

  get html(): string {
    // Each line of code is a paragraph, and each of a quotation.
    return this.#parts
      .join('')
      .replace(/<\/pre>\s*<pre>/g, '\n')
      .replace(/<\/blockquote>\s*<blockquote>/g, '');
  }

  open(name: string, attributes: Record<string, string>): void {
    if (SKIPPED.has(name) || this.#skipped > 0) {
      this.#skipped += 1;
      return;
    }
    if (!this.#isBody) this.#styles.open(name, attributes);
    if (name === 'table:table-header-rows') this.#isHeader = true;
    if (name === 'text:list') this.#lists.push(attributes['text:style-name'] ?? this.#lists.at(-1) ?? '');
    if (name === 'office:body') this.#isBody = true;
    const [before, after] = this.#tagsOf(name, attributes);
    this.#parts.push(before);
    this.#open.push(after);
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    if (!this.#isBody) this.#styles.close(name);
    if (name === 'table:table-header-rows') this.#isHeader = false;
    if (name === 'text:list') this.#lists.pop();
    this.#parts.push(this.#open.pop() ?? '');
  }

  text(text: string): void {
    if (this.#isBody && this.#skipped === 0) this.#parts.push(escaped(text));
  }

  #tagsOf(name: string, attributes: Record<string, string>): [before: string, after: string] {
    const simple = SIMPLE[name];
    if (simple) return [`<${simple}>`, `</${simple}>`];
    if (name === 'text:h') {
      const level = Math.min(6, Math.max(1, Number(attributes['text:outline-level']) || 1));
      return [`<h${level}>`, `</h${level}>`];
    }
    if (name === 'text:p') {
      const tag = this.#styles.paragraphTag(attributes['text:style-name'] ?? '');
      return tagPair(tag === 'blockquote' ? [tag, 'p'] : [tag]);
    }
    if (name === 'table:table-cell') return this.#cellTags(attributes);
    if (name === 'text:list') {
      const isOrdered = this.#styles.isNumbered(this.#lists.at(-1) ?? '', this.#lists.length);
      return isOrdered ? ['<ol>', '</ol>'] : ['<ul>', '</ul>'];
    }
    if (name === 'text:span') return tagPair(this.#styles.textTags(attributes['text:style-name'] ?? ''));
    if (name === 'text:a') {
      const address = escaped(attributes['xlink:href'] ?? '').replaceAll('"', '&quot;');
      return [`<a href="${address}">`, '</a>'];
    }
    if (name === 'text:note-body') return [' (', ')'];
    if (name === 'text:line-break') return ['<br>', ''];
    if (name === 'text:tab') return [' ', ''];
    if (name === 'text:s') return [' '.repeat(Math.min(SPACES_MAX, Number(attributes['text:c']) || 1)), ''];
    if (name === 'draw:image') return [this.#pictureTag(attributes['xlink:href'] ?? ''), ''];
    return ['', ''];
  }

  #cellTags(attributes: Record<string, string>): [before: string, after: string] {
    const tag = this.#isHeader ? 'th' : 'td';
    const spans = (['column', 'row'] as const).map((one) => {
      const count = Number(attributes[`table:number-${one}s-spanned`] ?? 1);
      return count > 1 ? ` ${one === 'column' ? 'colspan' : 'rowspan'}="${count}"` : '';
    });
    return [`<${tag}${spans.join('')}>`, `</${tag}>`];
  }

  #pictureTag(address: string): string {
    const path = address.replace(/^\.\//, '');
    if (!path.startsWith('Pictures/') || path.includes('..')) return '';
    const extension = /^\.[a-z0-9]{1,5}$/i.exec(posix.extname(path))?.[0] ?? '';
    const name = this.pictures.get(path) ?? `picture-${this.pictures.size + 1}${extension.toLowerCase()}`;
    this.pictures.set(path, name);
    return `<img src="${name}">`;
  }
}

const tagPair = (tags: readonly string[]): [before: string, after: string] => [
  tags.map((tag) => `<${tag}>`).join(''),
  tags
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join(''),
];
