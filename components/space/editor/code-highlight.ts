import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { highlightCode } from '#lib/documents/highlight.ts';

type Highlight = typeof highlightCode;
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

function partsOfBlock(block: Node, highlight: Highlight): Part[] {
  const before = known.get(block);
  if (before) return before;
  const html = highlight(block.textContent, String(block.attrs.language ?? ''));
  const parts = html === null ? [] : partsOf(html);
  known.set(block, parts);
  return parts;
}

function decorationsOf(document: Node, highlight: Highlight): DecorationSet {
  const all: Decoration[] = [];
  document.descendants((node, position) => {
    if (node.type.name !== 'codeBlock') return !node.isTextblock;
    for (const { from, to, className } of partsOfBlock(node, highlight))
      all.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: className }));
    return false;
  });
  return DecorationSet.create(document, all);
}

function hasCode(document: Node): boolean {
  let found = false;
  document.descendants((node) => {
    found ||= node.type.name === 'codeBlock' && Boolean(node.attrs.language);
    return !found && !node.isTextblock;
  });
  return found;
}

type State = { highlight: Highlight | null; shown: DecorationSet };
const key = new PluginKey<State>('codeHighlight');

/** Loads the code that colours code with the first block that has a language. */
function loader(view: EditorView) {
  let isLoading = false;
  let isGone = false;
  const load = () => {
    if (isLoading || !hasCode(view.state.doc)) return;
    isLoading = true;
    import('#lib/documents/highlight.ts').then(
      ({ highlightCode }) => {
        if (!isGone) view.dispatch(view.state.tr.setMeta(key, highlightCode).setMeta('addToHistory', false));
      },
      () => {
        // Without a network the code has no colours; the next change tries again.
        isLoading = false;
      },
    );
  };
  load();
  return {
    update: (_: EditorView, before: { doc: Node }) => {
      if (before.doc !== view.state.doc) load();
    },
    destroy: () => {
      isGone = true;
    },
  };
}

/** Colours of code blocks. */
export const CodeHighlight = Extension.create({
  name: 'codeHighlight',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => ({ highlight: null, shown: DecorationSet.empty }),
        apply(tr, before, _, { doc }) {
          const loaded: Highlight | undefined = tr.getMeta(key);
          const highlight = loaded ?? before.highlight;
          if (!highlight || !(loaded || tr.docChanged)) return before;
          return { highlight, shown: decorationsOf(doc, highlight) };
        },
      },
      props: { decorations: (state) => key.getState(state)?.shown },
      view: loader,
    }),
  ],
});
