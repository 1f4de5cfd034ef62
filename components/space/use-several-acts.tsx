import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/common/failure-text.tsx';
import { startDownload } from '#components/common/start-download.ts';
import { useToast } from '#components/common/Toaster.tsx';
import { useDisclosure } from '#components/sharing/DisclosureProvider.tsx';
import type { Item, ItemsResult } from '#lib/contract/item.ts';
import type { Visibility } from '#lib/policy/roles.ts';
import { archiveUrl, changeItems, getItem, moveItems, restoreItems, trashItems } from '#services/item.ts';
import type { ItemListEvent } from './item-list.ts';
import type { SelectionControl } from './SelectionContext.tsx';

/** Where items go: a folder, or with null the top of a space. */
export type PlaceOfItems = { space: string; parent: string | null; name: string };

export type SeveralActs = {
  download: (items: readonly Item[]) => void;
  /** Asks where to. */
  move: (items: readonly Item[]) => void;
  moveTo: (items: readonly Item[], place: PlaceOfItems) => void;
  /** Were moved already, by the dialog. */
  moved: (before: readonly Item[], result: ItemsResult, place: string) => void;
  setVisibility: (items: readonly Item[], visibility: Visibility) => void;
  trash: (items: readonly Item[]) => void;
};

/** As many refusals as a message names. */
const NAMED = 3;

type Options = {
  change: (event: ItemListEvent) => void;
  selection: SelectionControl;
  /** Whether an item still belongs to what is shown after it was moved. */
  stays: (item: Item) => boolean;
};

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);
const undoWords = <FormattedMessage id="item_list.undo" />;

/** What can be done with several items together, each outcome told, and undone by a button where it can be. */
export function useSeveralActs({ change, selection, stays }: Options) {
  const toast = useToast();
  const disclose = useDisclosure();
  const [busy, setBusy] = useState(false);
  const [moving, setMoving] = useState<readonly Item[] | null>(null);

  /** Names those that something was not done to, with the reasons; they stay selected. */
  const tellRefused = (before: readonly Item[], { refused }: ItemsResult) => {
    selection.select({ type: 'set', ids: refused.map(({ id }) => id) });
    if (refused.length === 0) return;
    const titles = new Map(before.map(({ id, title }) => [id, title]));
    toast({
      tone: 'error',
      text: (
        <>
          <FormattedMessage id="selection.refused" values={{ count: refused.length }} />
          {refused.slice(0, NAMED).map(({ id, message }) => (
            <span key={id} style={{ display: 'block' }}>
              <bdi>{titles.get(id)}</bdi>: {message}
            </span>
          ))}
          {refused.length > NAMED && (
            <FormattedMessage id="selection.more_refused" values={{ count: refused.length - NAMED }} />
          )}
        </>
      ),
    });
  };

  /** Sends an act, and tells what came of it; a question that was declined changes nothing. */
  const act = async (
    before: readonly Item[],
    send: () => Promise<{ data: ItemsResult } | null>,
    then: (result: ItemsResult) => void,
  ) => {
    setBusy(true);
    try {
      const answer = await send();
      if (!answer) return;
      then(answer.data);
      tellRefused(before, answer.data);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  const settle = (items: readonly Item[]) => {
    for (const item of items)
      change(stays(item) ? { type: 'changed', item } : { type: 'removed', id: item.id });
  };
  const bringBack = (items: readonly Item[]) => {
    for (const item of items) if (stays(item)) change({ type: 'inserted', item, at: 0 });
  };

  /** Back to where each of them was. */
  const undoMove = async (before: readonly Item[]) => {
    const places = Map.groupBy(before, (item) => `${item.space_slug} ${item.parent_id ?? ''}`);
    for (const those of places.values()) {
      const [{ space_slug: space, parent_id: parent } = { space_slug: '', parent_id: null }] = those;
      await act(
        those,
        () =>
          disclose((accepted) =>
            moveItems({ ids: idsOf(those), ...(space ? { space } : {}), parent, ...accepted }),
          ),
        ({ items }) => bringBack(items),
      );
    }
  };

  const moved = (before: readonly Item[], result: ItemsResult, place: string) => {
    settle(result.items);
    // A folder in the list that took them counts them.
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
      action: { label: undoWords, onSelect: () => void undoMove(back) },
    });
  };

  const acts: SeveralActs = {
    download: (items) => startDownload(archiveUrl(idsOf(items))),
    move: setMoving,
    moveTo: (items, { space, parent, name }) =>
      void act(
        items,
        () => disclose((accepted) => moveItems({ ids: idsOf(items), space, parent, ...accepted })),
        (result) => moved(items, result, name),
      ),
    moved: (before, result, place) => {
      moved(before, result, place);
      tellRefused(before, result);
    },
    setVisibility: (items, visibility) =>
      void act(
        items,
        () => disclose((accepted) => changeItems({ ids: idsOf(items), visibility, ...accepted })),
        ({ items: changed }) => {
          for (const item of changed) change({ type: 'changed', item });
          const values = { count: changed.length };
          toast({
            tone: 'success',
            text: <FormattedMessage id={`selection.now_${visibility}`} values={values} />,
          });
        },
      ),
    trash: (items) =>
      void act(
        items,
        () => trashItems(idsOf(items)),
        ({ items: trashed }) => {
          for (const { id } of trashed) change({ type: 'removed', id });
          const restore = () =>
            void act(
              trashed,
              () => disclose((accepted) => restoreItems({ ids: idsOf(trashed), ...accepted })),
              ({ items: back }) => bringBack(back),
            );
          toast({
            text: <FormattedMessage id="selection.trashed" values={{ count: trashed.length }} />,
            action: { label: undoWords, onSelect: restore },
          });
        },
      ),
  };
  return { acts, busy, moving, stopMoving: () => setMoving(null) };
}
