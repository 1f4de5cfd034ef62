import type { Editor } from '@tiptap/core';
import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from 'lucide-react';
import type { IntlShape } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { deleteBlock, duplicateBlock, moveBlock } from './move-block.ts';

/** What can be done with the block that the cursor is in, whatever it is. */
export function blockEntries(editor: Editor, intl: IntlShape): MenuEntry[] {
  const label = (id: 'block_up' | 'block_down' | 'block_duplicate' | 'block_delete') =>
    intl.formatMessage({ id: `editor.${id}` });
  return [
    { label: label('block_up'), icon: ArrowUp, onSelect: () => void moveBlock(editor, -1) },
    { label: label('block_down'), icon: ArrowDown, onSelect: () => void moveBlock(editor, 1) },
    { label: label('block_duplicate'), icon: CopyPlus, onSelect: () => duplicateBlock(editor) },
    { label: label('block_delete'), icon: Trash2, danger: true, onSelect: () => deleteBlock(editor) },
  ];
}
