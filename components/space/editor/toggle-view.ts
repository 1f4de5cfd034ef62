import type { NodeViewRenderer } from '@tiptap/core';
import { Toggle } from '#lib/documents/document-nodes.ts';

export type ToggleOptions = {
  /** The name of the button that shows and hides what a toggle holds. */
  label: string;
};

/** A toggle that can be closed while it is edited: for this page alone, it is no part of the document. */
function viewOf({ label }: ToggleOptions): NodeViewRenderer {
  return ({ node, editor, getPos }) => {
    let current = node;
    const dom = document.createElement('div');
    dom.dataset.toggle = '';
    dom.dir = 'auto';
    const button = document.createElement('button');
    button.type = 'button';
    button.contentEditable = 'false';
    button.setAttribute('aria-label', label);
    const contentDOM = document.createElement('div');
    dom.append(button, contentDOM);
    const setOpen = (isOpen: boolean) => {
      button.setAttribute('aria-expanded', String(isOpen));
      dom.toggleAttribute('data-closed', !isOpen);
    };
    const isOpen = () => !dom.hasAttribute('data-closed');
    setOpen(true);
    /** Where the cursor comes by the keyboard or by a search has to be seen. */
    const openAtCursor = () => {
      const position = getPos();
      if (position === undefined || isOpen()) return;
      const { from } = editor.state.selection;
      const start = position + 1 + (current.firstChild?.nodeSize ?? 0);
      if (from >= start && from < position + current.nodeSize) setOpen(true);
    };
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      const position = getPos();
      const { from } = editor.state.selection;
      // The cursor would be in what is hidden.
      if (isOpen() && position !== undefined && from > position && from < position + current.nodeSize)
        editor.commands.setTextSelection(position + 2 + (current.firstChild?.content.size ?? 0));
      setOpen(!isOpen());
    });
    editor.on('selectionUpdate', openAtCursor);
    return {
      dom,
      contentDOM,
      ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
      stopEvent: (event) => event.target === button,
      update: (next) => {
        if (next.type !== current.type) return false;
        current = next;
        return true;
      },
      destroy: () => void editor.off('selectionUpdate', openAtCursor),
    };
  };
}

export const ToggleWithView = Toggle.extend<ToggleOptions>({
  addOptions: () => ({ label: '' }),
  addNodeView() {
    return viewOf(this.options);
  },
});
