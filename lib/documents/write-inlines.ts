import type { Mark, Node } from '@tiptap/pm/model';
import { isCalendarDate } from '#lib/text/date-markdown.ts';
import { embedTarget, ITEM_MARKER } from '#lib/text/embed-address.ts';
import { readPictureLayout } from '#lib/text/picture-layout.ts';
import { pictureMarkdown } from '#lib/text/picture-markdown.ts';
import { inlineFormula } from './formula.ts';
import { attribute, type State, type Writer } from './markdown-state.ts';
import { isSafeAddress, isSafePicture } from './safe-address.ts';

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

/** An address as it stands between the brackets of a link. */
function addressText(address: string): string {
  const clean = address.replace(/[\s<>\\]/g, (character) => encodeURIComponent(character));
  return /[()]/.test(clean) || clean === '' ? `<${clean}>` : clean;
}

function titleText(node: Node | Mark): string {
  const title = attribute(node, 'title').replace(/\s*\n\s*/g, ' ');
  return title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : '';
}

/** What stands in a line, as Markdown, by the name of its node. */
export const inlineWriters: Record<string, Writer> = {
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
    const layout = readPictureLayout(node.attrs);
    const sign = (text: string) => (layout ? text.replaceAll('<', '&lt;') : text);
    const escapedAlt = state.esc(attribute(node, 'alt'));
    // Two of them would be a formula.
    const alt = sign(escapedAlt.split('$').length > 2 ? escapedAlt.replaceAll('$', '\\$') : escapedAlt);
    state.write(pictureMarkdown(`![${alt}](${addressText(src)}${sign(titleText(node))})`, layout));
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

/** A link: between angle brackets where its text is its address. */
export const linkMark = {
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
};
