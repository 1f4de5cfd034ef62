import { type Drawing, readDrawing } from './drawing.ts';
import { FormulaPainter, type TextWriter } from './painter.ts';
import type { Typesetter } from './typesetter.ts';

/** Longer ones are no formulas that somebody reads. */
const LATEX_MAX = 3000;
/** How long one formula, and all of a document, may take to be set. */
const FORMULA_MS = 2000;
const DOCUMENT_MS = 25_000;
/** After so many that had to be stopped, which were made to be, no other is set. */
const STOPPED_MAX = 3;
/** How many shapes may be drawn in a document, also of formulas that it repeats: many times those of a long paper. */
const SHAPES_MAX = 500_000;
/** Letters of mathematics beside those of the text: theirs are smaller at the same size. */
const SIZE_FACTOR = 1.12;
/** What is made smaller than this part of its size can't be read. */
const SHRUNK_MIN = 0.25;
/** Points between a formula and what is above and below it. */
const GAP = 1;

/** A formula that can be drawn, with what was typed. */
export type Formula = { latex: string; drawing: Drawing };
type Look = { size: number; color: string };
type Available = { width: number; height: number };
/** A part of a formula that stays on one line; `above` and `below` are from its baseline. */
export type FormulaPiece = {
  width: number;
  above: number;
  below: number;
  draw(x: number, baseline: number): void;
};

/** The formulas of a PDF: set by MathJax within limits, and drawn as outlines over their LaTeX, which is not seen. */
export class Formulas {
  readonly #text: TextWriter;
  readonly #painter: FormulaPainter;
  readonly #known = new Map<string, Formula | null>();
  #typesetter: Typesetter | null = null;
  #leftMs = DOCUMENT_MS;
  #stopped = 0;
  #leftShapes = SHAPES_MAX;

  constructor(doc: PDFKit.PDFDocument, text: TextWriter) {
    this.#text = text;
    this.#painter = new FormulaPainter(doc, text);
  }

  /** Loads the typesetter; before it, no formula can be drawn. */
  async prepare(): Promise<void> {
    const { Typesetter } = await import('./typesetter.ts');
    this.#typesetter = await Typesetter.load({
      widthOf: (text, size) => this.#text.inLine(text, { face: 'regular', size, color: '' }).width,
      timeoutMs: FORMULA_MS,
    });
  }

  /** A formula as it is drawn; null for one that is broken, too long, or takes too much time: its source is shown. */
  read(latex: string, { isBlock, width, size }: { isBlock: boolean; width: number; size: number }) {
    const wide = isBlock ? Math.floor((width / (size * SIZE_FACTOR)) * 1000) : 0;
    const key = `${wide} ${latex}`;
    const known = this.#known.get(key);
    const formula = known === undefined ? this.#set(latex, { isBlock, width: wide }) : known;
    this.#known.set(key, formula);
    if (formula) this.#leftShapes -= shapesOf(formula.drawing);
    return this.#leftShapes < 0 ? null : formula;
  }

  #set(latex: string, options: { isBlock: boolean; width: number }): Formula | null {
    if (!this.#typesetter || latex.trim() === '' || latex.length > LATEX_MAX) return null;
    if (this.#leftMs <= 0 || this.#stopped >= STOPPED_MAX) return null;
    const started = performance.now();
    try {
      const drawing = readDrawing(this.#typesetter.typeset(latex, options), options);
      return shapesOf(drawing) > 0 ? { latex, drawing } : null;
    } catch {
      // Broken, nested too deep, or stopped.
      return null;
    } finally {
      const took = performance.now() - started;
      this.#leftMs -= took;
      if (took >= FORMULA_MS) this.#stopped += 1;
    }
  }

  /** The parts of a formula that stay on one line each, which a block has one of; null where they would be too small to be read. */
  pieces(
    { latex, drawing }: Formula,
    { size: around, color }: Look,
    available: Available,
  ): FormulaPiece[] | null {
    const em = around * SIZE_FACTOR;
    const scale = fitting(drawing, available, em);
    if (scale < SHRUNK_MIN) return null;
    const size = em * scale;
    return drawing.sections.map((section, at) => ({
      width: ((section.right - section.left) * size) / 1000,
      above: (drawing.ascent * size) / 1000 + GAP,
      below: (drawing.depth * size) / 1000 + GAP,
      draw: (x, baseline) =>
        this.#painter.paint(section, { x, baseline, size, color, latex: at === 0 ? latex : null }),
    }));
  }
}

/** How much smaller a formula has to be for its widest part to fit. */
function fitting({ ascent, depth, sections }: Drawing, available: Available, em: number): number {
  const width = (Math.max(...sections.map(({ left, right }) => right - left)) * em) / 1000;
  const height = ((ascent + depth) * em) / 1000 + 2 * GAP;
  return Math.min(1, available.width / Math.max(width, 1), available.height / Math.max(height, 1));
}

const shapesOf = ({ sections }: Drawing): number =>
  sections.reduce((sum, { shapes }) => sum + shapes.length, 0);
