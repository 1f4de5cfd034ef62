import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import type { ChangeItemRequest, Item } from '#lib/contract/item.ts';
import { changeItem, currentItemOf, getItem } from '#services/item.ts';
import { isProcessing, processingQuery } from './processing-query.ts';

/** What the page says of what was changed; it is always shown, and always true. */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'failed';

/** A change that came too late: what was wanted, and the item as somebody else left it. */
export type Conflict = { change: ChangeItemRequest; current: Item };

export type ItemControl = {
  item: Item;
  save: SaveState;
  setSave: (save: SaveState) => void;
  conflict: Conflict | null;
  /**
   * Changes the item: shows it at once, takes it back where the server refuses.
   * @returns whether it was saved, and not declined for what it would disclose; a conflict is kept in `conflict` instead of being thrown
   * @throws the client's error
   */
  change: (change: ChangeItemRequest) => Promise<boolean>;
  /** Ends a conflict: the change is made all the same, or let go. */
  settle: (mine: boolean) => Promise<boolean>;
  /** Shows an item that was loaded, unless a newer revision is shown already. */
  replace: (item: Item) => void;
};

type Change = { change: ChangeItemRequest; base: Item };

const fieldsOf = (change: ChangeItemRequest) => Object.keys(change).filter((key) => key !== 'content');

/** Whether somebody else changed just what is to be changed. */
function collides(change: ChangeItemRequest, before: Item, after: Item): boolean {
  const known: Record<string, unknown> = { ...before };
  const now: Record<string, unknown> = { ...after };
  return 'content' in change || fieldsOf(change).some((field) => known[field] !== now[field]);
}

/** A response that was sent before another may arrive after it. */
const newer = (shown: Item | undefined, loaded: Item) =>
  shown && shown.revision > loaded.revision ? shown : loaded;

/** The item in the query cache: as it was rendered, or as it was loaded or changed since. */
function useItemQuery(rendered: Item) {
  const client = useQueryClient();
  const { id } = rendered;
  const queryKey = useMemo(() => ['item', id], [id]);
  const { data: item } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getItem(id, signal)).data,
    initialData: rendered,
  });
  const replace = useCallback(
    (loaded: Item) => void client.setQueryData<Item>(queryKey, (shown) => newer(shown, loaded)),
    [client, queryKey],
  );
  useEffect(() => replace(rendered), [rendered, replace]);
  return { item, replace };
}

/** An item on its page: changes of it, what came of them, and its processing while that continues. */
export function useItem(rendered: Item, onProcessed: () => void): ItemControl {
  const { item, replace } = useItemQuery(rendered);
  const [save, setSave] = useState<SaveState>('saved');
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const disclose = useDisclosure();

  const { mutateAsync } = useMutation({
    mutationFn: ({ change, base }: Change) =>
      disclose((accepted) => changeItem(base, { ...change, ...accepted })),
    onMutate: ({ change: { content: _, ...visible }, base }) => {
      setSave('saving');
      replace({ ...base, ...visible, parent_id: base.parent_id });
    },
    onSuccess: (changed, { base }) => replace(changed?.data ?? base),
    onError: (error, { base }) => replace(currentItemOf(error) ?? base),
  });

  const processed = useRef<(loaded: Item) => void>(() => undefined);
  useEffect(() => {
    processed.current = (loaded) => {
      replace(loaded);
      if (isProcessing(item) && !isProcessing(loaded)) onProcessed();
    };
  });
  useQuery({
    ...processingQuery(item, (loaded) => processed.current(loaded)),
    enabled: isProcessing(item),
  });

  const send = async (change: ChangeItemRequest, base: Item, again: boolean): Promise<boolean> => {
    try {
      const changed = await mutateAsync({ change, base });
      setSave('saved');
      return changed !== null;
    } catch (error) {
      const current = currentItemOf(error);
      // Somebody changed something else of it: both changes can stand.
      if (current && again && !collides(change, base, current)) return send(change, current, false);
      setSave(current ? 'unsaved' : 'failed');
      if (!current) throw error;
      setConflict({ change, current });
      return false;
    }
  };

  return {
    item,
    save,
    setSave,
    conflict,
    change: (change) => send(change, item, true),
    settle: async (mine) => {
      setConflict(null);
      if (!conflict) return false;
      if (mine) return send(conflict.change, conflict.current, false);
      setSave('saved');
      return false;
    },
    replace,
  };
}
