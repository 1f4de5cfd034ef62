import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { PictureLayout } from '#lib/text/picture-layout.ts';

/** The picture that is chosen, and where it is; null for any other selection. */
export function chosenPicture(editor: Editor): { node: Node; position: number } | null {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null;
  return { node: selection.node, position: selection.from };
}

type PictureChange = Partial<PictureLayout & { src: string; alt: string | null }>;

/** Changes a picture, which stays chosen; not if somebody else took it away. */
export function changePicture(editor: Editor, position: number, change: PictureChange): void {
  const { tr, doc } = editor.state;
  if (doc.nodeAt(position)?.type.name !== 'image') return;
  for (const [name, value] of Object.entries(change)) tr.setNodeAttribute(position, name, value);
  editor.view.dispatch(tr);
}
