import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { DecorationSet, type EditorView } from '@tiptap/pm/view';

/** What decorates a document, and takes away what it added beside it. */
export type Decorator = { decorate: (document: Node) => DecorationSet; remove?: () => void };

type State = { decorator: Decorator | null; shown: DecorationSet };

/**
 * Searches documents for a code block of a language. Lists and tables that have none are not searched again: each letter
 * changes one block of thousands.
 */
export function codeBlockSearch(isWanted: (language: unknown) => boolean): (document: Node) => boolean {
  const withoutCode = new WeakSet<Node>();
  const hasCode = (node: Node): boolean => {
    if (node.type.name === 'codeBlock') return isWanted(node.attrs.language);
    if (node.isTextblock || withoutCode.has(node)) return false;
    const isFound = node.children.some(hasCode);
    if (!isFound) withoutCode.add(node);
    return isFound;
  };
  return hasCode;
}

/** Decorations whose code is loaded with the first document, or the first change of one, that needs them. */
export function lazyDecorations(
  name: string,
  isNeeded: (document: Node) => boolean,
  load: () => Promise<Decorator>,
): Plugin<State> {
  const key = new PluginKey<State>(name);
  const loader = (view: EditorView) => {
    let isLoading = false;
    let isGone = false;
    const start = () => {
      if (isLoading || !isNeeded(view.state.doc)) return;
      isLoading = true;
      load().then(
        (decorator) => {
          if (!isGone) view.dispatch(view.state.tr.setMeta(key, decorator).setMeta('addToHistory', false));
        },
        () => {
          // Without a network there are none; the next change tries again.
          isLoading = false;
        },
      );
    };
    start();
    return {
      update: (_: EditorView, before: { doc: Node }) => {
        if (before.doc !== view.state.doc) start();
      },
      destroy: () => {
        isGone = true;
        key.getState(view.state)?.decorator?.remove?.();
      },
    };
  };
  return new Plugin<State>({
    key,
    state: {
      init: () => ({ decorator: null, shown: DecorationSet.empty }),
      apply(tr, before, _, { doc }) {
        const loaded: Decorator | undefined = tr.getMeta(key);
        const decorator = loaded ?? before.decorator;
        if (!decorator || !(loaded || tr.docChanged)) return before;
        return { decorator, shown: decorator.decorate(doc) };
      },
    },
    props: { decorations: (state) => key.getState(state)?.shown },
    view: loader,
  });
}
