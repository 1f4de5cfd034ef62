import { useState } from 'react';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import type { ChangeItemRequest, Item } from '#lib/contract/item.ts';
import { changeItem, currentItemOf } from '#services/item.ts';
import { isProcessing, useProcessing } from './use-processing.ts';

/** What the page says of what was changed; it is always shown, and always true. */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'failed';

/** A change that came too late: what was wanted, and the item as somebody else left it. */
export type Conflict = { change: ChangeItemRequest; current: Item };

type ItemControl = {
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
  replace: (item: Item) => void;
};

const fieldsOf = (change: ChangeItemRequest) => Object.keys(change).filter((key) => key !== 'content');

/** Whether somebody else changed just what is to be changed. */
function collides(change: ChangeItemRequest, before: Item, after: Item): boolean {
  const known: Record<string, unknown> = { ...before };
  const now: Record<string, unknown> = { ...after };
  return 'content' in change || fieldsOf(change).some((field) => known[field] !== now[field]);
}

/** An item on its page: changes of it, what came of them, and its reading while that goes on. */
export function useItem(initial: Item, onRead: () => void): ItemControl {
  const [rendered, setRendered] = useState(initial);
  const [item, setItem] = useState(initial);
  const [save, setSave] = useState<SaveState>('saved');
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const disclose = useDisclosure();

  // A rendering that was asked for before a change was made may come after what the change was answered.
  if (initial !== rendered) {
    setRendered(initial);
    if (initial.id !== item.id || initial.revision >= item.revision) setItem(initial);
  }

  useProcessing([item], (next) => {
    setItem(next);
    if (isProcessing(item) && !isProcessing(next)) onRead();
  });

  const send = async (change: ChangeItemRequest, base: Item, again: boolean): Promise<boolean> => {
    setSave('saving');
    const { content: _, ...visible } = change;
    setItem({ ...base, ...visible, parent_id: base.parent_id });
    try {
      const changed = await disclose((accepted) => changeItem(base, { ...change, ...accepted }));
      setItem(changed?.data ?? base);
      setSave('saved');
      return changed !== null;
    } catch (error) {
      const current = currentItemOf(error);
      setItem(current ?? base);
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
    replace: setItem,
  };
}
