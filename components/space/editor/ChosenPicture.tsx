import type { Editor } from '@tiptap/core';
import { componentOnUse } from '#components/ui/lazy-component.tsx';
import type { Item } from '#lib/contract/item.ts';
import { chosenPicture } from './picture-commands.ts';
import { useEditorState } from './use-editor-state.ts';

const [PictureTools] = componentOnUse(() => import('./PictureTools.tsx').then((file) => file.PictureTools));

type ChosenPictureProps = { editor: Editor; storeFile: (file: File) => Promise<Item> };

/** The tools of the picture that is chosen; their code comes with the first one. */
export function ChosenPicture({ editor, storeFile }: ChosenPictureProps) {
  // The picture itself, so that the tools show what was changed.
  const { position, node } = useEditorState(
    editor,
    (now) => chosenPicture(now) ?? { position: null, node: null },
  );
  if (position === null || !node) return null;
  return (
    <PictureTools key={position} editor={editor} node={node} position={position} storeFile={storeFile} />
  );
}
