import { buffer } from 'node:stream/consumers';
import type { Node } from '@tiptap/pm/model';
import PdfDocument from 'pdfkit';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import type { DocumentInput } from '#server/platform/extraction/child/writers/document-input.ts';
import { DocumentLines } from './document-lines.ts';
import { PdfFonts } from './fonts.ts';
import { Formulas } from './formulas/formulas.ts';
import { PAGE, Pages, TEXT_WIDTH } from './page.ts';
import { TextLayout } from './text-layout.ts';

const BOX = { x: PAGE.margin, width: TEXT_WIDTH };
const TEXT_NAME = 'document.md';

/**
 * A document as a PDF, with its title before its text, headings as its outline, and numbered pages. Where letters are
 * missing in our fonts, its end says so and its Markdown is attached.
 */
export async function writePdf(input: DocumentInput): Promise<Buffer> {
  const doc = new PdfDocument({
    size: 'A4',
    margin: 0,
    displayTitle: true,
    info: { Title: input.title, Producer: 'Hubkeep', Creator: 'Hubkeep', ModDate: new Date(input.modified) },
  });
  const bytes = buffer(doc);
  const fonts = new PdfFonts(doc);
  await fonts.prepare(`${input.title}\n${input.markdown}`);
  const text = new TextLayout(doc, fonts);
  const content = parseMarkdown(input.markdown);
  const formulas = new Formulas(doc, text);
  if (hasFormula(content)) await formulas.prepare();
  const lines = new DocumentLines(doc, { text, input, outline: outlineOf(doc), formulas });
  const pages = new Pages(doc);
  for (const line of lines.title(input.title, BOX)) pages.put(line);
  for (const line of lines.of(content, BOX)) pages.put(line);
  if (text.lacksLetters) {
    doc.file(Buffer.from(input.markdown), { name: TEXT_NAME, type: 'text/markdown' });
    const note = `Some letters can't be shown here, and are written as […]. The whole text is attached as ${TEXT_NAME}.`;
    for (const line of lines.note(note, BOX)) pages.put(line);
  }
  doc.end();
  return bytes;
}

function hasFormula(content: Node): boolean {
  let has = false;
  content.descendants((node) => {
    has ||= node.type.name === 'inlineMath' || node.type.name === 'blockMath';
    return !has;
  });
  return has;
}

type Entry = { level: number; item: PDFKit.PDFOutline };

/** Adds headings to the outline of a PDF, each below the last one of a higher level. */
function outlineOf(doc: PDFKit.PDFDocument): (title: string, level: number) => void {
  const open: Entry[] = [];
  return (title, level) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const above = open.at(-1)?.item ?? doc.outline;
    open.push({ level, item: above.addItem(title) });
  };
}
