import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

type Change = { add: { position: number; file: File; label: string; key: string } } | { remove: string };

let uploads = 0;

const KEY = new PluginKey<DecorationSet>('uploadPlaces');

/** What stands in the text while a file is on its way: the picture itself, or its name. */
function elementOf(file: File, label: string): HTMLElement {
  const element = document.createElement('span');
  element.dataset.uploading = '';
  element.contentEditable = 'false';
  if (/^image\/(?:png|jpeg|gif|webp|avif)$/.test(file.type) && 'createObjectURL' in URL) {
    const picture = document.createElement('img');
    picture.alt = '';
    picture.src = URL.createObjectURL(file);
    const release = () => URL.revokeObjectURL(picture.src);
    picture.addEventListener('load', release);
    picture.addEventListener('error', () => {
      release();
      picture.remove();
    });
    element.append(picture);
  }
  const name = document.createElement('span');
  name.textContent = label;
  element.append(name);
  return element;
}

/** Shows where files will stand once they are stored; for this page alone, it is no part of the document. */
export const UploadPlaces = Extension.create({
  name: 'uploadPlaces',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const places = before.map(tr.mapping, tr.doc);
          const change: Change | undefined = tr.getMeta(KEY);
          if (!change) return places;
          if ('remove' in change)
            return places.remove(places.find(undefined, undefined, ({ key }) => key === change.remove));
          const { position, file, label, key } = change.add;
          const element = elementOf(file, label);
          // What is inserted there stands before it: several files keep their order.
          const place = Decoration.widget(position, element, { side: 1, key });
          return places.add(tr.doc, [place]);
        },
      },
      props: { decorations: (state) => KEY.getState(state) },
    }),
  ],
});

/** @returns the function that takes it away again */
export function showUpload(editor: Editor, file: File, position: number, label: string): () => void {
  uploads += 1;
  const key = `upload-${uploads}`;
  const dispatch = (change: Change) =>
    editor.view.dispatch(editor.state.tr.setMeta(KEY, change).setMeta('addToHistory', false));
  dispatch({ add: { position: Math.min(position, editor.state.doc.content.size), file, label, key } });
  return () => {
    if (!editor.isDestroyed) dispatch({ remove: key });
  };
}
