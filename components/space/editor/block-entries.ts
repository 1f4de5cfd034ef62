import type { Editor } from '@tiptap/core';
import { ArrowDown, ArrowUp, CopyPlus, Link2, Rows2, Trash2 } from 'lucide-react';
import type { IntlShape } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { blockLink } from './block-link.ts';
import { isInColumns, removeColumns } from './column-commands.ts';
import { deleteBlock, duplicateBlock, moveBlock } from './move-block.ts';

/**
 * What can be done with the block that the cursor is in, whatever it is.
 * @param onCopyLink is given the address of a block that has one
 */
export function blockEntries(
  editor: Editor,
  intl: IntlShape,
  onCopyLink: (address: string) => void,
): MenuEntry[] {
  const label = (
    id:
      | 'editor.block_up'
      | 'editor.block_down'
      | 'editor.block_duplicate'
      | 'editor.block_link'
      | 'editor.block_delete'
      | 'editor.columns_remove',
  ) => intl.formatMessage({ id });
  const link = blockLink(editor);
  return [
    { label: label('editor.block_up'), icon: ArrowUp, onSelect: () => void moveBlock(editor, -1) },
    { label: label('editor.block_down'), icon: ArrowDown, onSelect: () => void moveBlock(editor, 1) },
    { label: label('editor.block_duplicate'), icon: CopyPlus, onSelect: () => duplicateBlock(editor) },
    {
      label: label('editor.block_link'),
      icon: Link2,
      disabled: link === null,
      onSelect: () => link && onCopyLink(link),
    },
    ...(isInColumns(editor)
      ? [{ label: label('editor.columns_remove'), icon: Rows2, onSelect: () => removeColumns(editor) }]
      : []),
    { label: label('editor.block_delete'), icon: Trash2, danger: true, onSelect: () => deleteBlock(editor) },
  ];
}
