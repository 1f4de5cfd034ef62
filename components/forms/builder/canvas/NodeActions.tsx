import { ArrowDown, ArrowUp, Clipboard, Copy, Ellipsis, FileText, FolderInput, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { focusNode } from './SelectButton.tsx';

const Line = styled.div`
  position: relative;
  z-index: 2;
  display: flex;
  flex: none;
`;

type NodeActionsProps = {
  id: string;
  name: string;
  isField: boolean;
  canMoveUp: boolean;
  canMoveDown: boolean;
  /** The names of all pages and the index of its own; null where it can't be moved to another. */
  pages: { names: readonly string[]; at: number } | null;
};

/** The actions on a field or a block, without dragging. */
export function NodeActions({ id, name, isField, canMoveUp, canMoveDown, pages }: NodeActionsProps) {
  const intl = useIntl();
  const builder = useBuilder();
  const short = name.slice(0, 60);
  const step = (direction: -1 | 1) => () => {
    builder.move(id, direction);
    focusNode(id);
  };
  const entries: MenuEntry[] = [
    {
      icon: ArrowUp,
      label: <FormattedMessage id="builder.move_up" />,
      disabled: !canMoveUp,
      onSelect: step(-1),
    },
    {
      icon: ArrowDown,
      label: <FormattedMessage id="builder.move_down" />,
      disabled: !canMoveDown,
      onSelect: step(1),
    },
    ...(pages && pages.names.length > 1
      ? pages.names.flatMap((page, at) =>
          at === pages.at
            ? []
            : {
                icon: FileText,
                label: <FormattedMessage id="builder.move_to_page" values={{ page: <bdi>{page}</bdi> }} />,
                onSelect: () => {
                  builder.moveToPage(id, at);
                  focusNode(id);
                },
              },
        )
      : []),
    ...(isField
      ? [
          {
            icon: FolderInput,
            label: <FormattedMessage id="builder.move_to" />,
            onSelect: () => builder.moveField(id, null),
          },
        ]
      : []),
    { separator: true },
    {
      icon: Copy,
      label: <FormattedMessage id="builder.duplicate" />,
      onSelect: () => builder.duplicate(id),
    },
    ...(isField
      ? [{ icon: Clipboard, label: <FormattedMessage id="builder.copy" />, onSelect: () => builder.copy(id) }]
      : []),
    {
      icon: Trash2,
      danger: true,
      label: <FormattedMessage id="builder.delete" />,
      onSelect: () => builder.remove(id),
    },
  ];
  return (
    <Line>
      <Menu align="end" entries={entries}>
        {(trigger) => (
          <IconButton
            icon={Ellipsis}
            size="small"
            label={intl.formatMessage({ id: 'builder.more_of' }, { name: short })}
            {...trigger}
          />
        )}
      </Menu>
    </Line>
  );
}
