import type { Mark, Node } from '@tiptap/pm/model';
import {
  defaultMarkdownSerializer,
  MarkdownSerializer,
  type MarkdownSerializerState,
} from 'prosemirror-markdown';
import { COLUMN_OPEN, COLUMNS_CLOSE, COLUMNS_OPEN } from '#lib/text/columns-markdown.ts';
import { isCalendarDate } from '#lib/text/date-markdown.ts';
import { EMBED_MARKER, embedTarget, ITEM_MARKER } from '#lib/text/embed-address.ts';
import { blockFormula, inlineFormula } from './formula.ts';
import { isSafeAddress, isSafePicture } from './safe-address.ts';
import { tableLines } from './write-table.ts';

/** The library's state, with what it keeps to itself. */
type State = MarkdownSerializerState & {
  out: string;
  inTightList: boolean;
  atBlockStart: boolean;
  inAutolink?: boolean | undefined;
  flushClose(lines?: number): void;
};

type Writer = (state: State, node: Node, parent: Node, index: number) => void;

const attribute = (node: Node | Mark, name: string): string => {
  const value: unknown = node.attrs[name];
  return typeof value === 'string' ? value : '';
};

/** Text that would be read as something else, beyond what the library escapes. */
function escaped(state: State, text: string, isAtStart: boolean): string {
  const known = state
    .esc(text.replace(/\s*\n\s*/g, ' '), isAtStart)
    // The library takes `_` for a letter, and leaves one beside another as it is.
    .replace(/(?<=_)_|(?<!\\)_(?=\\?_)/g, '\\_')
    // A footnote and its reference are written as they are.
    .replace(
      /\\\[\^((?:[^\]\s\\]|\\[_*~`]){1,100})\\\]/g,
      (_, label: string) => `[^${label.replaceAll('\\', '')}]`,
    )
    .replace(/&(?=#?\w{1,40};)/g, '\\&')
    .replace(/<(?=[a-z!/?])/gi, '\\<')
    .replace(/@(?=\\\[)/g, '\\@');
  if (!isAtStart) return known;
  const first = known.charCodeAt(0);
  // White space at the start of a line would be dropped, or make code of it.
  if (first === 9 || first === 32) return `&#${first};${known.slice(1)}`;
  // A line below a text is a heading of it, or a table; a number with a period or bracket begins a list.
  return known
    .replace(/^(\s*)(=+\s*)$/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(\+)$/, '\\$1');
}

const BLOCKS_AT_A_TIME = 20;
const isList = (node: Node | undefined): boolean => node !== undefined && /List$/.test(node.type.name);

const isTight = (list: Node): boolean => {
  let tight = true;
  list.forEach((item) => {
    item.forEach((block, _, at) => {
      if (at === 0 ? block.type.name !== 'paragraph' : !isList(block)) tight = false;
    });
  });
  return tight;
};

/** Lists that follow each other have different signs; otherwise they would be one. */
function followsList(parent: Node, index: number): boolean {
  let follows = false;
  for (let at = index - 1; at >= 0; at -= 1) {
    const isBullets = ['bulletList', 'taskList'].includes(parent.child(at).type.name);
    const own = parent.child(index).type.name;
    const isLike = own === 'orderedList' ? parent.child(at).type.name === own : isBullets;
    if (!isLike) break;
    follows = !follows;
  }
  return follows;
}

function writeList(
  state: State,
  list: Node,
  indent: string,
  signOf: (index: number, item: Node) => string,
): void {
  const outer = state.inTightList;
  if (outer) state.flushClose(1);
  const tight = isTight(list);
  state.inTightList = tight;
  list.forEach((item, _, at) => {
    if (at > 0 && tight) state.flushClose(1);
    state.wrapBlock(indent, signOf(at, item), list, () => state.renderContent(item));
  });
  state.inTightList = outer;
}

const lists: Record<string, Writer> = {
  bulletList(state, node, parent, index) {
    const sign = followsList(parent, index) ? '* ' : '- ';
    writeList(state, node, '  ', () => sign);
  },
  taskList(state, node, parent, index) {
    const sign = followsList(parent, index) ? '*' : '-';
    writeList(state, node, '  ', (_, item) => `${sign} [${item.attrs.checked === true ? 'x' : ' '}] `);
  },
  orderedList(state, node, parent, index) {
    const start = Math.min(Math.max(0, Number(node.attrs.start) || 0), 999_999_999 - node.childCount);
    const sign = followsList(parent, index) ? ')' : '.';
    const width = String(start + node.childCount - 1).length + 2;
    writeList(state, node, ' '.repeat(width), (at) => `${start + at}${sign} `.padEnd(width));
  },
};

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
  ...lists,
};

const dollars = new WeakMap<Node, boolean>();

/** Whether two `$` of a block could be read as the ends of a formula: one alone is written as it is. */
function hasDollars(block: Node): boolean {
  let has = dollars.get(block);
  if (has === undefined) {
    has = (JSON.stringify(block.content.toJSON()) ?? '').split('$', 3).length > 2 || hasFormula(block);
    dollars.set(block, has);
  }
  return has;
}

function hasFormula(block: Node): boolean {
  let found = false;
  block.forEach((node) => {
    found ||= node.type.name === 'inlineMath';
  });
  return found;
}

const inlines: Record<string, Writer> = {
  text(state, node, parent, index) {
    const text = node.text ?? '';
    if (state.inAutolink) return state.text(text, false);
    const written = escaped(state, text, state.atBlockStart);
    const plain = hasDollars(parent) ? written.replace(/\$/g, '\\$') : written;
    // Behind a formula a digit would make it none.
    const isBehind = parent.maybeChild(index - 1)?.type.name === 'inlineMath';
    state.text(isBehind ? plain.replace(/^\d/, (digit) => `&#${digit.charCodeAt(0)};`) : plain, false);
  },
  inlineMath(state, node) {
    const latex = inlineFormula(node.attrs.latex);
    if (latex) state.write(`$${latex}$`);
  },
  hardBreak(state, _, parent, index) {
    // At the end of a paragraph it would not be read.
    for (let at = index + 1; at < parent.childCount; at += 1) {
      if (parent.child(at).type.name === 'hardBreak') continue;
      state.write('\\\n');
      return;
    }
  },
  image(state, node) {
    const src = attribute(node, 'src');
    if (!isSafePicture(src)) return;
    state.write(`![${state.esc(attribute(node, 'alt'))}](${addressText(src)}${titleText(node)})`);
  },
  itemLink(state, node) {
    const target = embedTarget(node.attrs.address);
    if (target) state.write(`[${ITEM_MARKER}](${target.address} "${ITEM_MARKER}")`);
  },
  date(state, node) {
    const date = attribute(node, 'date');
    if (isCalendarDate(date)) state.write(`@[${date}](date:${date})`);
  },
  mention(state, node) {
    const label = attribute(node, 'label').replace(/[[\]\n\\]/g, ' ') || '?';
    state.write(`@[${label}](user:${attribute(node, 'id')})`);
  },
};

/** An address as it stands between the brackets of a link. */
function addressText(address: string): string {
  const clean = address.replace(/[\s<>\\]/g, (character) => encodeURIComponent(character));
  return /[()]/.test(clean) || clean === '' ? `<${clean}>` : clean;
}

function titleText(node: Node | Mark): string {
  const title = attribute(node, 'title').replace(/\s*\n\s*/g, ' ');
  return title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : '';
}

const isEmail = (mark: Mark, text: string) => attribute(mark, 'href') === `mailto:${text}`;

function isBareLink(mark: Mark, parent: Node, index: number): boolean {
  const node = parent.maybeChild(index);
  const href = attribute(mark, 'href');
  if (!node?.isText || attribute(mark, 'title') || node.marks.at(-1) !== mark) return false;
  if (node.text !== href && !isEmail(mark, node.text ?? '')) return false;
  if (!/^(?:https?:\/\/[^\s<>\\]+|[\w.+-]+@[\w-]+\.[\w.-]*\w)$/.test(node.text ?? '')) return false;
  const next = parent.maybeChild(index + 1);
  return !next || !mark.isInSet(next.marks);
}

const { strong, em, code } = defaultMarkdownSerializer.marks;
if (!strong || !em || !code) throw new Error('the Markdown library has no strong, em or code');

type LibraryWriters = ConstructorParameters<typeof MarkdownSerializer>[0];

type LibraryMarks = ConstructorParameters<typeof MarkdownSerializer>[1];

const serializer = new MarkdownSerializer(
  // The library keeps a part of its state's type to itself.
  { ...blocks, ...inlines } as unknown as LibraryWriters,
  {
    bold: strong,
    italic: em,
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    code,
    link: {
      open(state: State, mark: Mark, parent: Node, index: number) {
        state.inAutolink = isBareLink(mark, parent, index);
        return state.inAutolink ? '<' : '[';
      },
      close(state: State, mark: Mark) {
        const { inAutolink } = state;
        state.inAutolink = undefined;
        if (inAutolink) return '>';
        const href = attribute(mark, 'href');
        return `](${addressText(isSafeAddress(href) ? href : '')}${titleText(mark)})`;
      },
      mixable: true,
    },
  } as unknown as LibraryMarks,
  { hardBreakNodeName: 'hardBreak' },
);

/** A document as Markdown that `parseMarkdown` reads as the same document. */
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
    // The library takes time by the square of its text; lists that follow each other are written together.
    if (blocks.length >= BLOCKS_AT_A_TIME && !(isList(last) && isList(block))) close();
    blocks.push(block);
  });
  close();
  return parts.join('\n\n');
}
