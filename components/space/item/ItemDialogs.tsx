import { useRouter } from 'next/router';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import { getItem } from '#services/item.ts';
import { useMoveNotice } from './use-move-notice.tsx';

const ItemDetails = lazyDialog(() => import('./ItemDetails.tsx').then((file) => file.default));
const ShareDialog = lazyDialog(() =>
  import('#components/sharing/ShareDialog.tsx').then((file) => file.default),
);
const MoveItemDialog = lazyDialog(() => import('./MoveItemDialog.tsx').then((file) => file.MoveItemDialog));
const VersionsDialog = lazyDialog(() =>
  import('#components/space/versions/VersionsDialog.tsx').then((file) => file.VersionsDialog),
);
const ExportItem = lazyDialog(() =>
  import('#components/space/exports/ExportItem.tsx').then((file) => file.ExportItem),
);
const ConvertItem = lazyDialog(() => import('./ConvertItem.tsx').then((file) => file.ConvertItem));

export type ItemDialog = 'details' | 'share' | 'move' | 'versions' | 'export' | 'convert';

type ItemDialogsProps = {
  item: Item;
  open: ItemDialog;
  onClose: () => void;
  /** Shows the item as it is now. */
  replace: (item: Item) => void;
  /** Renders the page again, where it is. */
  refresh: () => Promise<unknown>;
};

/** What an item's menu opens over its page. */
export function ItemDialogs({ item, open, onClose, replace, refresh }: ItemDialogsProps) {
  const router = useRouter();
  const noteMove = useMoveNotice();
  /** An item's address tells the space that it lies in. */
  const showAt = (before: Item, now: Item) => {
    if (before.space_slug === now.space_slug) void refresh();
    else void router.replace(itemPath(String(router.query.handle), now));
  };
  if (open === 'share') {
    return (
      <ShareDialog
        resource={{ kind: 'item', id: item.id }}
        title={item.title}
        onClose={onClose}
        onChanged={() => void getItem(item.id).then(({ data: now }) => replace(now), refresh)}
      />
    );
  }
  if (open === 'move') {
    return (
      <MoveItemDialog
        item={item}
        onClose={onClose}
        onMoved={(moved, place) => {
          onClose();
          replace(moved);
          noteMove(item, moved, place, (back) => {
            replace(back);
            showAt(moved, back);
          });
          showAt(item, moved);
        }}
      />
    );
  }
  if (open === 'versions') {
    return (
      <VersionsDialog
        item={item}
        onClose={onClose}
        onRestored={(restored) => {
          onClose();
          replace(restored);
          void refresh();
        }}
        onPartRestored={(restored) => {
          replace(restored);
          void refresh();
        }}
      />
    );
  }
  if (open === 'export') return <ExportItem item={item} onClose={onClose} />;
  if (open === 'convert') return <ConvertItem item={item} onClose={onClose} />;
  return <ItemDetails item={item} onClose={onClose} />;
}
