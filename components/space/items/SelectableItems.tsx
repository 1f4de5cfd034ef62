import dynamic from 'next/dynamic';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { SpaceView } from '#components/space/view/space-view.ts';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import type { Item } from '#lib/contract/item.ts';
import { ItemDrag } from './ItemDrag.tsx';
import type { ItemListEvent } from './item-list.ts';
import { ListKeys } from './ListKeys.tsx';
import { SelectionProvider, useSelectionControl } from './SelectionContext.tsx';
import { useBulkActions } from './use-bulk-actions.tsx';
import type { ItemActions } from './use-item-actions.tsx';

// Most users of a list select nothing in it.
const loadBar = () => import('./SelectionBar.tsx').then((file) => file.SelectionBar);
const SelectionBar = dynamic(loadBar, { ssr: false });
fetchWhenIdle(loadBar);
const MoveItemsDialog = lazyDialog(() =>
  import('#components/space/item/MoveItemsDialog.tsx').then((file) => file.MoveItemsDialog),
);

type SelectableItemsProps = {
  items: readonly Item[];
  /** The space and the view of this list, and the cursor of the items that are not loaded. */
  slug: string;
  view: SpaceView;
  next: string | null;
  change: (event: ItemListEvent) => void;
  /** Whether an item still belongs to the list after it was moved. */
  staysInList: (item: Item) => boolean;
  hrefOf: (item: Item) => string;
  actions: ItemActions;
  handle: string;
  /** The list. */
  children: ReactNode;
};

/** A list whose items can be selected, dragged, and changed together. */
export function SelectableItems({
  items,
  slug,
  view,
  next,
  change,
  staysInList,
  hrefOf,
  actions,
  handle,
  children,
}: SelectableItemsProps) {
  const selection = useSelectionControl(items);
  const shown = useMemo(() => new Set(items.map(({ id }) => id)), [items]);
  const several = useBulkActions({
    change,
    selection,
    isShown: (id) => shown.has(id),
    staysInList,
  });
  const { moving, stopMoving } = several;
  const isSelecting = selection.items.length > 0;
  const wasSelecting = useRef(false);
  useEffect(() => {
    // The bar disappears with its buttons: the focus of keyboard users returns to the list.
    if (wasSelecting.current && !isSelecting && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-item] a')?.focus({ preventScroll: true });
    wasSelecting.current = isSelecting;
  }, [isSelecting]);
  return (
    <SelectionProvider control={selection}>
      <ListKeys
        items={items}
        selection={selection}
        actions={actions}
        bulkActions={several.acts}
        hrefOf={hrefOf}
      >
        {children}
        {isSelecting && (
          <SelectionBar
            selection={selection}
            actions={several.acts}
            progress={several.progress}
            list={{ slug, view, shown: items, next }}
          />
        )}
      </ListKeys>
      <ItemDrag handle={handle} items={items} selection={selection} onDrop={several.acts.moveTo} />
      {moving && (
        <MoveItemsDialog
          items={moving}
          onClose={stopMoving}
          onChosen={(place) => {
            stopMoving();
            several.acts.moveTo(moving, place);
          }}
        />
      )}
    </SelectionProvider>
  );
}
