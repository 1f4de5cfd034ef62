import type { ReactNode } from 'react';
import { useMoveNotice } from '#components/space/item/use-move-notice.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import type { Item } from '#lib/contract/item.ts';
import { getItem } from '#services/item.ts';
import type { ItemList, ItemListEvent } from './item-list.ts';

// Forms load the contract's schemas, which a list doesn't need until one is opened.
const ShareDialog = lazyDialog(() =>
  import('#components/sharing/ShareDialog.tsx').then((file) => file.default),
);
const MoveItemDialog = lazyDialog(() =>
  import('#components/space/item/MoveItemDialog.tsx').then((file) => file.MoveItemDialog),
);
const ExportItem = lazyDialog(() =>
  import('#components/space/exports/ExportItem.tsx').then((file) => file.ExportItem),
);
const ConvertItem = lazyDialog(() =>
  import('#components/space/item/ConvertItem.tsx').then((file) => file.ConvertItem),
);
const RenameItem = lazyDialog(() => import('./RenameItem.tsx').then((file) => file.RenameItem));

/** A dialog about one item of a list. */
export type OpenDialog = { kind: 'share' | 'move' | 'export' | 'convert' | 'rename'; item: Item };

type ItemActionDialogProps = {
  open: OpenDialog;
  items: ItemList['items'];
  change: (event: ItemListEvent) => void;
  stays: (item: Item) => boolean;
  /** Shows an item that was made from another. */
  showMade: (from: Item, id: string) => void;
  /** Shows why the server refused. */
  refuse: (item: Item, error: unknown) => void;
  onClose: () => void;
};

/** The dialog of an action on an item: it is loaded when it is opened. */
export function ItemActionDialog(props: ItemActionDialogProps): ReactNode {
  const { open, items, change, stays, showMade, refuse, onClose } = props;
  const { kind, item } = open;
  const noteMove = useMoveNotice();

  if (kind === 'share')
    return (
      <ShareDialog
        resource={{ kind: 'item', id: item.id }}
        title={item.title}
        onClose={onClose}
        onChanged={() =>
          void getItem(item.id).then(
            ({ data }) => change({ type: 'changed', item: data }),
            () => change({ type: 'removed', id: item.id }),
          )
        }
      />
    );
  if (kind === 'move')
    return (
      <MoveItemDialog
        item={item}
        onClose={onClose}
        onMoved={(moved, place) => {
          onClose();
          const at = items.findIndex(({ id }) => id === moved.id);
          const remains = stays(moved);
          change(remains ? { type: 'changed', item: moved } : { type: 'removed', id: moved.id });
          noteMove(item, moved, place, (back) =>
            change(remains ? { type: 'changed', item: back } : { type: 'inserted', item: back, at }),
          );
        }}
      />
    );
  if (kind === 'export') return <ExportItem item={item} onClose={onClose} />;
  if (kind === 'convert')
    return <ConvertItem item={item} onClose={onClose} onDone={(id) => showMade(item, id)} />;
  return (
    <RenameItem
      item={item}
      onClose={onClose}
      onRenamed={(renamed) => {
        change({ type: 'changed', item: renamed });
        onClose();
      }}
      onConflict={(error) => {
        refuse(item, error);
        onClose();
      }}
    />
  );
}
