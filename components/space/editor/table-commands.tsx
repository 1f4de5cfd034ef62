import type { Editor } from '@tiptap/core';
import {
  ArrowDownToLine,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUpToLine,
  type LucideIcon,
  PanelTop,
  Trash2,
} from 'lucide-react';
import type { IntlShape } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';

/** What can be done with the table that the cursor is in. */
export function tableEntries(editor: Editor, intl: IntlShape): MenuEntry[] {
  const entry = (
    id:
      | 'row_above'
      | 'row_below'
      | 'column_before'
      | 'column_after'
      | 'header_row'
      | 'delete_row'
      | 'delete_column'
      | 'delete_table',
    icon: LucideIcon,
    run: () => void,
    danger = false,
  ): MenuEntry => ({ label: intl.formatMessage({ id: `editor.${id}` }), icon, danger, onSelect: run });
  const chain = () => editor.chain().focus();
  return [
    entry('row_above', ArrowUpToLine, () => chain().addRowBefore().run()),
    entry('row_below', ArrowDownToLine, () => chain().addRowAfter().run()),
    entry('column_before', ArrowLeftToLine, () => chain().addColumnBefore().run()),
    entry('column_after', ArrowRightToLine, () => chain().addColumnAfter().run()),
    { separator: true },
    entry('header_row', PanelTop, () => chain().toggleHeaderRow().run()),
    entry('delete_row', Trash2, () => chain().deleteRow().run()),
    entry('delete_column', Trash2, () => chain().deleteColumn().run()),
    entry('delete_table', Trash2, () => chain().deleteTable().run(), true),
  ];
}
