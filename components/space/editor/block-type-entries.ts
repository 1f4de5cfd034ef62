import type { Editor } from '@tiptap/core';
import type { IntlShape } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { BLOCK_COMMANDS, type BlockId } from './block-commands.ts';
import { blockName } from './block-name.ts';

/** What a block of text can become. */
export const CHANGED_TO: readonly BlockId[] = [
  ...(['text', 'heading_1', 'heading_2', 'heading_3'] as const),
  ...(['bullets', 'numbers', 'tasks', 'quote', 'callout', 'tip', 'warning', 'toggle', 'code'] as const),
];

/** What the block at the cursor can become; nothing where it has no text. */
export function blockTypeEntries(editor: Editor, intl: IntlShape): MenuEntry[] {
  if (!editor.state.selection.$from.parent.isTextblock) return [];
  const entries = CHANGED_TO.flatMap((id) => {
    const command = BLOCK_COMMANDS.find((one) => one.id === id);
    const label = blockName(intl, id);
    return command ? [{ label, icon: command.icon, onSelect: () => command.run(editor) }] : [];
  });
  return [{ heading: intl.formatMessage({ id: 'editor.turn_into' }) }, ...entries];
}
