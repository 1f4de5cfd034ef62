import dynamic from 'next/dynamic';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { ItemDrag } from './ItemDrag.tsx';
import type { ItemListEvent } from './item-list.ts';
import { ListKeys } from './ListKeys.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SelectionProvider, useSelectionOf } from './SelectionContext.tsx';
import type { ItemActs } from './use-item-acts.tsx';
import { useSeveralActs } from './use-several-acts.tsx';

const MoveSeveral = dynamic(() =>
  import('#components/item/MoveSeveral.tsx').then((file) => file.MoveSeveral),
);

type SelectableItemsProps = {
  items: readonly Item[];
  change: (event: ItemListEvent) => void;
  /** Whether an item still belongs to what is shown after it was moved. */
  stays: (item: Item) => boolean;
  hrefOf: (item: Item) => string;
  acts: ItemActs;
  handle: string;
  /** The list. */
  children: ReactNode;
};

/** A list whose items are selected, dragged, and acted on together. */
export function SelectableItems({
  items,
  change,
  stays,
  hrefOf,
  acts,
  handle,
  children,
}: SelectableItemsProps) {
  const selection = useSelectionOf(items);
  const several = useSeveralActs({ change, selection, stays });
  const { moving, stopMoving } = several;
  const isSelecting = selection.items.length > 0;
  const wasSelecting = useRef(false);
  useEffect(() => {
    // The bar is gone with its buttons: whoever used the keys goes on in the list.
    if (wasSelecting.current && !isSelecting && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-item] a')?.focus({ preventScroll: true });
    wasSelecting.current = isSelecting;
  }, [isSelecting]);
  return (
    <SelectionProvider control={selection}>
      <ListKeys items={items} selection={selection} acts={acts} several={several.acts} hrefOf={hrefOf}>
        {children}
        {isSelecting && <SelectionBar selection={selection} acts={several.acts} busy={several.busy} />}
      </ListKeys>
      <ItemDrag handle={handle} items={items} selection={selection} onDrop={several.acts.moveTo} />
      {moving && (
        <MoveSeveral
          items={moving}
          onClose={stopMoving}
          onMoved={(result, place) => {
            stopMoving();
            several.acts.moved(moving, result, place);
          }}
        />
      )}
    </SelectionProvider>
  );
}
