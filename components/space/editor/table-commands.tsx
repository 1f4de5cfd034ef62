import type { Editor } from '@tiptap/core';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDown,
  ArrowDownAZ,
  ArrowDownToLine,
  ArrowDownZA,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  CopyPlus,
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
import {
  alignColumn,
  canDuplicateCells,
  canMoveCells,
  canSortRows,
  columnAlign,
  duplicateCells,
  moveCells,
  sortRows,
} from './table-order.ts';

/** What can be done with the table that the cursor is in. */
export function tableEntries(editor: Editor, intl: IntlShape): MenuEntry[] {
  const entry = (
    id:
      | 'editor.row_above'
      | 'editor.row_below'
      | 'editor.column_before'
      | 'editor.column_after'
      | 'editor.row_up'
      | 'editor.row_down'
      | 'editor.row_duplicate'
      | 'editor.column_back'
      | 'editor.column_on'
      | 'editor.column_duplicate'
      | 'editor.sort_ascending'
      | 'editor.sort_descending'
      | 'editor.align_left'
      | 'editor.align_center'
      | 'editor.align_right'
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
    onSelect: () => {
      run();
      editor.view.focus();
    },
  });
  const chain = () => editor.chain().focus();
  return [
    entry('editor.row_above', ArrowUpToLine, () => chain().addRowBefore().run()),
    entry('editor.row_below', ArrowDownToLine, () => chain().addRowAfter().run()),
    entry('editor.column_before', ArrowLeftToLine, () => chain().addColumnBefore().run()),
    entry('editor.column_after', ArrowRightToLine, () => chain().addColumnAfter().run()),
    { separator: true },
    entry('editor.row_up', ArrowUp, () => moveCells(editor, 'row', -1), {
      disabled: !canMoveCells(editor, 'row', -1),
    }),
    entry('editor.row_down', ArrowDown, () => moveCells(editor, 'row', 1), {
      disabled: !canMoveCells(editor, 'row', 1),
    }),
    entry('editor.row_duplicate', CopyPlus, () => duplicateCells(editor, 'row'), {
      disabled: !canDuplicateCells(editor, 'row'),
    }),
    entry('editor.column_back', ArrowLeft, () => moveCells(editor, 'column', -1), {
      disabled: !canMoveCells(editor, 'column', -1),
    }),
    entry('editor.column_on', ArrowRight, () => moveCells(editor, 'column', 1), {
      disabled: !canMoveCells(editor, 'column', 1),
    }),
    entry('editor.column_duplicate', CopyPlus, () => duplicateCells(editor, 'column'), {
      disabled: !canDuplicateCells(editor, 'column'),
    }),
    entry('editor.sort_ascending', ArrowDownAZ, () => sortRows(editor, 1, intl.locale), {
      disabled: !canSortRows(editor),
    }),
    entry('editor.sort_descending', ArrowDownZA, () => sortRows(editor, -1, intl.locale), {
      disabled: !canSortRows(editor),
    }),
    { separator: true },
    ...(
      [
        ['editor.align_left', AlignLeft, 'left'],
        ['editor.align_center', AlignCenter, 'center'],
        ['editor.align_right', AlignRight, 'right'],
      ] as const
    ).map(([id, icon, align]) => ({
      ...entry(id, icon, () => alignColumn(editor, columnAlign(editor) === align ? null : align)),
      checked: columnAlign(editor) === align,
    })),
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
