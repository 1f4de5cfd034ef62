import type { Node } from '@tiptap/pm/model';
import { defaultMarkdownSerializer, MarkdownSerializer } from 'prosemirror-markdown';
import { COLUMN_OPEN, COLUMNS_CLOSE, COLUMNS_OPEN } from '#lib/text/columns-markdown.ts';
import { EMBED_MARKER, embedTarget } from '#lib/text/embed-address.ts';
import { blockFormula } from './formula.ts';
import { attribute, type Writer } from './markdown-state.ts';
import { inlineWriters, linkMark } from './write-inlines.ts';
import { isList, listWriters } from './write-lists.ts';
import { tableLines } from './write-table.ts';

/** The library takes time by the square of its text. */
const BLOCKS_AT_A_TIME = 20;
/** The text of a cell on one line. */
function cellText(cell: Node): string {
  const paragraph = cell.firstChild;
  if (!paragraph) return '';
  const text = serializer.serialize(paragraph.type.schema.node('doc', null, [paragraph]));
  return text.replace(/\\?\n/g, '<br>').trim();
}

const writeTable: Writer = (state, table) => {
  for (const line of tableLines(table, cellText)) {
    state.write(line);
    state.ensureNewLine();
  }
  state.closeBlock(table);
};

/** A fence that is longer than any in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}

const blocks: Record<string, Writer> = {
  doc: (state, node) => state.renderContent(node),
  paragraph(state, node, parent, index) {
    const isNeeded = parent.childCount === 1 || (index === 0 && /Item$/.test(parent.type.name));
    // An empty paragraph between others has no form.
    if (node.childCount === 0 && !isNeeded) return;
    state.renderInline(node);
    state.closeBlock(node);
  },
  heading(state, node) {
    const level = Math.min(6, Math.max(1, Number(node.attrs.level) || 1));
    state.write(`${'#'.repeat(level)} `);
    const before = state.out.length;
    state.renderInline(node, false);
    // A heading is one line, and signs at its end would be dropped.
    state.out =
      state.out.slice(0, before) +
      state.out
        .slice(before)
        .replace(/\s*\\?\n\s*/g, ' ')
        .replace(/(^|\s)(#+\s*)$/, '$1\\$2');
    state.closeBlock(node);
  },
  blockquote: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
  callout(state, node) {
    state.wrapBlock('> ', null, node, () => {
      state.write(`[!${attribute(node, 'kind').toUpperCase() || 'NOTE'}]`);
      state.ensureNewLine();
      if (node.firstChild?.type.name !== 'paragraph') state.write('\n');
      state.renderContent(node);
    });
  },
  toggle(state, node) {
    state.write('<details>\n');
    state.renderContent(node);
    state.write('</details>');
    state.closeBlock(node);
  },
  columns(state, node) {
    state.write(`${COLUMNS_OPEN}\n`);
    state.renderContent(node);
    state.write(COLUMNS_CLOSE);
    state.closeBlock(node);
  },
  column(state, node) {
    // Renderers of HTML read Markdown only behind an empty line.
    state.write(`${COLUMN_OPEN}\n`);
    state.write('\n');
    state.renderContent(node);
    state.write(COLUMNS_CLOSE);
    state.closeBlock(node);
  },
  toggleSummary(state, node) {
    state.write('<summary>');
    const before = state.out.length;
    state.renderInline(node, false);
    state.out = state.out.slice(0, before) + state.out.slice(before).replace(/\s*\\?\n\s*/g, ' ');
    state.write('</summary>');
    state.closeBlock(node);
  },
  codeBlock(state, node) {
    const fence = fenceFor(node.textContent);
    state.write(`${fence}${attribute(node, 'language').replace(/[\s`]/g, '')}\n`);
    state.text(node.textContent, false);
    // A text that ends with a line break keeps it.
    if (node.textContent) state.write('\n');
    state.write(fence);
    state.closeBlock(node);
  },
  horizontalRule(state, node, parent, index) {
    // After the sign of a list item, `---` would be a longer rule.
    state.write(index === 0 && /Item$/.test(parent.type.name) ? '___' : '---');
    state.closeBlock(node);
  },
  embed(state, node) {
    const target = embedTarget(node.attrs.address);
    if (!target) return;
    state.write(`[${EMBED_MARKER}](${target.address} "${EMBED_MARKER}")`);
    state.closeBlock(node);
  },
  blockMath(state, node) {
    const latex = blockFormula(node.attrs.latex);
    if (!latex) return;
    state.write('$$\n');
    state.text(latex, false);
    state.write('\n');
    state.write('$$');
    state.closeBlock(node);
  },
  table: writeTable,
  ...listWriters,
};

const { strong, em, code } = defaultMarkdownSerializer.marks;
if (!strong || !em || !code) throw new Error('the Markdown library has no strong, em or code');

type LibraryWriters = ConstructorParameters<typeof MarkdownSerializer>[0];

type LibraryMarks = ConstructorParameters<typeof MarkdownSerializer>[1];

const serializer = new MarkdownSerializer(
  // The library keeps a part of its state's type to itself.
  { ...blocks, ...inlineWriters } as unknown as LibraryWriters,
  {
    bold: strong,
    italic: em,
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    code,
    link: linkMark,
  } as unknown as LibraryMarks,
  { hardBreakNodeName: 'hardBreak' },
);

/**
 * A document as Markdown that `parseMarkdown` reads as the same document. Without NUL and halves of characters, which somebody's own
 * program may have written and no database stores.
 */
export function writeMarkdown(document: Node): string {
  const parts: string[] = [];
  let blocks: Node[] = [];
  const close = () => {
    const text = serializer.serialize(document.type.create(null, blocks)).replace(/\n+$/, '');
    if (text) parts.push(text);
    blocks = [];
  };
  document.forEach((block) => {
    const last = blocks.at(-1);
    // Lists that follow each other are written together.
    if (blocks.length >= BLOCKS_AT_A_TIME && !(isList(last) && isList(block))) close();
    blocks.push(block);
  });
  close();
  return parts.join('\n\n').replaceAll('\0', '').toWellFormed();
}
