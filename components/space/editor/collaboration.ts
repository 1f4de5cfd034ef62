import { Extension } from '@tiptap/core';
import { redo, undo, yCursorPlugin, yUndoPlugin, yUndoPluginKey } from '@tiptap/y-tiptap';
import { colorAt, stableColor } from '#components/ui/stable-color.ts';
import { DOCUMENT_FRAGMENT } from '#lib/documents/yjs-document.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { DocumentConnection } from '#services/document-connection.ts';
import { partSync, type ReadDocument, readShared } from './part-binding.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    collaboration: { undo: () => ReturnType; redo: () => ReturnType };
  }
}

/** What the editor is bound to. */
type Bound = Pick<DocumentConnection, 'shared' | 'presence'>;

type Stacks = { undoStack: readonly unknown[]; redoStack: readonly unknown[] };

/** What can be undone and redone of one's own changes. */
export function undoStacksOf(state: Parameters<typeof yUndoPluginKey.getState>[0]): Stacks {
  return yUndoPluginKey.getState(state)?.undoManager ?? { undoStack: [], redoStack: [] };
}

/** Has what follows undone by itself, however soon it follows: what is typed in quick succession is one step otherwise. */
export function startUndoStep(state: Parameters<typeof yUndoPluginKey.getState>[0]): void {
  yUndoPluginKey.getState(state)?.undoManager?.stopCapturing();
}

const writerOf = (user: unknown) => {
  const { id, name, tint } = isRecord(user) ? user : {};
  return {
    name: typeof name === 'string' ? name : '',
    color: typeof tint === 'number' ? colorAt(tint) : stableColor(String(id ?? '')),
  };
};

/** Somebody else's cursor, with the name over it. */
function cursorOf(user: unknown): HTMLElement {
  const { name, color } = writerOf(user);
  const cursor = document.createElement('span');
  cursor.className = 'other-cursor';
  cursor.style.setProperty('--writer', color);
  // Nothing of the text, also for a screen reader: who else is here is said beside the title.
  cursor.setAttribute('aria-hidden', 'true');
  // By style, so that it is no text of the document, which could be copied or found.
  cursor.dataset.name = name;
  return cursor;
}

const selectionOf = (user: unknown) => ({
  class: 'other-selection',
  style: `--writer: ${writerOf(user).color}`,
});

/** Binds the editor to a shared document, with the cursors of others, and an undo of one's own changes alone. */
export const Collaboration = Extension.create<{ connection: Bound | null }, { read: ReadDocument | null }>({
  name: 'collaboration',
  // Before all that changes the document.
  priority: 1000,
  addOptions: () => ({ connection: null }),
  addStorage: () => ({ read: null }),
  onBeforeCreate() {
    const { connection } = this.options;
    if (!connection) return;
    this.storage.read = readShared(connection.shared.getXmlFragment(DOCUMENT_FRAGMENT), this.editor.schema);
    // The types know only of its JSON; a document is taken as it is.
    if (this.storage.read) Object.assign(this.editor.options, { content: this.storage.read.doc });
  },
  addCommands: () => ({
    undo:
      () =>
      ({ tr, state, dispatch }) => {
        tr.setMeta('preventDispatch', true);
        if (undoStacksOf(state).undoStack.length === 0) return false;
        if (dispatch) undo(state);
        return true;
      },
    redo:
      () =>
      ({ tr, state, dispatch }) => {
        tr.setMeta('preventDispatch', true);
        if (undoStacksOf(state).redoStack.length === 0) return false;
        if (dispatch) redo(state);
        return true;
      },
  }),
  addKeyboardShortcuts() {
    return {
      'Mod-z': () => this.editor.commands.undo(),
      'Mod-y': () => this.editor.commands.redo(),
      'Shift-Mod-z': () => this.editor.commands.redo(),
    };
  },
  addProseMirrorPlugins() {
    const { connection } = this.options;
    if (!connection) return [];
    return [
      ...partSync(connection.shared.getXmlFragment(DOCUMENT_FRAGMENT), this.storage.read),
      yUndoPlugin(),
      // It has what the plugin asks of an awareness of Yjs, and no more.
      yCursorPlugin(connection.presence as never, {
        cursorBuilder: cursorOf,
        selectionBuilder: selectionOf,
      }),
    ];
  },
});
