import type { Editor } from '@tiptap/core';
import { useIntl } from 'react-intl';
import { PointMenu } from '#components/ui/PointMenu.tsx';
import { blockEntries } from './block-entries.ts';
import { blockTypeEntries } from './block-type-entries.ts';

type BlockMenuProps = {
  editor: Editor;
  at: { x: number; y: number };
  onCopyLink: (address: string) => void;
  onClose: () => void;
};

/** What the block at the cursor can become, and what can be done with it. */
export function BlockMenu({ editor, at, onCopyLink, onClose }: BlockMenuProps) {
  const intl = useIntl();
  const turned = blockTypeEntries(editor, intl);
  return (
    <PointMenu
      at={at}
      label={intl.formatMessage({ id: 'editor.block_menu' })}
      entries={[
        ...blockEntries(editor, intl, onCopyLink),
        ...(turned.length > 0 ? [{ separator: true } as const] : []),
        ...turned,
      ]}
      onClose={onClose}
    />
  );
}
