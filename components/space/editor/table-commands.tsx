import type { Editor } from '@tiptap/core';
import {
  ArrowDownToLine,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUpToLine,
  type LucideIcon,
  PanelLeft,
  PanelTop,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
} from 'lucide-react';
import type { IntlShape } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { mergeCells } from './merge-cells.ts';

/** What can be done with the table that the cursor is in. */
export function tableEntries(editor: Editor, intl: IntlShape): MenuEntry[] {
  const entry = (
    id:
      | 'editor.row_above'
      | 'editor.row_below'
      | 'editor.column_before'
      | 'editor.column_after'
      | 'editor.header_row'
      | 'editor.header_column'
      | 'editor.merge_cells'
      | 'editor.split_cell'
      | 'editor.delete_row'
      | 'editor.delete_column'
      | 'editor.delete_table',
    icon: LucideIcon,
    run: () => void,
    { danger = false, disabled = false }: { danger?: boolean; disabled?: boolean } = {},
  ): MenuEntry => ({
    label: intl.formatMessage({ id }),
    icon,
    danger,
    disabled,
    onSelect: run,
  });
  const chain = () => editor.chain().focus();
  return [
    entry('editor.row_above', ArrowUpToLine, () => chain().addRowBefore().run()),
    entry('editor.row_below', ArrowDownToLine, () => chain().addRowAfter().run()),
    entry('editor.column_before', ArrowLeftToLine, () => chain().addColumnBefore().run()),
    entry('editor.column_after', ArrowRightToLine, () => chain().addColumnAfter().run()),
    { separator: true },
    entry('editor.header_row', PanelTop, () => chain().toggleHeaderRow().run()),
    entry('editor.header_column', PanelLeft, () => chain().toggleHeaderColumn().run()),
    entry('editor.merge_cells', TableCellsMerge, () => mergeCells(editor), {
      disabled: !editor.can().mergeCells(),
    }),
    entry('editor.split_cell', TableCellsSplit, () => chain().splitCell().run(), {
      disabled: !editor.can().splitCell(),
    }),
    { separator: true },
    entry('editor.delete_row', Trash2, () => chain().deleteRow().run()),
    entry('editor.delete_column', Trash2, () => chain().deleteColumn().run()),
    entry('editor.delete_table', Trash2, () => chain().deleteTable().run(), { danger: true }),
  ];
}
