import { EllipsisVertical, Pencil, Share2, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import type { ViewDialog } from './ViewDialogs.tsx';

type ViewMenuProps = { mayShare: boolean; onOpen: (dialog: ViewDialog) => void };

/** What can be done with a stored view. */
export function ViewMenu({ mayShare, onOpen }: ViewMenuProps) {
  const intl = useIntl();
  return (
    <Menu
      align="end"
      entries={[
        {
          icon: Pencil,
          label: <FormattedMessage id="table.view_rename" />,
          onSelect: () => onOpen('rename'),
        },
        ...(mayShare
          ? [
              {
                icon: Share2,
                label: <FormattedMessage id="table.view_share" />,
                onSelect: () => onOpen('share'),
              },
            ]
          : []),
        {
          icon: Trash2,
          danger: true,
          label: <FormattedMessage id="table.view_delete" />,
          onSelect: () => onOpen('delete'),
        },
      ]}
    >
      {(trigger) => (
        <IconButton
          {...trigger}
          size="small"
          icon={EllipsisVertical}
          label={intl.formatMessage({ id: 'table.view_acts' })}
        />
      )}
    </Menu>
  );
}
