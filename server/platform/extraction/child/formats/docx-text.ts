import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import type { Archive } from './archive.ts';
import { escaped, linesOfPart, local, targetsOf } from './office-parts.ts';
import type { PassageWriter } from './passage-writer.ts';
import { readXmlText, XmlReader } from './xml-reader.ts';

const MAIN = 'word/document.xml';
const MAX_NOTES = 16 * 1024 * 1024;
/** Charts, drawings, headers and footers that are read, of each. */
const MAX_PARTS = 100;
const MAX_PREVIEW = 1024 * 1024;
/** Text of a section that is passed on before the section is complete, in UTF-16 units. */
const PIECE = 64 * 1024;

const HEADING = /^heading [1-9]$|^(?:sub)?title$/i;

export type DocxText = { title: string | undefined; html: string; isCut: boolean; elements: number };

type Section = { heading: string; text: string };
type Paragraph = { text: string; style: string; notes: string[] };
/** What a document refers to: texts by the kind and id of a note, by relationship id of a drawing. */
type References = {
  headings: Set<string>;
  notes: Map<string, string>;
  drawings: Map<string, string>;
};

/** The text of a Word file, as a stream: the memory it takes doesn't depend on the number of paragraphs. */
export async function readDocxText(archive: Archive, out: PassageWriter): Promise<DocxText> {
  const body = new BodyReader(await referencesOf(archive));
  const reader = new XmlReader(body);
  let decoder: TextDecoder | undefined;
  for await (const chunk of archive.chunks(MAIN)) {
    decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8');
    reader.write(decoder.decode(chunk, { stream: true }));
    if (reader.error) break;
    for (const section of body.take()) await add(section, out);
    if (out.full) return body.result;
  }
  if (!reader.error) reader.end();
  if (reader.error) throw new Unreadable('corrupt', DAMAGED);
  for (const section of body.finish()) await add(section, out);
  const margins = archive.names.filter((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name));
  const lines = await Promise.all(margins.slice(0, MAX_PARTS).map((name) => linesOfPart(archive, name)));
  await out.add({ type: 'text', part: 1 }, [...new Set(lines.flat())].join('\n'));
  return body.result;
}

async function add({ heading, text }: Section, out: PassageWriter): Promise<void> {
  const short = heading.slice(0, 500);
  await out.add(short ? { type: 'section', heading: short } : { type: 'text', part: 1 }, text, heading);
}

async function referencesOf(archive: Archive): Promise<References> {
  const headings = new Set<string>();
  const styles = await archive.bytes('word/styles.xml');
  let style = '';
  if (styles) {
    readXmlText(styles.toString('utf8'), {
      open: (name, attributes) => {
        const tag = local(name);
        if (tag === 'style') style = attributes['w:styleId'] ?? '';
        if (tag === 'name' && HEADING.test(attributes['w:val'] ?? '')) headings.add(style);
        if (tag === 'outlineLvl' && Number(attributes['w:val']) < 9) headings.add(style);
      },
    });
  }
  const notes = new Map<string, string>();
  for (const kind of ['footnote', 'endnote', 'comment']) await addNotes(archive, kind, notes);
  const drawings = new Map<string, string>();
  for (const [id, { path, type }] of await targetsOf(archive, MAIN)) {
    if ((type !== 'chart' && type !== 'diagramData') || drawings.size >= MAX_PARTS) continue;
    drawings.set(id, (await linesOfPart(archive, path)).join('\n'));
  }
  return { headings, notes, drawings };
}

async function addNotes(archive: Archive, kind: string, notes: Map<string, string>): Promise<void> {
  const bytes = await archive.bytes(`word/${kind}s.xml`, MAX_NOTES);
  if (!bytes) return;
  let id = '';
  let note = '';
  let inText = false;
  readXmlText(bytes.toString('utf8'), {
    open: (name, attributes) => {
      const tag = local(name);
      if (tag === kind) {
        id = attributes['w:id'] ?? '';
        note = '';
      }
      if (tag === 't') inText = true;
    },
    text: (text) => {
      if (inText) note += text;
    },
    close: (name) => {
      const tag = local(name);
      if (tag === 't') inText = false;
      if (tag === 'p') note += ' ';
      if (tag === kind && note.trim()) notes.set(`${kind}${id}`, note.trim());
    },
  });
}

/** Handles the events of document.xml; complete sections are to be taken from time to time. */
class BodyReader {
  readonly #references: References;
  #ready: Section[] = [];
  #section: Section = { heading: '', text: '' };
  #paragraphs: Paragraph[] = [];
  #tables = 0;
  #cells: string[] = [];
  #cell = '';
  #inText = false;
  /** Depth inside of an element that is not read: the older copy of a drawing, or text that was moved away. */
  #skipped = 0;
  #html: string[] = [];
  #htmlLength = 0;
  #title: string | undefined;
  #elements = 0;

  constructor(references: References) {
    this.#references = references;
  }

  get result(): DocxText {
    return {
      title: this.#title,
      html: this.#html.join(''),
      isCut: this.#htmlLength > MAX_PREVIEW,
      elements: this.#elements,
    };
  }

  take(): Section[] {
    if (this.#section.text.length > PIECE) this.#closeSection(this.#section.heading, '');
    return this.#ready.splice(0);
  }

  finish(): Section[] {
    this.#closeSection('', '');
    return this.#ready.splice(0);
  }

  open = (name: string, attributes: Record<string, string>): void => {
    const tag = local(name);
    this.#elements += 1;
    if (this.#skipped > 0 || tag === 'Fallback' || tag === 'moveFrom') {
      this.#skipped += 1;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    if (tag === 'p') this.#paragraphs.push({ text: '', style: '', notes: [] });
    else if (tag === 'tbl') this.#tables += 1;
    else if (tag === 'tr' && this.#tables === 1) this.#cells = [];
    else if (tag === 'tc' && this.#tables === 1) this.#cell = '';
    else if (tag === 't') this.#inText = true;
    else if (!paragraph) return;
    else if (tag === 'pStyle') paragraph.style = attributes['w:val'] ?? '';
    else if (tag === 'br' || tag === 'cr') paragraph.text += '\n';
    else if (tag === 'tab' && paragraph.text) paragraph.text += '\t';
    else if (tag === 'noBreakHyphen') paragraph.text += '-';
    else this.#openReference(tag, attributes, paragraph);
  };

  #openReference(tag: string, attributes: Record<string, string>, paragraph: Paragraph): void {
    const { notes, drawings } = this.#references;
    if (tag.endsWith('Reference'))
      paragraph.notes.push(notes.get(`${tag.slice(0, -9)}${attributes['w:id']}`) ?? '');
    if (tag === 'docPr') paragraph.notes.push(attributes.title ?? '', attributes.descr ?? '');
    if (tag === 'shape') paragraph.notes.push(attributes.alt ?? '');
    if (tag === 'relIds') paragraph.notes.push(drawings.get(attributes['r:dm'] ?? '') ?? '');
    if (tag === 'chart') paragraph.notes.push(drawings.get(attributes['r:id'] ?? '') ?? '');
  }

  text = (text: string): void => {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#inText && this.#skipped === 0 && paragraph) paragraph.text += text;
  };

  close = (name: string): void => {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const tag = local(name);
    if (tag === 't') this.#inText = false;
    if (tag === 'p') this.#closeParagraph(this.#paragraphs.pop());
    if (tag === 'tc' && this.#tables === 1) this.#cells.push(this.#cell.trim());
    if (tag === 'tr' && this.#tables === 1) this.#addText(this.#cells.filter(Boolean).join(' · '), '\n');
    if (tag === 'tbl') this.#tables -= 1;
    if (tag === 'tbl' && this.#tables === 0) this.#section.text += '\n';
  };

  #closeParagraph(paragraph: Paragraph | undefined): void {
    if (!paragraph) return;
    const text = paragraph.text.trim();
    const notes = paragraph.notes.filter((note) => note.trim()).join('\n');
    if (this.#tables > 0) this.#cell += [text, notes, ''].filter((part) => part || part === '').join(' ');
    else if (text && this.#references.headings.has(paragraph.style)) {
      const heading = text.replace(/\s+/g, ' ');
      this.#title ??= heading;
      this.#closeSection(heading, [heading, notes].filter(Boolean).join('\n'));
      this.#addHtml(`<h2>${escaped(heading)}</h2>`);
    } else this.#addText([text, notes].filter(Boolean).join('\n'), '\n\n');
  }

  #closeSection(next: string, text: string): void {
    if (this.#section.text.trim()) this.#ready.push(this.#section);
    this.#section = { heading: next, text: text ? `${text}\n\n` : '' };
  }

  #addText(text: string, after: string): void {
    if (!text) return;
    this.#section.text += text + after;
    this.#addHtml(`<p>${escaped(text).replaceAll('\n', '<br />')}</p>`);
    if (this.#section.text.length > PIECE) this.#closeSection(this.#section.heading, '');
  }

  #addHtml(html: string): void {
    this.#htmlLength += html.length;
    if (this.#htmlLength <= MAX_PREVIEW) this.#html.push(html);
  }
}
