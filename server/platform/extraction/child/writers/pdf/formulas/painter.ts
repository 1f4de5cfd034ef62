import type { Section, Shape } from './drawing.ts';
import { determinantOf, type Matrix } from './matrix.ts';
import type { Outline } from './outline.ts';

export type TextLook = { face: 'regular' | 'bold' | 'mono'; size: number; color: string };
/** Draws texts in the fonts of a file, from their left end. */
export type TextWriter = {
  inLine(text: string, look: TextLook): { width: number; draw(x: number, baseline: number): void };
};
type Place = { x: number; baseline: number; size: number; color: string };

/** Draws formulas. Each glyph is stored once in a file, as a form (ISO 32000, 8.10). */
export class FormulaPainter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #text: TextWriter;
  readonly #glyphs = new Map<string, { name: string; form: PDFKit.PDFKitReference }>();

  constructor(doc: PDFKit.PDFDocument, text: TextWriter) {
    this.#doc = doc;
    this.#text = text;
  }

  /** Paints a part of a formula; `latex`, where it is given, is what the part says when it is copied, searched or read aloud. */
  paint(section: Section, { latex, ...place }: Place & { latex: string | null }): void {
    const doc = this.#doc;
    const { x, baseline, size, color } = place;
    if (latex !== null) {
      doc.markContent('Span', { actual: latex });
      this.#unseen(latex, { ...place, width: ((section.right - section.left) * size) / 1000 });
    }
    const scale = size / 1000;
    doc.save().transform(scale, 0, 0, scale, x - section.left * scale, baseline);
    let last: string | null = null;
    for (const shape of section.shapes) {
      const shown = shape.color ?? color;
      if (shown !== last) doc.fillColor(color).strokeColor(color).fillColor(shown).strokeColor(shown);
      last = shown;
      doc.save();
      if (shape.clip) {
        const { matrix, bounds } = shape.clip;
        const { left, top, right, bottom } = bounds;
        doc
          .transform(...matrix)
          .rect(left, top, right - left, bottom - top)
          .clip();
        doc.transform(...inverse(matrix));
      }
      doc.transform(...shape.matrix);
      this.#shape(shape, shown);
      doc.restore();
    }
    doc.restore();
    if (latex !== null) doc.endMarkedContent();
  }

  #shape(shape: Shape, color: string): void {
    const doc = this.#doc;
    if (shape.kind === 'glyph') this.#glyph(shape.path, shape.outline);
    else if (shape.kind === 'text') {
      const look: TextLook = { face: shape.isBold ? 'bold' : 'regular', size: shape.size, color };
      this.#text.inLine(shape.text, look).draw(0, 0);
    } else {
      const { stroke, dash } = shape;
      doc.lineWidth(stroke);
      if (dash !== null) doc.dash(dash, {});
      if (shape.kind === 'line') doc.moveTo(...shape.from).lineTo(...shape.to);
      else {
        const { left, top, right, bottom } = shape.bounds;
        if (shape.kind === 'box') doc.rect(left, top, right - left, bottom - top);
        else doc.ellipse((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2);
      }
      if (stroke > 0) doc.stroke();
      else doc.fill();
    }
  }

  #glyph(path: string, outline: Outline): void {
    const { name, form } = this.#glyphs.get(path) ?? this.#newGlyph(path, outline);
    this.#doc.page.xobjects[name] ??= form;
    this.#doc.addContent(`/${name} Do`);
  }

  #newGlyph(path: string, { operators, bounds }: Outline) {
    const form = this.#doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [bounds.left - 1, bounds.top - 1, bounds.right + 1, bounds.bottom + 1],
      Resources: {},
    });
    form.end(Buffer.from(`${operators}\nf`));
    const glyph = { name: `Glyph${this.#glyphs.size + 1}`, form };
    this.#glyphs.set(path, glyph);
    return glyph;
  }

  /** Writes what was typed where the formula stands, as text that is not seen (text rendering mode 3). */
  #unseen(latex: string, { x, baseline, size, color, width }: Place & { width: number }): void {
    const typed = latex.replace(/\s+/g, ' ').replace(/[^\x20-\x7e]/g, '');
    const line = this.#text.inLine(typed, { face: 'mono', size, color });
    if (line.width === 0) return;
    this.#doc.save().addContent('3 Tr');
    this.#doc.transform(width / line.width, 0, 0, 1, x, baseline);
    line.draw(0, 0);
    this.#doc.restore();
  }
}

function inverse(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f] = matrix;
  const size = determinantOf(matrix);
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
}
