import type { Fragment, Node, Schema, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { initProseMirrorDoc, type ProsemirrorBinding, ySyncPlugin, ySyncPluginKey } from '@tiptap/y-tiptap';
import type { AbstractType, XmlFragment } from 'yjs';
import { stepsBetween } from './changed-parts.ts';

/**
 * Which blocks belong to which shared types. The binding empties it at each change of another writer and reads the
 * whole document again; retained, only the types that changed are read, and the binding removes those itself.
 */
class RetainedMapping extends Map<AbstractType<unknown>, Node | Node[]> {
  override clear(): void {}
}

/** A transaction in which the binding's replacement of the whole document becomes that of the parts that changed. */
function partTransaction(state: EditorState, binding: ProsemirrorBinding): Transaction {
  // What they wrote is theirs to make into links, and to open a document changes nothing of it.
  const tr = state.tr.setMeta('addToHistory', false).setMeta('preventAutolink', true);
  const replace = tr.replace.bind(tr);
  tr.replace = (from: number, to?: number, slice?: Slice) => {
    const content: Fragment | undefined = slice?.content;
    const isWhole = from === 0 && to === tr.doc.content.size && tr.steps.length === 0;
    const steps = isWhole && content ? stepsBetween(tr.doc, content) : null;
    if (!steps) return replace(from, to, slice);
    for (const step of steps) tr.step(step);
    return tr;
  };
  const selection = binding.beforeTransactionSelection;
  if (selection) {
    // That of an undone change is of an earlier document, which may have been longer.
    const size = tr.doc.content.size;
    const [absAnchor, absHead] = [Math.min(selection.absAnchor, size), Math.min(selection.absHead, size)];
    binding.beforeTransactionSelection = { ...selection, absAnchor, absHead };
  }
  // The binding would make cells that are chosen into text; they go along with the parts.
  if (selection?.type === 'cell') tr.setSelection = () => tr;
  return tr;
}

/** A shared document as an editor's, and which block of it belongs to which shared type. */
export type ReadDocument = { doc: Node; mapping: RetainedMapping };

/** @returns null where it is empty, or not as the schema has it: then the binding makes it into a document */
export function readShared(fragment: XmlFragment, schema: Schema): ReadDocument | null {
  const { doc, mapping } = initProseMirrorDoc(fragment, schema);
  return doc.type.validContent(doc.content) ? { doc, mapping: new RetainedMapping(mapping) } : null;
}

/**
 * Binds an editor to a shared document so that what others write changes only the parts they wrote in.
 * @param read what the editor was made with: its text is not rendered a second time
 */
export function partSync(fragment: XmlFragment, read: ReadDocument | null): Plugin[] {
  return [
    ySyncPlugin(fragment, { mapping: read?.mapping ?? new RetainedMapping() }),
    new Plugin({
      view(view) {
        const binding: ProsemirrorBinding = ySyncPluginKey.getState(view.state).binding;
        Object.defineProperty(binding, '_tr', {
          configurable: true,
          get: () => partTransaction(view.state, binding),
        });
        // With a mapping that is given to it, the plugin leaves the first rendering to us.
        if (read?.doc !== view.state.doc) binding._forceRerender();
        // Not on a picture that it begins with, which the first letter would replace. And from now on the binding knows
        // that there was a text, should the first change be to remove all of it.
        else view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 1)));
        return {};
      },
    }),
  ];
}
