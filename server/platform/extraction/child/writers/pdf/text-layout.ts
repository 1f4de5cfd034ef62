import { isRightToLeft } from '#server/platform/extraction/child/writers/text-direction.ts';
import type { Face, PdfFonts } from './fonts.ts';
import type { Line } from './lines.ts';
import { BODY_HEIGHT } from './page.ts';

/** How a part of a text looks. */
export type Look = { face: Face; size: number; color: string; link?: string | null; struck?: boolean };
/** What a paragraph is made of. */
export type Part =
  | { kind: 'text'; text: string; look: Look }
  | { kind: 'break' }
  | { kind: 'picture'; image: PDFKit.Mixins.ImageSrc; width: number; height: number };

/** `draw` takes where its text stands: the baseline. */
type Piece = {
  width: number;
  height: number;
  draw(x: number, baseline: number): void;
  isRtl: boolean | null;
};
type Box = { x: number; width: number; leading: number };

const NOT_SHOWN = '[…]';
/** Widths of words that are remembered. */
const WIDTHS_MAX = 20_000;
/** Where the baseline is in a line, as a part of its leading from below. */
const DESCENT = 0.32;

/** Breaks paragraphs into lines, at spaces; a word that is wider than a line, anywhere. */
export class TextLayout {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: PdfFonts;
  readonly #widths = new Map<string, number>();
  /** Whether letters were left out that no font has. */
  lacksLetters = false;

  constructor(doc: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#doc = doc;
    this.#fonts = fonts;
  }

  *lines(parts: readonly Part[], box: Box): Generator<Line> {
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    const isRtl = isRightToLeft(text);
    let line: Piece[] = [];
    let used = 0;
    const flush = (): Line => {
      const done = this.#line(line, box, isRtl);
      line = [];
      used = 0;
      return done;
    };
    for (const part of parts) {
      if (part.kind === 'break') {
        yield flush();
        continue;
      }
      for (const piece of this.#pieces(part, box.width)) {
        if (used > 0 && used + piece.width > box.width) yield flush();
        line.push(piece);
        used += piece.width;
      }
    }
    yield flush();
  }

  *#pieces(part: Exclude<Part, { kind: 'break' }>, width: number): Generator<Piece> {
    if (part.kind === 'picture') {
      yield this.#picture(part, width);
      return;
    }
    for (const word of part.text.match(/\S+[ \t\n]*|\s+/gu) ?? []) {
      const whole = this.#word(word, part.look);
      if (whole.width <= width) {
        yield whole;
        continue;
      }
      for (const letter of word) yield this.#word(letter, part.look);
    }
  }

  #picture({ image, width, height }: Extract<Part, { kind: 'picture' }>, most: number): Piece {
    const scale = Math.min(1, most / width, (BODY_HEIGHT - 20) / height);
    const size = { width: width * scale, height: height * scale };
    return {
      ...size,
      height: size.height + 6,
      isRtl: null,
      draw: (x, baseline) => void this.#doc.image(image, x, baseline - size.height, size),
    };
  }

  #word(word: string, look: Look): Piece {
    const shown = word.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    const runs = this.#fonts.runsOf(look.face, shown).map(({ font, text }) => {
      if (font === null) this.lacksLetters = true;
      const run = { font: font ?? 'Helvetica', text: font === null ? NOT_SHOWN : text };
      return { ...run, width: this.#widthOf(run.font, run.text, look.size) };
    });
    const width = runs.reduce((sum, run) => sum + run.width, 0);
    return {
      width,
      height: 0,
      isRtl: /\p{L}/u.test(shown) ? isRightToLeft(shown) : null,
      draw: (left, baseline) => {
        let x = left;
        for (const run of runs) {
          this.#doc.font(run.font).fontSize(look.size).fillColor(look.color);
          this.#doc.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
          x += run.width;
        }
        if (look.struck) this.#strike(left, baseline - look.size * 0.28, width, look.color);
        if (look.link) this.#doc.link(left, baseline - look.size, width, look.size * 1.3, look.link);
      },
    };
  }

  #strike(x: number, y: number, width: number, color: string): void {
    this.#doc
      .lineWidth(0.7)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(color);
  }

  #widthOf(font: string, text: string, size: number): number {
    const key = `${font} ${size} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const width = this.#doc.font(font).fontSize(size).widthOfString(text);
    if (this.#widths.size > WIDTHS_MAX) this.#widths.clear();
    this.#widths.set(key, width);
    return width;
  }

  #line(pieces: readonly Piece[], { x, width, leading }: Box, isRtl: boolean): Line {
    const height = Math.max(leading, ...pieces.map((piece) => piece.height));
    const ordered = visualOrder(pieces, isRtl);
    const used = pieces.reduce((sum, piece) => sum + piece.width, 0);
    return {
      height,
      draw: (y) => {
        let at = isRtl ? x + Math.max(0, width - used) : x;
        for (const piece of ordered) {
          piece.draw(at, y + height - leading * DESCENT);
          at += piece.width;
        }
      },
    };
  }
}

/** The words of a line from left to right: those of the other direction stand in it the other way round (UAX 9). */
function visualOrder(pieces: readonly Piece[], isRtl: boolean): Piece[] {
  const ordered: Piece[] = [];
  let other: Piece[] = [];
  const flush = () => {
    ordered.push(...other.toReversed());
    other = [];
  };
  for (const piece of pieces) {
    if (piece.isRtl !== null && piece.isRtl !== isRtl) other.push(piece);
    else {
      flush();
      ordered.push(piece);
    }
  }
  flush();
  return isRtl ? ordered.toReversed() : ordered;
}
