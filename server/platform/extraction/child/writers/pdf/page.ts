import type { Line } from './lines.ts';

/** A4 in points, the margins of the text, and where the page's number stands. */
export const PAGE = { width: 595.28, height: 841.89, margin: 62, foot: 34 };
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;
export const BODY_HEIGHT = PAGE.height - 2 * PAGE.margin;
export const INK = '#1B1830';
export const QUIET = '#6A6780';
export const RULE = '#C9C7D6';
export const LINK = '#3B4FC4';

/** Puts lines on pages, from top to bottom, and numbers the pages. */
export class Pages {
  readonly #doc: PDFKit.PDFDocument;
  #y = PAGE.margin;
  #number = 1;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.#numberPage();
  }

  get isAtTop(): boolean {
    return this.#y === PAGE.margin;
  }

  put(line: Line): void {
    const bottom = PAGE.height - PAGE.margin;
    if (line.isSpace && this.isAtTop) return;
    if (!this.isAtTop && this.#y + (line.need ?? line.height) > bottom) {
      this.#doc.addPage();
      this.#number += 1;
      this.#y = PAGE.margin;
      this.#numberPage();
      for (const one of line.head ?? []) this.#draw(one);
      if (line.isSpace) return;
    }
    this.#draw(line);
  }

  #draw(line: Line): void {
    line.draw(this.#y);
    this.#y += line.height;
  }

  #numberPage(): void {
    const text = String(this.#number);
    this.#doc.font('Helvetica').fontSize(9).fillColor(QUIET);
    const x = (PAGE.width - this.#doc.widthOfString(text)) / 2;
    this.#doc.text(text, x, PAGE.height - PAGE.foot, { lineBreak: false });
  }
}
