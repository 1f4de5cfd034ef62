import { Download, Eye, FolderInput, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { FloatingBar } from '#components/ui/FloatingBar.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ItemOperation } from '#lib/access/operations.ts';
import { VISIBILITIES } from '#lib/access/roles.ts';
import { ITEMS_PER_REQUEST_MAX } from '#services/item.ts';
import { VISIBILITY_ICONS } from './item-entries.tsx';
import type { SelectionControl } from './SelectionContext.tsx';
import type { BulkActions } from './use-bulk-actions.tsx';
import type { BulkProgress } from './use-item-batches.tsx';
import { type ListToLoad, SELECTION_MAX, useWholeList } from './use-whole-list.ts';

type SelectionBarProps = {
  selection: SelectionControl;
  actions: BulkActions;
  progress: BulkProgress | null;
  /** What the items are selected from. */
  list: ListToLoad;
};

/** How many items are selected, and what can be done with all of them together. */
export function SelectionBar({ selection, actions, progress, list }: SelectionBarProps) {
  const intl = useIntl();
  const { items, select } = selection;
  const toast = useToast();
  const whole = useWholeList({
    ...list,
    onLoaded: (others, { isAll, error }) => {
      selection.addToSelection(others);
      if (error) toast({ tone: 'error', text: error });
      else if (!isAll)
        toast({ text: <FormattedMessage id="selection.at_most" values={{ count: SELECTION_MAX }} /> });
    },
  });
  const hasMore = list.next !== null && selection.allShown && items.length <= list.shown.length;
  const busy = progress !== null;
  if (progress && progress.count > ITEMS_PER_REQUEST_MAX)
    return (
      <Waiting onStop={progress.stop}>
        <FormattedMessage id="selection.progress" values={{ done: progress.done, count: progress.count }} />
      </Waiting>
    );
  if (whole.found !== null)
    return (
      <Waiting onStop={whole.stop}>
        <FormattedMessage id="selection.reading" values={{ count: whole.found }} />
      </Waiting>
    );
  const may = (operation: ItemOperation) => items.some((item) => item.allowed.includes(operation));
  return (
    <FloatingBar role="toolbar" aria-label={intl.formatMessage({ id: 'selection.label' })}>
      <strong role="status">
        <FormattedMessage id="selection.count" values={{ count: items.length }} />
      </strong>
      {hasMore && (
        <Button variant="quiet" onClick={whole.load}>
          <FormattedMessage id="selection.whole_list" />
        </Button>
      )}
      <Button variant="quiet" icon={Download} collapses onClick={() => actions.download(items)}>
        <FormattedMessage id="item_list.download" />
      </Button>
      {may('item.move') && (
        <Button
          variant="quiet"
          icon={FolderInput}
          collapses
          disabled={busy}
          onClick={() => actions.move(items)}
        >
          <FormattedMessage id="move.open" />
        </Button>
      )}
      {may('item.share') && (
        <Menu
          side="above"
          align="end"
          entries={VISIBILITIES.map((visibility) => ({
            label: <FormattedMessage id={`visibility.${visibility}`} />,
            icon: VISIBILITY_ICONS[visibility],
            onSelect: () => actions.setVisibility(items, visibility),
          }))}
        >
          {(trigger) => (
            <Button {...trigger} variant="quiet" icon={Eye} collapses disabled={busy}>
              <FormattedMessage id="item_list.visibility" />
            </Button>
          )}
        </Menu>
      )}
      {may('item.trash') && (
        <Button variant="quiet" icon={Trash2} collapses disabled={busy} onClick={() => actions.trash(items)}>
          <FormattedMessage id="item_list.trash" />
        </Button>
      )}
      <IconButton
        icon={X}
        label={intl.formatMessage({ id: 'selection.clear' })}
        onClick={() => select({ type: 'cleared' })}
      />
    </FloatingBar>
  );
}

/** What is being done, and the button that ends it after the batch that is on its way. */
function Waiting({ onStop, children }: { onStop: () => void; children: ReactNode }) {
  const intl = useIntl();
  return (
    <FloatingBar role="toolbar" aria-label={intl.formatMessage({ id: 'selection.label' })}>
      <strong role="status">{children}</strong>
      <Button variant="quiet" onClick={onStop}>
        <FormattedMessage id="action.cancel" />
      </Button>
    </FloatingBar>
  );
}
