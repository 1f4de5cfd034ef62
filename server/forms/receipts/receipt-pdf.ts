import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { receiptMessage } from '#server/forms/definition/receipt-messages.ts';
import { type Receipt, receiptText } from './receipt.ts';
import { type FontFile, type Fonts, fontRunsOf, receiptFonts } from './receipt-fonts.ts';

/** A4 in points, and the margins of the text. */
const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const FOOT = 28;
const INDENT = 16;
/**
 * More pages than this aren't rendered: rendering takes some time per page, and the attached text has
 * everything.
 */
const PAGES_MAX = 40;

const INK = '#1B1830';
const QUIET = '#6A6780';
const BRAND = '#5F51E6';

type Style = { files: FontFile[]; size: number; leading: number; color: string };

/** What can't be shown is reported, and attached under this name. */
export const TEXT_NAME = 'answer.txt';
const NOT_SHOWN = '[…]';

/** Rendered one after the other: each takes some time of the process. */
let drawing: Promise<unknown> = Promise.resolve();

/**
 * A receipt as a PDF. What the font has no letters for, and what would be too many pages, is reported at the
 * top; then the whole text is attached within the file. Rendered page by page, yielding to others in between.
 */
export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const drawn = drawing.then(() => draw(receipt));
  drawing = drawn.catch(() => undefined);
  return drawn;
}

/** Whether a PDF shows the whole receipt; otherwise its text is attached. */
export async function hasAllGlyphs(receipt: Receipt): Promise<boolean> {
  const { regular, bold } = await receiptFonts();
  const has = (files: FontFile[], text: string) =>
    fontRunsOf(files, visible(text)).every(({ font }) => font !== null);
  return (
    has(bold, receipt.title) &&
    receipt.lines.every((line) =>
      line.kind === 'heading' ? has(bold, line.text) : has(regular, `${line.label}${line.value}`),
    ) &&
    !isLong(receipt)
  );
}

/** On a page, where lines are short. */
const LEAST_LETTERS = 600;

const isLong = (receipt: Receipt): boolean =>
  receiptText(receipt).length >= PAGES_MAX * LEAST_LETTERS ||
  receipt.lines.length >= PAGES_MAX * MIN_SUBMISSION_LINES;

/** Of one line each, with their questions. */
const MIN_SUBMISSION_LINES = 15;

/** Without line ends and characters that have no glyph. */
const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

async function draw(receipt: Receipt): Promise<Buffer> {
  const [{ default: PdfDocument }, fonts, isWhole] = await Promise.all([
    import('pdfkit'),
    receiptFonts(),
    hasAllGlyphs(receipt),
  ]);
  const doc = new PdfDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: receipt.language,
    displayTitle: true,
    info: { Title: receipt.title, Producer: 'Hubkeep', Creator: 'Hubkeep' },
  });
  const bytes = buffer(doc);
  for (const { name, bytes: file } of [...fonts.regular, ...fonts.bold]) doc.registerFont(name, file);
  const sheet = new Sheet(doc);
  const put = async (...paragraph: Parameters<Sheet['write']>) => {
    for (const _ of sheet.write(...paragraph)) await setImmediate();
  };
  const { title, label, value, heading, fact } = stylesOf(fonts);

  await put(receiptMessage(receipt.language, 'receipt', {}, receipt.own), {
    ...fact,
    color: BRAND,
    files: fonts.bold,
  });
  await put(receipt.title, title);
  for (const one of receipt.facts) await put(one, fact);
  if (!isWhole) {
    await put(
      receiptMessage(
        receipt.language,
        isLong(receipt) ? 'cut' : 'lettersMissing',
        { name: TEXT_NAME },
        receipt.own,
      ),
      {
        ...fact,
        color: INK,
      },
    );
    doc.file(Buffer.from(receiptText(receipt)), { name: TEXT_NAME, type: 'text/plain' });
  }
  for (const line of receipt.lines) {
    const indent = line.level * INDENT;
    if (line.kind === 'heading') {
      sheet.space(line.level === 0 ? 18 : 10);
      await put(line.text, line.level === 0 ? heading : label, indent, heading.leading * 4);
    } else {
      sheet.space(8);
      await put(line.label, label, indent, label.leading + value.leading);
      for (const part of line.value.split(/\r\n|[\n\r\u2028\u2029]/u)) await put(part, value, indent);
    }
    if (sheet.isFull) break;
  }
  sheet.number(fact, receipt);
  doc.end();
  return bytes;
}

function stylesOf({ regular, bold }: Fonts): Record<'title' | 'label' | 'value' | 'heading' | 'fact', Style> {
  return {
    title: { files: bold, size: 20, leading: 28, color: INK },
    heading: { files: bold, size: 13, leading: 19, color: INK },
    label: { files: regular, size: 9.5, leading: 14, color: QUIET },
    value: { files: regular, size: 11, leading: 16, color: INK },
    fact: { files: regular, size: 9, leading: 13, color: QUIET },
  };
}

type Piece = { font: FontFile; text: string; width: number };

/** Pages that are written from top to bottom. */
class Sheet {
  pages = 1;
  /** There is no space for more. */
  isFull = false;
  readonly #doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();
  #y = PAGE.margin;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  space(points: number): void {
    this.#y += points;
  }

  /**
   * Writes a paragraph, broken into lines; on a new page where less than `together` points are left. Yields
   * to others at each new page.
   */
  *write(text: string, style: Style, indent = 0, together = style.leading): Generator<void> {
    // Nothing is left of the width where lists are nested very deeply.
    const left = Math.min(indent, INDENT * 10);
    const width = PAGE.width - 2 * PAGE.margin - left;
    if (this.#y + together > PAGE.height - PAGE.margin - FOOT) this.#turn();
    for (const line of this.#linesOf(visible(text), style, width)) {
      if (this.#y + style.leading > PAGE.height - PAGE.margin - FOOT) {
        this.#turn();
        yield;
      }
      if (this.isFull) return;
      this.#put(line, style, PAGE.margin + left, this.#y);
      this.#y += style.leading;
    }
  }

  /** Numbers the pages, at their feet. */
  number(style: Style, { language, own }: Receipt): void {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      const [line = []] = this.#linesOf(
        receiptMessage(language, 'page', { page: page + 1, pages: count }, own),
        style,
        PAGE.width,
      );
      this.#put(line, style, PAGE.margin, PAGE.height - PAGE.margin + FOOT / 2);
    }
  }

  #turn(): void {
    if (this.pages === PAGES_MAX) {
      this.isFull = true;
      return;
    }
    this.#doc.addPage();
    this.pages += 1;
    this.#y = PAGE.margin;
  }

  #put(line: readonly Piece[], { size, color }: Style, x: number, y: number): void {
    let at = x;
    for (const { font, text, width } of line) {
      this.#doc.font(font.name).fontSize(size).fillColor(color).text(text, at, y, { lineBreak: false });
      at += width;
    }
  }

  #widthOf(font: FontFile, text: string, size: number): number {
    const key = `${font.name} ${size} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const width = this.#doc.font(font.name).fontSize(size).widthOfString(text);
    if (this.#widths.size > 5_000) this.#widths.clear();
    this.#widths.set(key, width);
    return width;
  }

  #piecesOf(word: string, { files, size }: Style): Piece[] {
    const [usual] = files;
    return fontRunsOf(files, word).flatMap(({ font, text }) => {
      const shown = font ?? usual;
      if (!shown) return [];
      const shownText = font ? text : NOT_SHOWN;
      return [{ font: shown, text: shownText, width: this.#widthOf(shown, shownText, size) }];
    });
  }

  /** Breaks a text at spaces; a word that is wider than a line, anywhere. */
  *#linesOf(text: string, style: Style, width: number): Generator<Piece[]> {
    let line: Piece[] = [];
    let used = 0;
    for (const word of text.match(/\S+\s*|\s+/gu) ?? ['']) {
      const pieces = this.#piecesOf(word, style);
      const wide = pieces.reduce((sum, piece) => sum + piece.width, 0);
      if (used > 0 && used + wide > width) {
        yield line;
        line = [];
        used = 0;
      }
      if (wide <= width) {
        line.push(...pieces);
        used += wide;
        continue;
      }
      for (const letter of word) {
        const parts = this.#piecesOf(letter, style);
        const one = parts.reduce((sum, piece) => sum + piece.width, 0);
        if (used > 0 && used + one > width) {
          yield line;
          line = [];
          used = 0;
        }
        line.push(...parts);
        used += one;
      }
    }
    yield line;
  }
}
