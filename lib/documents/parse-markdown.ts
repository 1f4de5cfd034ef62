import type { Node } from '@tiptap/pm/model';
import MarkdownIt from 'markdown-it';
import { MarkdownParser } from 'prosemirror-markdown';
import { documentMarkdown } from '#lib/text/document-markdown.ts';
import { pictureLayoutOf } from '#lib/text/picture-markdown.ts';
import { blockFormula, inlineFormula } from './formula.ts';
import { mathMarkdown } from './math-markdown.ts';
import { isSafeAddress, isSafePicture } from './safe-address.ts';
import { documentSchema } from './schema.ts';
import { COLSPAN_MAX, columnsOfCells, ROWSPAN_MAX, readSpan, readWidths } from './table-cells.ts';

const markdown = new MarkdownIt({ html: false, linkify: true });
type Token = ReturnType<typeof markdown.parse>[number];

markdown.use(documentMarkdown);
markdown.use(mathMarkdown);
markdown.validateLink = isSafeAddress;

const FOOTNOTE = /^\[\^[^\]\s]{1,100}\]:/;
const TASK = /^\[([ xX])\] /;

// A footnote stays the text that it is written as; otherwise it would define a link.
markdown.block.ruler.before(
  'reference',
  'footnote',
  (state, startLine, endLine, silent) => {
    const lineAt = (line: number) =>
      state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
    if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !FOOTNOTE.test(lineAt(startLine)))
      return false;
    if (silent) return true;
    const lines = [lineAt(startLine)];
    let next = startLine + 1;
    // Further paragraphs of a note are indented.
    while (next < endLine) {
      const isBlank = lineAt(next) === '';
      const isIndented = (line: number) => line < endLine && (state.sCount[line] ?? 0) - state.blkIndent >= 2;
      if (isBlank ? !(isIndented(next + 1) && lineAt(next + 1) !== '') : !isIndented(next)) break;
      if (!isBlank) lines.push(lineAt(next));
      next += 1;
    }
    state.push('paragraph_open', 'p', 1);
    const inline = state.push('inline', '', 0);
    inline.content = lines.join('\n');
    inline.children = [];
    state.push('paragraph_close', 'p', -1);
    state.line = next;
    return true;
  },
  { alt: ['paragraph', 'reference'] },
);

// A cell has a paragraph, and a list of tasks is one of its own.
// Before escaped characters join their text: `\\[ ]` is no box.
markdown.core.ruler.after('inline', 'document', (state) => {
  passWidths(state.tokens);
  state.tokens = splitTaskLists(state.tokens).flatMap((token, at, all) => {
    const cell = all[at - 1]?.type;
    if (token.type !== 'inline' || (cell !== 'th_open' && cell !== 'td_open')) return [token];
    return [new state.Token('paragraph_open', 'p', 1), token, new state.Token('paragraph_close', 'p', -1)];
  });
});

type Item = { open: Token; tokens: Token[]; checked: boolean | null };

/** Divides bullet lists into lists of tasks and of others, in their order. */
function splitTaskLists(tokens: readonly Token[]): Token[] {
  type List = { open: Token; items: Item[] };
  const lists: List[] = [];
  const whole: Token[] = [];
  const target = () => lists.at(-1)?.items.at(-1)?.tokens ?? whole;
  for (const token of tokens) {
    const list = lists.at(-1);
    if (token.type === 'bullet_list_open') lists.push({ open: token, items: [] });
    else if (token.type === 'list_item_open' && list && token.level === list.open.level + 1)
      list.items.push({ open: token, tokens: [token], checked: null });
    else if (token.type === 'bullet_list_close' && list) {
      lists.pop();
      // One by one, here and below: a list may have more tokens than a call has arguments.
      for (const one of closedList(list.open, token, list.items)) target().push(one);
    } else target().push(token);
  }
  return whole;
}

function closedList(open: Token, close: Token, items: Item[]): Token[] {
  for (const item of items) item.checked = takeCheckbox(item.tokens);
  const result: Token[] = [];
  let isTasks: boolean | null = null;
  const closeList = () => {
    if (isTasks !== null) result.push(renamed(close, isTasks ? 'task_list_close' : 'bullet_list_close'));
  };
  for (const { tokens, checked } of items) {
    if (isTasks !== (checked !== null)) {
      closeList();
      isTasks = checked !== null;
      result.push(renamed(open, isTasks ? 'task_list_open' : 'bullet_list_open'));
    }
    if (checked !== null) {
      const [first, last] = [tokens[0], tokens.at(-1)];
      if (first) first.type = 'task_item_open';
      if (checked) first?.attrSet('checked', 'true');
      if (last) last.type = 'task_item_close';
    }
    for (const token of tokens) result.push(token);
  }
  closeList();
  return result;
}

const renamed = (token: Token, type: string): Token => Object.assign(Object.create(token), { type });

/** Whether an item is a task, and done; its box is taken out of its text. */
function takeCheckbox(tokens: Token[]): boolean | null {
  const [, paragraph, inline] = tokens;
  const text = paragraph?.type === 'paragraph_open' ? inline?.children?.[0] : undefined;
  if (text?.type !== 'text') return null;
  const mark =
    TASK.exec(text.content)?.[1] ?? (/^\[[ xX]\]$/.test(text.content) ? text.content[1] : undefined);
  if (mark === undefined) return null;
  text.content = text.content.slice(4);
  return mark !== ' ';
}

type CellToken = Pick<Token, 'attrGet' | 'meta'>;
const alignOf = (token: CellToken) =>
  /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? null;
const spansOf = (token: CellToken) => ({
  colspan: readSpan(token.attrGet('colspan'), COLSPAN_MAX),
  rowspan: readSpan(token.attrGet('rowspan'), ROWSPAN_MAX),
});
const cellAttributesOf = (token: CellToken) => ({
  align: alignOf(token),
  ...spansOf(token),
  colwidth: readWidths(token.meta?.widths, spansOf(token).colspan),
});

/** Gives the widths that a table's columns have to its cells, which have them in a document. */
function passWidths(tokens: readonly Token[]): void {
  for (const [start, { type, meta }] of tokens.entries()) {
    const widths: unknown = meta?.widths;
    if (type !== 'table_open' || !Array.isArray(widths) || widths.length === 0) continue;
    const rows: Token[][] = [];
    for (let at = start + 1; at < tokens.length && tokens[at]?.type !== 'table_close'; at += 1) {
      const token = tokens[at];
      if (token?.type === 'tr_open') rows.push([]);
      else if (token && /^t[dh]_open$/.test(token.type)) rows.at(-1)?.push(token);
    }
    for (const [row, columns] of columnsOfCells(rows.map((cells) => cells.map(spansOf))).entries())
      for (const [index, column] of columns.entries()) {
        const cell = rows[row]?.[index];
        if (cell) cell.meta = { widths: widths.slice(column) };
      }
  }
}

const isAddress = (address: string | null): string => (isSafeAddress(address) ? address : '');

// The parser's own type is that of an earlier markdown-it, whose tokens are the same.
const parser = new MarkdownParser(documentSchema, markdown as never, {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: (token) => ({ level: Number(token.tag.slice(1)) || 1 }) },
  blockquote: { block: 'blockquote' },
  callout: { block: 'callout', getAttrs: (token) => ({ kind: token.attrGet('kind') }) },
  columns: { block: 'columns' },
  column: { block: 'column' },
  toggle: { block: 'toggle' },
  toggle_summary: { block: 'toggleSummary' },
  bullet_list: { block: 'bulletList' },
  ordered_list: {
    block: 'orderedList',
    getAttrs: (token) => ({ start: Number(token.attrGet('start') ?? 1) }),
  },
  list_item: { block: 'listItem' },
  task_list: { block: 'taskList' },
  task_item: { block: 'taskItem', getAttrs: (token) => ({ checked: token.attrGet('checked') === 'true' }) },
  code_block: { block: 'codeBlock', noCloseToken: true },
  fence: {
    block: 'codeBlock',
    noCloseToken: true,
    getAttrs: (token) => ({ language: token.info.trim().split(/\s/)[0]?.slice(0, 50) || null }),
  },
  hr: { node: 'horizontalRule' },
  embed: { node: 'embed', getAttrs: (token) => ({ address: token.attrGet('address') }) },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'tableRow' },
  th: { block: 'tableHeader', getAttrs: cellAttributesOf },
  td: { block: 'tableCell', getAttrs: cellAttributesOf },
  image: {
    node: 'image',
    getAttrs: (token) => {
      const src = token.attrGet('src');
      return {
        src: isSafePicture(src) ? src : '',
        alt: token.children?.map((one) => one.content).join('') || null,
        title: token.attrGet('title'),
        ...pictureLayoutOf(token),
      };
    },
  },
  math_inline: { node: 'inlineMath', getAttrs: (token) => ({ latex: inlineFormula(token.content) }) },
  math_block: { node: 'blockMath', getAttrs: (token) => ({ latex: blockFormula(token.content) }) },
  hardbreak: { node: 'hardBreak' },
  item_link: { node: 'itemLink', getAttrs: (token) => ({ address: token.attrGet('address') }) },
  date: { node: 'date', getAttrs: (token) => ({ date: token.attrGet('datetime') }) },
  mention: { node: 'mention', getAttrs: (token) => ({ id: token.attrGet('id'), label: token.content }) },
  em: { mark: 'italic' },
  strong: { mark: 'bold' },
  s: { mark: 'strike' },
  code_inline: { mark: 'code', noCloseToken: true },
  link: {
    mark: 'link',
    getAttrs: (token) => ({ href: isAddress(token.attrGet('href')), title: token.attrGet('title') }),
  },
});

/** A document of Markdown, as the editor has it. Takes any text. */
export function parseMarkdown(text: string): Node {
  return (
    parser.parse(text.replaceAll('\r\n', '\n')) ??
    documentSchema.topNodeType.createAndFill() ??
    emptyDocument()
  );
}

/** A document with one empty paragraph. */
export function emptyDocument(): Node {
  return documentSchema.node('doc', null, [documentSchema.node('paragraph')]);
}
