import type { Node } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { highlightCode } from '#lib/documents/highlight.ts';
import type { Decorator } from './lazy-decorations.ts';

/** A part of a block's code, by its place in it. */
type Part = { from: number; to: number; className: string };

const PIECE = /<span class="([^"]*)">|<\/span>|&(?:#x27|amp|lt|gt|quot);|[^<&]+/g;

/** The parts that have a class in the library's HTML. */
function partsOf(html: string): Part[] {
  const parts: Part[] = [];
  const open: { from: number; className: string }[] = [];
  let at = 0;
  for (const [piece, className] of html.matchAll(PIECE)) {
    if (className !== undefined) open.push({ from: at, className });
    else if (piece === '</span>') {
      const part = open.pop();
      if (part && part.from < at) parts.push({ ...part, to: at });
    } else at += piece.startsWith('&') ? 1 : piece.length;
  }
  return parts;
}

/** Blocks that did not change are not read again. */
const known = new WeakMap<Node, Part[]>();

function partsOfBlock(block: Node): Part[] {
  const before = known.get(block);
  if (before) return before;
  const html = highlightCode(block.textContent, String(block.attrs.language ?? ''));
  const parts = html === null ? [] : partsOf(html);
  known.set(block, parts);
  return parts;
}

function decorate(document: Node): DecorationSet {
  const all: Decoration[] = [];
  document.descendants((node, position) => {
    if (node.type.name !== 'codeBlock') return !node.isTextblock;
    for (const { from, to, className } of partsOfBlock(node))
      all.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: className }));
    return false;
  });
  return DecorationSet.create(document, all);
}

/** Colours of the code in blocks that have a language. */
export const codeDecorator: Decorator = { decorate };
