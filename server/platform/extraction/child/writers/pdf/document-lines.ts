import type { Node } from '@tiptap/pm/model';
import {
  absoluteAddress,
  type DocumentInput,
} from '#server/platform/extraction/child/writers/document-input.ts';
import { isRightToLeft } from '#server/platform/extraction/child/writers/text-direction.ts';
import type { Formulas } from './formulas/formulas.ts';
import { InlineParts } from './inline-parts.ts';
import { decorated, type Line, space } from './lines.ts';
import {
  BODY,
  CALLOUT_COLORS,
  CODE_FILL,
  CODE_LEADING,
  CODE_SIZE,
  codeText,
  HEADING_SIZES,
  INDENT,
  LEADING,
  SIZE,
  WIDTH_MIN,
} from './looks.ts';
import { BODY_HEIGHT, INK, LINK, QUIET, RULE } from './page.ts';
import { tableLines } from './tables.ts';
import type { Look, TextLayout } from './text-layout.ts';

export type Box = { x: number; width: number };

/** How wide a list's mark, and the bar of a quote, are. */
const MARK_WIDTH = 14;
const BAR = 3;
/** Where the baseline of a line of text is, as a part of its height from above. */
const BASELINE = 0.68;

type Outline = (title: string, level: number) => void;

/** The blocks of a document as lines for pages. */
export class DocumentLines {
  readonly #doc: PDFKit.PDFDocument;
  readonly #text: TextLayout;
  readonly #input: DocumentInput;
  readonly #outline: Outline;
  readonly #formulas: Formulas;
  readonly #inline: InlineParts;

  constructor(
    doc: PDFKit.PDFDocument,
    {
      text,
      input,
      outline,
      formulas,
    }: { text: TextLayout; input: DocumentInput; outline: Outline; formulas: Formulas },
  ) {
    this.#doc = doc;
    this.#text = text;
    this.#input = input;
    this.#outline = outline;
    this.#formulas = formulas;
    this.#inline = new InlineParts(doc, { input, formulas });
  }

  /** The lines of all blocks within a node, with space between them. */
  *of(parent: Node, box: Box): Generator<Line> {
    for (let at = 0; at < parent.childCount; at += 1) {
      if (at > 0) yield space(7);
      yield* this.#block(parent.child(at), box);
    }
  }

  *title(title: string, box: Box): Generator<Line> {
    const look: Look = { face: 'bold', size: 22, color: INK };
    yield* this.#text.lines([{ kind: 'text', text: title, look }], { ...box, leading: 30 });
    yield space(12);
  }

  /** A note of our own in the file. */
  *note(text: string, box: Box): Generator<Line> {
    const look: Look = { face: 'italic', size: 9, color: QUIET };
    yield space(10);
    yield* this.#text.lines([{ kind: 'text', text, look }], { ...box, leading: 13 });
  }

  #block(node: Node, box: Box): Iterable<Line> {
    const { name } = node.type;
    if (name === 'heading') return this.#heading(node, box);
    if (name === 'bulletList' || name === 'orderedList' || name === 'taskList') return this.#list(node, box);
    if (name === 'codeBlock') return this.#code(node.textContent, box);
    if (name === 'blockMath') return this.#formula(String(node.attrs.latex), box);
    if (name === 'table')
      return tableLines(node, box, { doc: this.#doc, layout: (cell, inner) => this.of(cell, inner) });
    if (name === 'blockquote') return this.#quote(node, box);
    if (name === 'callout') return this.#callout(node, box);
    if (name === 'toggle') return this.#toggle(node, box);
    if (name === 'horizontalRule') return [this.#rule(box)];
    if (name === 'embed') return this.#embed(node, box);
    if (node.isTextblock) return this.#paragraph(node, box);
    return node.isLeaf ? [] : this.of(node, box);
  }

  #paragraph(node: Node, box: Box, look: Look = BODY, leading = LEADING): Iterable<Line> {
    return this.#text.lines(this.#inline.of(node, look), { ...box, leading });
  }

  *#heading(node: Node, box: Box): Generator<Line> {
    const level = Math.min(6, Math.max(1, Number(node.attrs.level) || 1));
    const size = HEADING_SIZES[level - 1] ?? SIZE;
    yield space(8);
    let isFirst = true;
    for (const line of this.#paragraph(node, box, { face: 'bold', size, color: INK }, size * 1.4)) {
      const begins = isFirst;
      isFirst = false;
      yield {
        ...line,
        need: line.height + 3 * LEADING,
        draw: (y) => {
          if (begins && node.textContent.trim()) this.#outline(node.textContent.trim().slice(0, 200), level);
          line.draw(y);
        },
      };
    }
  }

  *#list(list: Node, box: Box): Generator<Line> {
    const start = Number(list.attrs.start ?? 1) || 0;
    for (let at = 0; at < list.childCount; at += 1) {
      const item = list.child(at);
      const isRtl = isRightToLeft(item.textContent);
      const inner = inset(box, isRtl);
      if (at > 0) yield space(3);
      let isFirst = true;
      for (const line of this.of(item, inner)) {
        const begins = isFirst && !line.isSpace;
        if (begins) isFirst = false;
        const x = isRtl ? box.x + box.width - MARK_WIDTH : box.x;
        yield begins ? this.#marked(line, list, { item, number: start + at, x, isRtl }) : line;
      }
    }
  }

  /** An item's first line, with its bullet, number or box. */
  #marked(
    line: Line,
    list: Node,
    { item, number, x, isRtl }: { item: Node; number: number; x: number; isRtl: boolean },
  ): Line {
    const doc = this.#doc;
    return {
      ...line,
      draw: (top) => {
        line.draw(top);
        const y = top + (line.drop ?? 0);
        if (list.type.name === 'taskList') {
          doc
            .lineWidth(0.8)
            .rect(x + 2, y + 2.9, 8, 8)
            .stroke(QUIET);
          if (item.attrs.checked === true)
            doc
              .lineWidth(1.2)
              .moveTo(x + 3.8, y + 7)
              .lineTo(x + 5.6, y + 9)
              .lineTo(x + 8.6, y + 4.6)
              .stroke(INK);
        } else if (list.type.name === 'orderedList') {
          doc
            .font('Helvetica')
            .fontSize(SIZE - 1)
            .fillColor(QUIET);
          const label = isRtl ? `.${number}` : `${number}.`;
          doc.text(label, x, y + LEADING * BASELINE, { lineBreak: false, baseline: 'alphabetic' });
        } else doc.circle(x + 7, y + 7.3, 1.8).fill(QUIET);
      },
    };
  }

  *#code(text: string, box: Box): Generator<Line> {
    const look: Look = { face: 'mono', size: CODE_SIZE, color: INK };
    const inner = { x: box.x + 6, width: box.width - 12, leading: CODE_LEADING };
    const fill = (y: number, height: number) =>
      void this.#doc.rect(box.x, y, box.width, height + 0.3).fill(CODE_FILL);
    const lines = function* (layout: TextLayout): Generator<Line> {
      yield { ...space(4), isSpace: false };
      for (const line of text.split('\n')) {
        const shown = codeText(line);
        yield* layout.lines([{ kind: 'text', text: shown, look }], inner);
      }
      yield { ...space(4), isSpace: false };
    };
    yield* decorated(lines(this.#text), fill);
  }

  /** A formula in the middle of a line, made smaller where it is wider; its source where it can't be drawn. */
  #formula(latex: string, { x, width }: Box): Iterable<Line> {
    const formula = this.#formulas.read(latex, { isBlock: true, width, size: SIZE });
    const available = { width, height: BODY_HEIGHT - 20 };
    const [piece] = (formula && this.#formulas.pieces(formula, BODY, available)) ?? [];
    if (!piece) return this.#code(latex, { x, width });
    const height = Math.max(LEADING, piece.above + piece.below);
    const above = piece.above + (height - piece.above - piece.below) / 2;
    const draw = (y: number) => piece.draw(x + (width - piece.width) / 2, y + above);
    return [{ height, drop: Math.max(0, above - LEADING * BASELINE), draw }];
  }

  #quote(node: Node, box: Box): Iterable<Line> {
    const isRtl = isRightToLeft(node.textContent);
    const bar = isRtl ? { ...box, x: box.x + box.width - BAR } : box;
    return this.#barred(this.of(node, inset(box, isRtl)), bar, RULE);
  }

  #barred(lines: Iterable<Line>, box: Box, color: string): Iterable<Line> {
    return decorated(lines, (y, height) => void this.#doc.rect(box.x, y, BAR, height + 0.3).fill(color));
  }

  *#callout(node: Node, box: Box): Generator<Line> {
    const kind = String(node.attrs.kind);
    const color = CALLOUT_COLORS[kind] ?? RULE;
    const inner = inset(box);
    const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const look: Look = { face: 'bold', size: SIZE, color };
    yield* this.#barred(
      this.#text.lines([{ kind: 'text', text: label, look }], { ...inner, leading: LEADING }),
      box,
      color,
    );
    yield* this.#barred(this.of(node, inner), box, color);
  }

  *#toggle(node: Node, box: Box): Generator<Line> {
    const inner = inset(box);
    const summary = node.firstChild;
    if (summary) yield* this.#barred(this.#paragraph(summary, inner, { ...BODY, face: 'bold' }), box, RULE);
    for (let at = 1; at < node.childCount; at += 1) {
      yield* this.#barred([space(5)], box, RULE);
      yield* this.#barred(this.#block(node.child(at), inner), box, RULE);
    }
  }

  #rule({ x, width }: Box): Line {
    return {
      height: 14,
      draw: (y) =>
        void this.#doc
          .lineWidth(0.8)
          .moveTo(x, y + 7)
          .lineTo(x + width, y + 7)
          .stroke(RULE),
    };
  }

  #embed(node: Node, box: Box): Iterable<Line> {
    const link = absoluteAddress(node.attrs.address, this.#input.origin) ?? this.#input.origin;
    return this.#text.lines([{ kind: 'text', text: link, look: { ...BODY, color: LINK, link } }], {
      ...box,
      leading: LEADING,
    });
  }
}

/** What is left where nested blocks have taken nearly all of the width. */
const inset = ({ x, width }: Box, isRtl = false): Box =>
  width - INDENT < WIDTH_MIN ? { x, width } : { x: isRtl ? x : x + INDENT, width: width - INDENT };
