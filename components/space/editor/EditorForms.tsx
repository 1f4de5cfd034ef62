import type { Editor } from '@tiptap/core';

import { componentOnUse } from '#components/ui/lazy-component.tsx';
import { useCopyLink } from '#components/ui/use-copy-link.ts';

const [BlockMenu] = componentOnUse(() => import('./BlockMenu.tsx').then((file) => file.BlockMenu));
const [DateForm] = componentOnUse(() => import('./DateForm.tsx').then((file) => file.DateForm));
const [EmbedForm] = componentOnUse(() => import('./EmbedForm.tsx').then((file) => file.EmbedForm));
const [LinkForm] = componentOnUse(() => import('./LinkForm.tsx').then((file) => file.LinkForm));
const [MathForm] = componentOnUse(() => import('./MathForm.tsx').then((file) => file.MathForm));

/** What is open at the cursor: a form for a link, an embed, a formula or a date, or the menu of a block. */
export type OpenForm =
  | { type: 'link' | 'embed' }
  | { type: 'formula' | 'date'; position: number }
  | { type: 'block'; at: { x: number; y: number } };

type EditorFormsProps = { editor: Editor; open: OpenForm; handle: string; onClose: () => void };

/** The form or menu that is open at the cursor. */
export function EditorForms({ editor, open, handle, onClose }: EditorFormsProps) {
  const copyLink = useCopyLink();
  switch (open.type) {
    case 'link':
      return <LinkForm editor={editor} onClose={onClose} />;
    case 'embed':
      return <EmbedForm editor={editor} handle={handle} onClose={onClose} />;
    case 'formula':
      return <MathForm key={open.position} editor={editor} position={open.position} onClose={onClose} />;
    case 'date':
      return <DateForm key={open.position} editor={editor} position={open.position} onClose={onClose} />;
    case 'block':
      return <BlockMenu editor={editor} at={open.at} onCopyLink={copyLink} onClose={onClose} />;
  }
}
