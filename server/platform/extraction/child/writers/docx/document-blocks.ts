import type { Node } from '@tiptap/pm/model';
import {
  AlignmentType,
  CheckBox,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  type ParagraphChild,
  type Table,
  TextRun,
} from 'docx';
import {
  absoluteAddress,
  type DocumentInput,
} from '#server/platform/extraction/child/writers/document-input.ts';
import { isRightToLeft } from '#server/platform/extraction/child/writers/text-direction.ts';
import {
  calloutStyle,
  codeStyle,
  continueStyle,
  DOCX_STYLES,
  LIST_LEVELS,
} from '#server/platform/extraction/docx-styles.ts';
import { equationParagraph } from './formulas.ts';
import { alignOfPictures, inlineRuns } from './inline-runs.ts';
import { frame, gridTable } from './tables.ts';

export type Block = Paragraph | Table;

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const ALIGNMENTS = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
} as const;
const INDENT = 360;

/** Where a block lies: the level of the list that it is in, −1 outside of lists. */
type Place = {
  level: number;
  numbering?: IParagraphOptions['numbering'];
  checked?: boolean;
  /** Of the cell that it lies in. */
  align?: 'center' | 'right' | undefined;
};

/** Writes the blocks of a document as paragraphs and tables of a Word file. */
export class DocxBlocks {
  /** Where ordered lists begin: each is a numbering of the file. */
  readonly starts = new Set<number>();
  readonly #input: DocumentInput;
  #lists = 0;

  constructor(input: DocumentInput) {
    this.#input = input;
  }

  /** The blocks within a node, one after the other. */
  of(parent: Node, place: Place = { level: -1 }): Block[] {
    const blocks: Block[] = [];
    parent.forEach((node) => {
      // One by one: a list may have more blocks than a call has arguments.
      for (const block of this.#block(node, place)) blocks.push(block);
    });
    return blocks;
  }

  #block(node: Node, place: Place): Block[] {
    const { name } = node.type;
    if (name === 'heading')
      return [
        this.#paragraph(node, place, {
          heading: HEADINGS[Number(node.attrs.level) - 1] ?? HeadingLevel.HEADING_6,
        }),
      ];
    if (name === 'bulletList' || name === 'orderedList' || name === 'taskList')
      return this.#list(node, place.level + 1);
    if (name === 'codeBlock') return [this.#code(node, place)];
    if (name === 'table')
      return framed(gridTable(node, (cell) => this.of(cell, { level: -1, align: alignOf(cell) })));
    if (name === 'blockquote') return framed(frame(DOCX_STYLES.quote, [this.of(node)]));
    if (name === 'callout') return framed(frame(calloutStyle(String(node.attrs.kind)), [this.of(node)]));
    if (name === 'toggle') return framed(this.#toggle(node));
    if (name === 'horizontalRule') return [new Paragraph({ style: DOCX_STYLES.rule })];
    if (name === 'blockMath') return [this.#formula(String(node.attrs.latex))];
    if (name === 'embed') return [this.#embed(node)];
    if (node.isTextblock) return [this.#paragraph(node, place)];
    return node.isLeaf ? [] : this.of(node, place);
  }

  #formula(latex: string): Paragraph {
    const asText = () => new Paragraph({ style: DOCX_STYLES.formulaBlock, children: lines(latex) });
    return equationParagraph(latex) ?? asText();
  }

  #paragraph(node: Node, place: Place, options: Pick<IParagraphOptions, 'heading'> = {}): Paragraph {
    const children: ParagraphChild[] = inlineRuns(node, this.#input);
    if (place.checked !== undefined)
      children.unshift(new CheckBox({ checked: place.checked }), new TextRun(' '));
    const align = alignOfPictures(node) ?? place.align;
    const isInList = place.level >= 0 && !options.heading;
    return new Paragraph({
      ...options,
      ...(isInList ? { style: place.numbering ? 'ListParagraph' : continueStyle(place.level) } : {}),
      ...(place.numbering ? { numbering: place.numbering } : {}),
      ...(isRightToLeft(node.textContent) ? { bidirectional: true } : {}),
      ...(align ? { alignment: ALIGNMENTS[align] } : {}),
      children,
    });
  }

  #code(node: Node, { level }: Place): Paragraph {
    return new Paragraph({
      style: codeStyle(node.attrs.language),
      ...(level >= 0 ? { indent: { left: INDENT * (level + 1) } } : {}),
      children: lines(node.textContent),
    });
  }

  /** A list; the first paragraph of each item has its number, the others are indented. */
  #list(list: Node, depth: number): Block[] {
    const level = Math.min(depth, LIST_LEVELS - 1);
    const numbering = { ...this.#numberingOf(list), level };
    const blocks: Block[] = [];
    list.forEach((item) => {
      const checked = item.type.name === 'taskItem' ? { checked: item.attrs.checked === true } : {};
      const first = item.firstChild;
      const begins = first?.type.name === 'paragraph';
      if (!begins || !first) blocks.push(new Paragraph({ style: 'ListParagraph', numbering }));
      item.forEach((node, _offset, at) => {
        const place: Place = begins && at === 0 ? { level, numbering, ...checked } : { level };
        for (const block of this.#block(node, place)) blocks.push(block);
      });
    });
    return blocks;
  }

  #numberingOf(list: Node): { reference: string; instance: number } {
    this.#lists += 1;
    if (list.type.name === 'taskList') return { reference: 'task', instance: 0 };
    if (list.type.name !== 'orderedList') return { reference: 'bullet', instance: 0 };
    const start = Math.max(0, Math.floor(Number(list.attrs.start ?? 1)) || 0);
    this.starts.add(start);
    return { reference: orderedReference(start), instance: this.#lists };
  }

  #toggle(node: Node): Table {
    const inner: Block[] = [];
    node.forEach((child, _offset, at) => {
      if (at > 0) for (const block of this.#block(child, { level: -1 })) inner.push(block);
    });
    const summary = node.firstChild ? [this.#paragraph(node.firstChild, { level: -1 })] : [];
    return frame(DOCX_STYLES.toggle, [summary, inner]);
  }

  #embed(node: Node): Paragraph {
    const link = absoluteAddress(node.attrs.address, this.#input.origin) ?? this.#input.origin;
    return new Paragraph({
      children: [
        new ExternalHyperlink({ link, children: [new TextRun({ text: link, style: 'Hyperlink' })] }),
      ],
    });
  }
}

const alignOf = ({ attrs: { align } }: Node): Place['align'] =>
  align === 'center' || align === 'right' ? align : undefined;

export const orderedReference = (start: number): string => `ordered-${start}`;

/** Word joins tables that nothing stands between. */
const framed = (table: Table): Block[] => [table, new Paragraph({ spacing: { before: 0, after: 60 } })];

const lines = (text: string): TextRun[] =>
  text.split('\n').map((line, at) => new TextRun(at === 0 ? { text: line } : { text: line, break: 1 }));
