import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import type { Item, ItemsResult } from '#lib/contract/item.ts';
import {
  archiveUrl,
  changeItems,
  getItem,
  ITEMS_PER_REQUEST_MAX,
  moveItems,
  restoreItems,
  trashItems,
} from '#services/item.ts';
import type { SendBatch } from './item-batches.ts';
import type { ItemListEvent } from './item-list.ts';
import type { SelectionControl } from './SelectionContext.tsx';
import { idsOf, useItemBatches } from './use-item-batches.tsx';

/** The destination of items: a folder, or with null the top level of a space; the items' own space by default. */
export type ItemsLocation = { space?: string; parent: string | null; name: string };

export type BulkActions = {
  download: (items: readonly Item[]) => void;
  /** Opens the dialog for the destination. */
  move: (items: readonly Item[]) => void;
  moveTo: (items: readonly Item[], place: ItemsLocation) => void;
  setVisibility: (items: readonly Item[], visibility: Visibility) => void;
  trash: (items: readonly Item[]) => void;
};

type Options = {
  change: (event: ItemListEvent) => void;
  selection: SelectionControl;
  /** Whether an item is among the loaded ones of the list. */
  isShown: (id: string) => boolean;
  /** Whether an item still belongs to the list after it was moved. */
  staysInList: (item: Item) => boolean;
};

/** Where items stood in the order by hand, for the request that puts them back. */
function positionsOf(items: readonly Item[]) {
  const positions = items.flatMap(({ id, position }) => (position ? [[id, position] as const] : []));
  return positions.length > 0 ? { positions: Object.fromEntries(positions) } : {};
}
const undoMessage = <FormattedMessage id="item_list.undo" />;

/** The actions on several items, each with a message about its result, and an undo button where possible. */
export function useBulkActions({ change, selection, isShown, staysInList }: Options) {
  const toast = useToast();
  const disclose = useDisclosure();
  const { act, progress } = useItemBatches(selection);
  const [moving, setMoving] = useState<readonly Item[] | null>(null);

  const settle = (items: readonly Item[]) => {
    const shown = items.filter(({ id }) => isShown(id));
    const removed = new Set(idsOf(shown.filter((item) => !staysInList(item))));
    change({ type: 'settled', changed: shown.filter(({ id }) => !removed.has(id)), removed });
  };
  /** Applies an action that returns items to the list, each batch as soon as it is done. */
  const bringingBack =
    (send: SendBatch): SendBatch =>
    async (ids, key) => {
      const itemsResult = await send(ids, key);
      const back = itemsResult?.data.items.filter(staysInList) ?? [];
      if (back.length > 0) change({ type: 'returned', items: back });
      return itemsResult;
    };

  /** Moves each item back to its previous location. */
  const undoMove = async (before: readonly Item[]) => {
    const places = Map.groupBy(before, (item) => `${item.space_slug} ${item.parent_id ?? ''}`);
    for (const those of places.values()) {
      const [{ space_slug: space, parent_id: parent } = { space_slug: '', parent_id: null }] = those;
      await act(
        those,
        bringingBack((ids, key) =>
          disclose((accepted, turn) =>
            moveItems(
              { ids, ...(space ? { space } : {}), parent, ...positionsOf(those), ...accepted },
              `${key}${turn}`,
            ),
          ),
        ),
      );
    }
  };

  const moved = (before: readonly Item[], result: ItemsResult, place: string) => {
    settle(result.items);
    // A destination folder in the list shows the number of its items.
    const folder = result.items[0]?.parent_id;
    if (folder)
      void getItem(folder)
        .then(({ data }) => change({ type: 'changed', item: data }))
        .catch(() => undefined);
    const done = new Set(idsOf(result.items));
    const back = before.filter(({ id }) => done.has(id));
    toast({
      tone: 'success',
      text: (
        <FormattedMessage id="selection.moved" values={{ count: back.length, place: <bdi>{place}</bdi> }} />
      ),
      action: { label: undoMessage, onSelect: () => void undoMove(back) },
    });
  };

  const acts: BulkActions = {
    download: (items) => {
      if (items.length <= ITEMS_PER_REQUEST_MAX) startDownload(archiveUrl(idsOf(items)));
      else
        toast({
          text: <FormattedMessage id="selection.archive_limit" values={{ count: ITEMS_PER_REQUEST_MAX }} />,
        });
    },
    move: setMoving,
    moveTo: (items, { space, parent, name }) =>
      void act(
        items,
        (ids, key) =>
          disclose((accepted, turn) =>
            moveItems(
              { ids, ...(space ? { space } : {}), parent, ask_losses: true, ...accepted },
              `${key}${turn}`,
            ),
          ),
        (result) => moved(items, result, name),
      ),
    setVisibility: (items, visibility) =>
      void act(
        items,
        (ids, key) =>
          disclose((accepted, turn) => changeItems({ ids, visibility, ...accepted }, `${key}${turn}`)),
        ({ items: changed }) => {
          change({ type: 'settled', changed: changed.filter(({ id }) => isShown(id)), removed: new Set() });
          const values = { count: changed.length };
          toast({
            tone: 'success',
            text: <FormattedMessage id={`selection.now_${visibility}`} values={values} />,
          });
        },
      ),
    trash: (items) =>
      void act(items, trashItems, ({ items: trashed }) => {
        change({ type: 'settled', changed: [], removed: new Set(idsOf(trashed)) });
        const restore = () =>
          void act(
            trashed,
            bringingBack((ids, key) =>
              disclose((accepted, turn) => restoreItems({ ids, ...accepted }, `${key}${turn}`)),
            ),
          );
        toast({
          text: <FormattedMessage id="selection.trashed" values={{ count: trashed.length }} />,
          action: { label: undoMessage, onSelect: restore },
        });
      }),
  };
  return { acts, progress, moving, stopMoving: () => setMoving(null) };
}
