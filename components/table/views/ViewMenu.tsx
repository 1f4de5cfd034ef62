import { ArrowLeft, ArrowRight, Copy, Pencil, Share2, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { PointMenu } from '#components/ui/PointMenu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { View } from '#lib/contract/table-views.ts';
import type { MenuPlace } from '../grid/grid-actions.ts';
import { duplicateView, moveView } from './change-views.ts';
import type { ViewsControl } from './use-views.ts';
import type { ViewDialog } from './ViewDialogs.tsx';

type ViewMenuProps = {
  at: MenuPlace;
  id: string;
  views: Pick<ViewsControl, 'views' | 'target'>;
  view: View;
  mayShare: boolean;
  onOpen: (dialog: ViewDialog) => void;
  onClose: () => void;
};

/** What can be done with the open view, which is stored. */
export function ViewMenu({
  at,
  id,
  views: { views, target },
  view,
  mayShare,
  onOpen,
  onClose,
}: ViewMenuProps) {
  const intl = useIntl();
  const toast = useToast();
  const place = views.findIndex(({ id }) => id === view.id);
  const run = (act: Promise<void>) =>
    void act.catch((error) => toast({ tone: 'error', text: failureText(error) }));
  return (
    <PointMenu
      at={at}
      id={id}
      label={intl.formatMessage({ id: 'table.view_acts' })}
      onClose={onClose}
      entries={[
        {
          icon: Pencil,
          label: <FormattedMessage id="table.view_edit" />,
          onSelect: () => onOpen('edit'),
        },
        {
          icon: Copy,
          label: <FormattedMessage id="table.view_duplicate" />,
          // Its copy would show all rows: the filter that can't be applied is not sent.
          disabled: view.unreadable_filter === true,
          onSelect: () =>
            run(
              duplicateView(
                target,
                view,
                intl.formatMessage({ id: 'table.view_copy_name' }, { name: view.name }),
              ),
            ),
        },
        {
          icon: ArrowLeft,
          label: <FormattedMessage id="table.move_left" />,
          disabled: place === 0,
          onSelect: () => run(moveView(target, place - 1)),
        },
        {
          icon: ArrowRight,
          label: <FormattedMessage id="table.move_right" />,
          disabled: place === views.length - 1,
          onSelect: () => run(moveView(target, place + 1)),
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
    />
  );
}
