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
      | 'row_above'
      | 'row_below'
      | 'column_before'
      | 'column_after'
      | 'header_row'
      | 'header_column'
      | 'merge_cells'
      | 'split_cell'
      | 'delete_row'
      | 'delete_column'
      | 'delete_table',
    icon: LucideIcon,
    run: () => void,
    { danger = false, disabled = false }: { danger?: boolean; disabled?: boolean } = {},
  ): MenuEntry => ({
    label: intl.formatMessage({ id: `editor.${id}` }),
    icon,
    danger,
    disabled,
    onSelect: run,
  });
  const chain = () => editor.chain().focus();
  return [
    entry('row_above', ArrowUpToLine, () => chain().addRowBefore().run()),
    entry('row_below', ArrowDownToLine, () => chain().addRowAfter().run()),
    entry('column_before', ArrowLeftToLine, () => chain().addColumnBefore().run()),
    entry('column_after', ArrowRightToLine, () => chain().addColumnAfter().run()),
    { separator: true },
    entry('header_row', PanelTop, () => chain().toggleHeaderRow().run()),
    entry('header_column', PanelLeft, () => chain().toggleHeaderColumn().run()),
    entry('merge_cells', TableCellsMerge, () => mergeCells(editor), {
      disabled: !editor.can().mergeCells(),
    }),
    entry('split_cell', TableCellsSplit, () => chain().splitCell().run(), {
      disabled: !editor.can().splitCell(),
    }),
    { separator: true },
    entry('delete_row', Trash2, () => chain().deleteRow().run()),
    entry('delete_column', Trash2, () => chain().deleteColumn().run()),
    entry('delete_table', Trash2, () => chain().deleteTable().run(), { danger: true }),
  ];
}
