import type { PictureAlign } from '#lib/text/picture-layout.ts';
import { isRightToLeft } from '#server/platform/extraction/child/writers/text-direction.ts';
import type { Face, FontRun, PdfFonts } from './fonts.ts';
import type { Formula, Formulas } from './formulas/formulas.ts';
import type { Line } from './lines.ts';
import { BODY_HEIGHT } from './page.ts';
import {
  breakable,
  directedRuns,
  inVisualOrder,
  isTurnedByFont,
  lettersOf,
  levelsOf,
  mirrored,
  reversed,
} from './text-runs.ts';

/** How a part of a text looks. */
export type Look = { face: Face; size: number; color: string; link?: string | null; struck?: boolean };
/** What a paragraph is made of. */
export type Part =
  | { kind: 'text'; text: string; look: Look }
  /** A soft one begins a line only where something stands before it. */
  | { kind: 'break'; isSoft?: boolean; align?: PictureAlign | null }
  /** `share`: the part of the line that it fills, where that was chosen. */
  | { kind: 'picture'; image: PDFKit.Mixins.ImageSrc; width: number; height: number; share?: number | null }
  | { kind: 'formula'; formula: Formula; formulas: Formulas; look: Look };

/** A part of a line in one direction; `draw` takes where its text stands: the baseline. */
type Run = { width: number; level: number; isSpace: boolean; draw(x: number, baseline: number): void };
/** What stays on one line: a word with the spaces after it, a picture, or a formula; how high and deep it is where that is more than text. */
type Piece = { width: number; above: number; below: number; runs: Run[] };
/** Where the words of a paragraph stand: by its direction, where nothing was chosen. */
type Setting = { isRtl: boolean; align: PictureAlign | null };
type Box = { x: number; width: number; leading: number };

const NOT_SHOWN = '[…]';
/** Widths of words that are remembered. */
const WIDTHS_MAX = 20_000;
/** Where the baseline is in a line, as a part of its leading from below. */
const DESCENT = 0.32;
/** How wide the outline is that makes letters bold in a font that has no bold ones, as a part of their size. */
const OUTLINE = 0.022;
/** Signs that direct or break letters, and shades of skin, which a font without colours has not. */
const UNSEEN =
  /\p{Variation_Selector}|\p{Emoji_Modifier}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** What a picture or a formula is in the text of its paragraph. */
const OBJECT = '\ufffc';

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
    const isRtl = isRightToLeft(textOf(parts));
    let from = 0;
    let last: Extract<Part, { kind: 'break' }> | null = null;
    for (let at = 0; at <= parts.length; at += 1) {
      const part = parts[at];
      if (part && part.kind !== 'break') continue;
      const isLeftOut = from === at && (part ? part.isSoft : last?.isSoft);
      if (!isLeftOut)
        yield* this.#paragraph(parts.slice(from, at), box, { isRtl, align: last?.align ?? null });
      from = at + 1;
      last = part ?? null;
    }
  }

  *#paragraph(parts: readonly Part[], box: Box, setting: Setting): Generator<Line> {
    const levels = levelsOf(textOf(parts), setting.isRtl);
    let line: Piece[] = [];
    let used = 0;
    let from = 0;
    for (const part of parts) {
      if (part.kind === 'break') continue;
      for (const piece of this.#pieces(part, { width: box.width, levels: levels?.subarray(from) ?? null })) {
        if (used > 0 && used + piece.width > box.width) {
          yield this.#line(line, box, setting);
          line = [];
          used = 0;
        }
        line.push(piece);
        used += piece.width;
      }
      from += part.kind === 'text' ? part.text.length : OBJECT.length;
    }
    yield this.#line(line, box, setting);
  }

  *#pieces(
    part: Exclude<Part, { kind: 'break' }>,
    { width, levels }: { width: number; levels: Uint8Array | null },
  ): Generator<Piece> {
    if (part.kind === 'picture') {
      yield this.#picture(part, { most: width, level: levels?.[0] ?? 0 });
      return;
    }
    if (part.kind === 'formula') {
      yield* this.#formula(part, { width, level: levels?.[0] ?? 0 });
      return;
    }
    let from = 0;
    for (const word of breakable(part.text)) {
      const whole = this.#word(word, part.look, levels?.subarray(from) ?? null);
      if (whole.width <= width) yield whole;
      else {
        let at = from;
        for (const letter of lettersOf(word)) {
          yield this.#word(letter, part.look, levels?.subarray(at) ?? null);
          at += letter.length;
        }
      }
      from += word.length;
    }
  }

  #picture(
    { image, width, height, share }: Extract<Part, { kind: 'picture' }>,
    { most, level }: { most: number; level: number },
  ): Piece {
    const wanted = share ? (most * share) / width : 1;
    const scale = Math.min(wanted, most / width, (BODY_HEIGHT - 20) / height);
    const size = { width: width * scale, height: height * scale };
    const draw = (x: number, baseline: number) =>
      void this.#doc.image(image, x, baseline - size.height, size);
    return {
      width: size.width,
      above: size.height + 1,
      below: 0,
      runs: [{ width: size.width, level, isSpace: false, draw }],
    };
  }

  *#formula(
    { formula, formulas, look }: Extract<Part, { kind: 'formula' }>,
    { width, level }: { width: number; level: number },
  ): Generator<Piece> {
    const pieces = formulas.pieces(formula, look, { width, height: BODY_HEIGHT - 20 });
    if (!pieces) yield* this.#pieces(sourcePart(formula.latex, look), { width, levels: null });
    // Its parts stand from left to right in every text.
    for (const { width: wide, above, below, draw: paint } of pieces ?? []) {
      const draw = (x: number, baseline: number) => {
        paint(x, baseline);
        this.#overlay(look, { x, baseline, width: wide, above, height: above + below });
      };
      // Its parts stand from left to right in every text.
      const run: Run = { width: wide, level: level + (level % 2), isSpace: false, draw };
      yield { width: wide, above, below, runs: [run] };
    }
  }

  /** The line through struck text, and the area of a link. */
  #overlay(
    { size, color, struck, link }: Look,
    at: { x: number; baseline: number; width: number; above: number; height: number },
  ): void {
    if (struck) this.#strike(at.x, at.baseline - size * 0.28, at.width, color);
    if (link) this.#doc.link(at.x, at.baseline - at.above, at.width, at.height, link);
  }

  /** A text on a line of its own, drawn from its left end. */
  inLine(text: string, look: Look): { width: number; draw(x: number, baseline: number): void } {
    const isRtl = isRightToLeft(text);
    const { width, runs } = this.#word(text, look, levelsOf(text, isRtl));
    const ordered = inVisualOrder(runs, isRtl ? 1 : 0);
    const draw = (x: number, baseline: number) => {
      let at = x;
      for (const run of ordered) {
        run.draw(at, baseline);
        at += run.width;
      }
    };
    return { width, draw };
  }

  #word(word: string, look: Look, levels: Uint8Array | null): Piece {
    const runs = (levels ? directedRuns(word, levels) : [{ text: word, level: 0 }]).map((run) =>
      this.#run(run.text, run.level, look),
    );
    return { width: runs.reduce((sum, run) => sum + run.width, 0), above: 0, below: 0, runs };
  }

  #run(text: string, level: number, look: Look): Run {
    const shown = text.replace(UNSEEN, '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    const isRtl = level % 2 === 1;
    const parts = this.#fonts.runsOf(look.face, isRtl ? mirrored(shown) : shown).map((part) => {
      const isReversed = isRtl && !isTurnedByFont(part.text);
      return this.#measured({ ...part, text: isReversed ? reversed(part.text) : part.text }, look.size);
    });
    if (isRtl) parts.reverse();
    const width = parts.reduce((sum, part) => sum + part.width, 0);
    return {
      width,
      level,
      isSpace: shown.trim() === '',
      draw: (left, baseline) => {
        let x = left;
        for (const part of parts) {
          this.#letters(part, look, { x, baseline });
          x += part.width;
        }
        this.#overlay(look, { x: left, baseline, width, above: look.size, height: look.size * 1.3 });
      },
    };
  }

  /** Letters in their font with their width; what no font has, or what its font can't put together, is named as missing. */
  #measured(run: FontRun, size: number): FontRun & { font: string; width: number } {
    const { font } = run;
    if (font !== null) {
      try {
        return { ...run, font, width: this.#widthOf(font, run.text, size) };
      } catch {
        // Marks in an order that no language has make the font's rules fail.
      }
    }
    this.lacksLetters = true;
    const instead = { ...run, font: 'Helvetica', text: NOT_SHOWN };
    return { ...instead, width: this.#widthOf(instead.font, instead.text, size) };
  }

  #letters(
    { font, text, isThin }: { font: string; text: string; isThin: boolean },
    look: Look,
    { x, baseline }: { x: number; baseline: number },
  ): void {
    const isOutlined = isThin && (look.face === 'bold' || look.face === 'boldItalic');
    this.#doc.font(font).fontSize(look.size).fillColor(look.color);
    if (isOutlined) this.#doc.strokeColor(look.color).lineWidth(look.size * OUTLINE);
    this.#doc.text(text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...(isOutlined ? { fill: true, stroke: true } : {}),
    });
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

  #line(pieces: readonly Piece[], { x, width, leading }: Box, { isRtl, align }: Setting): Line {
    const above = Math.max(leading * (1 - DESCENT), ...pieces.map((piece) => piece.above));
    const below = Math.max(leading * DESCENT, ...pieces.map((piece) => piece.below));
    const ordered = inVisualOrder(
      pieces.flatMap(({ runs }) => runs),
      isRtl ? 1 : 0,
    );
    const used = pieces.reduce((sum, piece) => sum + piece.width, 0);
    return {
      height: above + below,
      drop: above - leading * (1 - DESCENT),
      draw: (y) => {
        const before = { left: 0, center: 0.5, right: 1 }[align ?? (isRtl ? 'right' : 'left')];
        let at = x + Math.max(0, width - used) * before;
        for (const run of ordered) {
          run.draw(at, y + above);
          at += run.width;
        }
      },
    };
  }
}

/** What a formula is instead that can't be drawn: what was typed. */
export const sourcePart = (latex: string, look: Look): Extract<Part, { kind: 'text' }> => ({
  kind: 'text',
  text: latex,
  look: { ...look, face: 'mono' },
});

const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'break' ? '\n' : OBJECT)).join('');
