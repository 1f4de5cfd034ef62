import type { LiteNode } from 'mathjax';
import { COLOR_NAMES } from './color-names.ts';
import { combined, determinantOf, IDENTITY, type Matrix, movedBounds, readTransform } from './matrix.ts';
import { type Bounds, type Outline, readOutline } from './outline.ts';

/** How something is drawn: its place, its colour (null: that of the text around it), and what is seen of it. */
type Drawn = { matrix: Matrix; color: string | null; clip: { matrix: Matrix; bounds: Bounds } | null };
/** `stroke`: how wide a line is; 0 for what is filled. */
type Stroked = { stroke: number; dash: number | null };
export type Shape = Drawn &
  (
    | { kind: 'glyph'; path: string; outline: Outline }
    | { kind: 'text'; text: string; size: number; isBold: boolean }
    | ({ kind: 'line'; from: readonly [number, number]; to: readonly [number, number] } & Stroked)
    | ({ kind: 'box' | 'ellipse'; bounds: Bounds } & Stroked)
  );

/** What stays on one line of a formula: from `left` to `right`. */
export type Section = { left: number; right: number; shapes: Shape[] };
/**
 * A formula in thousandths of an em, from its baseline downwards. `ascent` and `depth` contain all that is drawn, also what TeX
 * gives no room. Lines may be broken between sections; a block has one.
 */
export type Drawing = { ascent: number; depth: number; sections: Section[] };

type Setting = Drawn & { section: number; stroke: number };
type Starts = ReadonlyMap<LiteNode, number>;

/** Of formulas narrower than this, in thousandths of an em, no line is broken. */
const BREAKS_FROM = 9_000;
/** Signs that a line may be broken after, as in TeX: relations, and operators between terms. */
const BREAKS_AFTER = /^[=<>≤≥≠≈≡∼≅≃∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦≪≫∝±+\u2212⊕∪∩∧∨]$/u;
const OPENS = new Set(['(', '[', '{']);
const CLOSES = new Set([')', ']', '}']);
const LINE = 67;
/** What is larger than this, in thousandths of an em, is drawn nowhere; and what is made smaller than this part of itself. */
const MOST = 1e9;
const LEAST = 1e-9;
const DASH = 140;
/** What a typeface's letters may need beside what it is said to be high and deep. */
const TEXT_ABOVE = 0.95;
const TEXT_BELOW = 0.28;

/** Reads what MathJax has drawn; throws where that is an error's message, or nothing that can be drawn. */
export function readDrawing(
  root: LiteNode,
  { isBlock, width }: { isBlock: boolean; width: number },
): Drawing {
  const svg = elementsOf(root).find(({ kind }) => kind === 'svg');
  if (!svg) throw new Error('A formula has no drawing.');
  const reader = new DrawingReader();
  if (attribute(svg, 'viewBox')) return reader.read(svg, { isWhole: isBlock });
  return reader.readLabelled(svg, Math.max(width, leastWidth(root)));
}

class DrawingReader {
  readonly #outlines = new Map<string, Outline>();
  #sections: Section[] = [];
  #bounds: Bounds | null = null;

  read(svg: LiteNode, { isWhole }: { isWhole: boolean }): Drawing {
    const view = boxOf(svg);
    const row = rowOf(svg);
    const breaks = !isWhole && view.right - view.left > BREAKS_FROM ? breaksOf(row) : [];
    this.#sections = [view.left, ...breaks.map(({ left }) => left)].map((left, at, lefts) => ({
      left,
      right: lefts[at + 1] ?? view.right,
      shapes: [],
    }));
    const starts = new Map(breaks.map(({ child }, at) => [child, at + 1]));
    this.#children(svg, START, starts);
    return this.#drawing(view);
  }

  /** A formula with a number at the side (`\tag`): two drawings, of which each has its place in the whole width. */
  readLabelled(svg: LiteNode, width: number): Drawing {
    const parts = descendantsOf(svg).filter(({ kind }) => kind === 'svg');
    const table = parts.find((part) => attribute(part, 'data-table'));
    const labels = parts.find((part) => attribute(part, 'data-labels'));
    if (!table || !labels) throw new Error('A formula has no width.');
    const view = { ...boxOf(table), left: 0, right: width };
    this.#sections = [{ left: 0, right: width, shapes: [] }];
    this.#children(table, { ...START, matrix: [1, 0, 0, 1, width / 2 - boxOf(table).left, 0] });
    this.#children(labels, { ...START, matrix: [1, 0, 0, 1, width - boxOf(labels).right, 0] });
    return this.#drawing(view);
  }

  /** With room for all of the ink: also what TeX takes for flat or without a width. */
  #drawing(view: Bounds): Drawing {
    const { left, right, top, bottom } = this.#bounds ?? view;
    const ascent = Math.max(-view.top, -top);
    const depth = Math.max(view.bottom, bottom);
    const [first] = this.#sections;
    const last = this.#sections.at(-1);
    if (first) first.left = Math.min(first.left, left);
    if (last) last.right = Math.max(last.right, right);
    if (![ascent, depth, first?.left, last?.right].every(Number.isFinite))
      throw new Error('A formula has no size.');
    return { ascent, depth, sections: this.#sections };
  }

  /** `starts`: the elements that sections begin with. */
  #children(parent: LiteNode, setting: Setting, starts?: Starts): void {
    let { section } = setting;
    for (const node of elementsOf(parent)) {
      section = starts?.get(node) ?? section;
      this.#element(node, { ...setting, section }, starts);
    }
  }

  #element(node: LiteNode, above: Setting, starts?: Starts): void {
    if (attribute(node, 'data-mml-node') === 'merror') throw new Error('A formula has an error.');
    const setting = {
      ...above,
      matrix: combined(above.matrix, readTransform(attribute(node, 'transform'))),
      color: colorOf(node, above.color),
      stroke: Number(attribute(node, 'stroke-width') || above.stroke),
    };
    if (node.kind === 'g' || node.kind === 'a') this.#children(node, setting, starts);
    else if (node.kind === 'svg') this.#window(node, setting);
    else if (node.kind === 'path') this.#glyph(node, setting);
    else if (node.kind === 'text') this.#text(node, setting);
    else if (node.kind === 'line') this.#line(node, setting);
    else if (node.kind === 'rect') this.#box(node, setting);
    else if (node.kind === 'ellipse') this.#ellipse(node, setting);
    else throw new Error(`A formula has the element ${node.kind}.`);
  }

  /** A part of a glyph that is made longer: what is outside of its window is not seen. */
  #window(node: LiteNode, setting: Setting): void {
    const view = boxOf(node);
    const moved: Matrix = [1, 0, 0, 1, length(node, 'x') - view.left, length(node, 'y') - view.top];
    const matrix = combined(setting.matrix, moved);
    if (Math.abs(determinantOf(matrix)) < LEAST) throw new Error('A part of a formula has no size.');
    this.#children(node, { ...setting, matrix, clip: { matrix, bounds: view } });
  }

  #glyph(node: LiteNode, { section, stroke: _, ...drawn }: Setting): void {
    const path = attribute(node, 'd');
    if (path === '') return;
    const outline = this.#outlines.get(path) ?? readOutline(path);
    this.#outlines.set(path, outline);
    this.#put({ ...drawn, kind: 'glyph', path, outline }, outline.bounds, section);
  }

  #text(node: LiteNode, { section, stroke: _, ...drawn }: Setting): void {
    const text = (node.children ?? []).map(({ value }) => value ?? '').join('');
    const size = Number.parseFloat(attribute(node, 'font-size')) || 1000;
    const isBold = attribute(node, 'data-variant').includes('bold');
    const bounds = { left: 0, right: 0, top: -TEXT_ABOVE * size, bottom: TEXT_BELOW * size };
    this.#put({ ...drawn, kind: 'text', text, size, isBold }, bounds, section);
  }

  #line(node: LiteNode, { section, stroke, ...drawn }: Setting): void {
    const from = [length(node, 'x1'), length(node, 'y1')] as const;
    const to = [length(node, 'x2'), length(node, 'y2')] as const;
    const bounds = boundsOf([from, to]);
    const dash = attribute(node, 'class') ? DASH : null;
    this.#put({ ...drawn, kind: 'line', from, to, stroke: stroke || LINE, dash }, bounds, section);
  }

  #box(node: LiteNode, { section, stroke, ...drawn }: Setting): void {
    // The place of a link, and what is behind a formula in a colour that is not known.
    if (attribute(node, 'data-hitbox') !== '') return;
    if (attribute(node, 'data-bgcolor') !== '' && knownColor(attribute(node, 'fill')) === null) return;
    const left = length(node, 'x');
    const top = length(node, 'y');
    const bounds = {
      left,
      top,
      right: left + length(node, 'width'),
      bottom: top + length(node, 'height'),
    };
    const isLine = attribute(node, 'fill') === 'none' || attribute(node, 'data-frame') !== '';
    const dash = attribute(node, 'class') ? DASH : null;
    this.#put({ ...drawn, kind: 'box', bounds, stroke: isLine ? stroke || LINE : 0, dash }, bounds, section);
  }

  #ellipse(node: LiteNode, { section, stroke, ...drawn }: Setting): void {
    const [x, y] = [length(node, 'cx'), length(node, 'cy')];
    const [rx, ry] = [length(node, 'rx'), length(node, 'ry')];
    const bounds = { left: x - rx, right: x + rx, top: y - ry, bottom: y + ry };
    this.#put({ ...drawn, kind: 'ellipse', bounds, stroke: stroke || LINE, dash: null }, bounds, section);
  }

  #put(shape: Shape, within: Bounds, section: number): void {
    const { clip } = shape;
    const bounds = 'stroke' in shape ? widened(within, shape.stroke / 2) : within;
    const moved = clip ? movedBounds(clip.bounds, clip.matrix) : movedBounds(bounds, shape.matrix);
    const numbers = [...shape.matrix, ...Object.values(bounds), ...Object.values(moved)];
    if (!numbers.every((number) => Math.abs(number) < MOST)) throw new Error('A formula is too large.');
    const all = this.#bounds;
    this.#bounds = all
      ? boundsOf([
          [all.left, all.top],
          [all.right, all.bottom],
          [moved.left, moved.top],
          [moved.right, moved.bottom],
        ])
      : moved;
    this.#sections[section]?.shapes.push(shape);
  }
}

const START: Setting = { matrix: IDENTITY, color: null, clip: null, section: 0, stroke: 0 };

const elementsOf = (node: LiteNode): LiteNode[] =>
  (node.children ?? []).filter(({ kind }) => !kind.startsWith('#'));

const descendantsOf = (node: LiteNode): LiteNode[] =>
  elementsOf(node).flatMap((child) => [child, ...descendantsOf(child)]);

const attribute = (node: LiteNode, name: string): string => String(node.attributes?.[name] ?? '');

const length = (node: LiteNode, name: string): number => {
  const value = Number(attribute(node, name));
  if (!Number.isFinite(value)) throw new Error(`A formula has no number as ${name}.`);
  return value;
};

function boxOf(node: LiteNode): Bounds {
  const [left = 0, top = 0, width = 0, height = 0] = attribute(node, 'viewBox').split(' ').map(Number);
  return { left, top, right: left + width, bottom: top + height };
}

const widened = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  ...{ left: left - by, right: right + by },
  ...{ top: top - by, bottom: bottom + by },
});

const boundsOf = (points: readonly (readonly [number, number])[]): Bounds => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.min(...points.map(([, y]) => y)),
  bottom: Math.max(...points.map(([, y]) => y)),
});

/** The width that a formula with a number at its side needs: MathJax says it in the heights of a small letter. */
function leastWidth(container: LiteNode): number {
  const [, ex = ''] = /min-width: ([\d.]+)ex/.exec(attribute(container, 'style')) ?? [];
  return (Number(ex) || 0) * EX;
}
/** The height of a small letter in MathJax's typeface. */
const EX = 442;

function colorOf(node: LiteNode, above: string | null): string | null {
  const fill = attribute(node, 'fill');
  return fill === '' || fill === 'none' ? above : knownColor(fill);
}

/**
 * A colour as pdfkit reads it: a name of CSS, or `#` with six digits, which people also write without it, by three, or with those of
 * an opacity. Null for others, and for that of the text around.
 */
function knownColor(color: string): string | null {
  const name = color.toLowerCase();
  if (COLOR_NAMES.has(name)) return name;
  const digits = /^#([\da-f]{3})[\da-f]?$|^#?([\da-f]{6})(?:[\da-f]{2})?$/.exec(name);
  const short = digits?.[1]?.replace(/./g, '$&$&');
  return digits ? `#${short ?? digits[2]}` : null;
}

/** The terms and signs of a formula that stand beside each other. */
function rowOf(svg: LiteNode): LiteNode {
  let row = svg;
  for (;;) {
    const [only, ...more] = elementsOf(row);
    const node = only ? attribute(only, 'data-mml-node') : '';
    const isMoved = node !== '' && only && attribute(only, 'transform') !== '';
    if (!only || more.length > 0 || isMoved || only.kind !== 'g') return row;
    if (!/^(?:|math|mrow|mstyle|TeXAtom)$/.test(node)) return row;
    row = only;
  }
}

/** The elements of a row that a line may begin with, and where they stand. */
function breaksOf(row: LiteNode): { child: LiteNode; left: number }[] {
  const breaks: { child: LiteNode; left: number }[] = [];
  const children = elementsOf(row);
  let open = 0;
  for (const [at, node] of children.entries()) {
    const sign = signOf(node);
    if (OPENS.has(sign)) open += 1;
    if (CLOSES.has(sign)) open -= 1;
    const child = children[at + 1];
    if (at === 0 || open > 0 || !child || !BREAKS_AFTER.test(sign)) continue;
    const [, , , , left] = readTransform(attribute(child, 'transform'));
    breaks.push({ child, left });
  }
  return breaks;
}

/** The sign of an operator of one sign. */
function signOf(node: LiteNode): string {
  const [glyph, ...more] = elementsOf(node);
  if (attribute(node, 'data-mml-node') !== 'mo' || !glyph || more.length > 0) return '';
  const code = Number.parseInt(attribute(glyph, 'data-c'), 16);
  return Number.isFinite(code) ? String.fromCodePoint(code) : '';
}
