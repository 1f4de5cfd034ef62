import type { Editor } from '@tiptap/core';
import { useIntl } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { PointMenu } from '#components/ui/PointMenu.tsx';
import { BLOCK_COMMANDS, type BlockCommand, type BlockId } from './block-commands.ts';
import { blockEntries } from './block-entries.ts';
import { blockName } from './block-name.ts';
import { blockTypeEntries } from './block-type-entries.ts';
import { tableEntries } from './table-commands.tsx';

const INSERTED: readonly BlockId[] = [
  ...(['file', 'embed', 'table', 'callout', 'tip', 'warning', 'toggle'] as const),
  ...(['formula', 'diagram', 'date', 'columns_2', 'columns_3', 'divider'] as const),
];

export type ToolbarMenuOf = 'block' | 'insert' | 'table';

type ToolbarMenuProps = {
  editor: Editor;
  of: ToolbarMenuOf;
  at: { x: number; y: number };
  onBlock: (command: BlockCommand) => void;
  onCopyLink: (address: string) => void;
  onClose: () => void;
};

/** A menu of the toolbar: the block at the cursor, what can be inserted, or the table at the cursor. */
export function ToolbarMenu({ editor, of, at, onBlock, onCopyLink, onClose }: ToolbarMenuProps) {
  const intl = useIntl();
  const inserted = (): MenuEntry[] =>
    INSERTED.flatMap((id) => {
      const command = BLOCK_COMMANDS.find((one) => one.id === id);
      const label = blockName(intl, id);
      return command ? [{ label, icon: command.icon, onSelect: () => onBlock(command) }] : [];
    });
  const block = (): MenuEntry[] => [
    ...blockTypeEntries(editor, intl),
    { separator: true },
    ...blockEntries(editor, intl, onCopyLink),
  ];
  const entries = { insert: inserted, block, table: () => tableEntries(editor, intl) };
  return (
    <PointMenu
      at={at}
      label={intl.formatMessage({ id: of === 'table' ? 'editor.table' : 'editor.insert' })}
      entries={entries[of]()}
      onClose={onClose}
    />
  );
}
