import { posix } from 'node:path';
import { DAMAGED, type DocumentPicture, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { MAX_PICTURES } from './docx-document.ts';
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
  const writer = new OdtWriter();
  try {
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
]);
const SIMPLE: Readonly<Record<string, string>> = {
  'text:p': 'p',
  'text:list-item': 'li',
  'table:table': 'table',
  'table:table-row': 'tr',
  'table:table-cell': 'td',
};

type Style = { bold?: boolean; italic?: boolean; struck?: boolean };

class OdtWriter {
  readonly #parts: string[] = [];
  readonly #styles = new Map<string, Style>();
  readonly #orderedLists = new Set<string>();
  /** What closes each open element. */
  readonly #open: string[] = [];
  readonly pictures = new Map<string, string>();
  #style: string | null = null;
  #listStyle: string | null = null;
  #skipped = 0;
  #isBody = false;

  get html(): string {
    return this.#parts.join('');
  }

  open(name: string, attributes: Record<string, string>): void {
    if (SKIPPED.has(name) || this.#skipped > 0) {
      this.#skipped += 1;
      return;
    }
    if (!this.#isBody) this.#readStyle(name, attributes);
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
    if (name === 'style:style') this.#style = null;
    if (name === 'text:list-style') this.#listStyle = null;
    this.#parts.push(this.#open.pop() ?? '');
  }

  text(text: string): void {
    if (this.#isBody && this.#skipped === 0) this.#parts.push(escaped(text));
  }

  #readStyle(name: string, attributes: Record<string, string>): void {
    if (name === 'style:style') this.#style = attributes['style:name'] ?? null;
    if (name === 'text:list-style') this.#listStyle = attributes['style:name'] ?? null;
    if (name === 'text:list-level-style-number' && this.#listStyle && attributes['text:level'] === '1')
      this.#orderedLists.add(this.#listStyle);
    if (name === 'style:text-properties' && this.#style) {
      this.#styles.set(this.#style, {
        bold: attributes['fo:font-weight'] === 'bold',
        italic: attributes['fo:font-style'] === 'italic',
        struck: (attributes['style:text-line-through-style'] ?? 'none') !== 'none',
      });
    }
  }

  #tagsOf(name: string, attributes: Record<string, string>): [before: string, after: string] {
    const simple = SIMPLE[name];
    if (simple) return [`<${simple}>`, `</${simple}>`];
    if (name === 'text:h') {
      const level = Math.min(6, Math.max(1, Number(attributes['text:outline-level']) || 1));
      return [`<h${level}>`, `</h${level}>`];
    }
    if (name === 'text:list') {
      const isOrdered = this.#orderedLists.has(attributes['text:style-name'] ?? '');
      return isOrdered ? ['<ol>', '</ol>'] : ['<ul>', '</ul>'];
    }
    if (name === 'text:span') return spanTags(this.#styles.get(attributes['text:style-name'] ?? '') ?? {});
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

  #pictureTag(address: string): string {
    const path = address.replace(/^\.\//, '');
    if (!path.startsWith('Pictures/') || path.includes('..')) return '';
    const extension = /^\.[a-z0-9]{1,5}$/i.exec(posix.extname(path))?.[0] ?? '';
    const name = this.pictures.get(path) ?? `picture-${this.pictures.size + 1}${extension.toLowerCase()}`;
    this.pictures.set(path, name);
    return `<img src="${name}">`;
  }
}

function spanTags({ bold, italic, struck }: Style): [before: string, after: string] {
  const tags = [...(bold ? ['strong'] : []), ...(italic ? ['em'] : []), ...(struck ? ['s'] : [])];
  return [
    tags.map((tag) => `<${tag}>`).join(''),
    tags
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join(''),
  ];
}
