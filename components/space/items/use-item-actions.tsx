import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import type { Item } from '#lib/contract/item.ts';
import { changeItem, currentItemOf, restoreItem, retryItem, trashItem } from '#services/item.ts';
import { ItemActionDialog, type OpenDialog } from './ItemActionDialog.tsx';
import type { ItemList, ItemListEvent } from './item-list.ts';
import { useDuplicateItem } from './use-duplicate-item.tsx';

export type ItemActions = {
  /** Opens the dialog for the new title. */
  rename: (item: Item) => void;
  setVisibility: (item: Item, visibility: Visibility) => void;
  /** Opens the dialog with members and links. */
  share: (item: Item) => void;
  /** Copies the item's address to the clipboard, and shows who can open it. */
  copyLink: (item: Item) => void;
  /** The entry that stars it, or takes the star off, for the user alone. */
  favourite?: (item: Item) => MenuEntry | null;
  /** The entry that archives it, or takes it back. */
  archive?: (item: Item) => MenuEntry | null;
  /** Copies it next to itself. */
  duplicate: (item: Item) => void;
  /** Opens the dialog for another folder. */
  move: (item: Item) => void;
  /** Opens the dialog with the formats of its export. */
  export: (item: Item) => void;
  /** Opens the conversion of its file to a document or table. */
  convert: (item: Item) => void;
  trash: (item: Item) => void;
  /** Retries the processing of a file that failed. */
  retry: (item: Item) => void;
};

/** Copies the address of an item, or shows it where it can't be copied. */
function useCopyItemLink(hrefOf: (item: Item) => string) {
  const toast = useToast();
  return async (item: Item) => {
    const link = new URL(hrefOf(item), window.location.href).href;
    if (await copyText(link))
      toast({ tone: 'success', text: <FormattedMessage id={`item_list.link_copied_${item.visibility}`} /> });
    else
      toast({ tone: 'error', text: <FormattedMessage id="item_list.link_not_copied" values={{ link }} /> });
  };
}

/**
 * The actions on the items of a list: optimistic, rolled back if the server refuses, and with an undo button where no
 * confirmation was requested before. `dialog` must be rendered on the page.
 */
export function useItemActions(
  list: Pick<ItemList, 'items'> & {
    change: (event: ItemListEvent) => void;
    /** Whether an item still belongs to the list after it was moved. */
    stays: (item: Item) => boolean;
    hrefOf: (item: Item) => string;
  },
): {
  acts: ItemActions;
  dialog: ReactNode;
} {
  const toast = useToast();
  const disclose = useDisclosure();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { items, change, stays, hrefOf } = list;

  const quoted = (id: 'item_list.trashed' | 'item_list.restored' | 'item_list.conflict', { title }: Item) => (
    <FormattedMessage id={id} values={{ title }} />
  );

  /** Shows the current item, and why the action failed. */
  const refuse = (item: Item, error: unknown) => {
    const current = currentItemOf(error);
    change({ type: 'changed', item: current ?? item });
    toast({
      tone: 'error',
      text: current ? quoted('item_list.conflict', item) : failureText(error),
    });
  };

  const setVisibility = async (item: Item, visibility: Visibility, undoable = true) => {
    if (item.visibility === visibility) return;
    change({ type: 'changed', item: { ...item, visibility } });
    try {
      const changed = await disclose((accepted) => changeItem(item, { visibility, ...accepted }));
      if (!changed) return change({ type: 'changed', item });
      const { data } = changed;
      change({ type: 'changed', item: data });
      const action = {
        label: <FormattedMessage id="item_list.undo" />,
        onSelect: () => void setVisibility(data, item.visibility, false),
      };
      toast({
        text: <FormattedMessage id={`item_list.now_${visibility}`} values={{ title: item.title }} />,
        ...(undoable ? { action } : {}),
      });
    } catch (error) {
      refuse(item, error);
    }
  };

  const restore = async (item: Item, at: number) => {
    try {
      const restored = await disclose((accepted) => restoreItem(item.id, accepted));
      if (!restored) return;
      change({ type: 'inserted', item: restored.data, at });
      toast({ tone: 'success', text: quoted('item_list.restored', item) });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const trash = async (item: Item) => {
    const at = items.findIndex(({ id }) => id === item.id);
    change({ type: 'removed', id: item.id });
    try {
      await trashItem(item);
      // Only what the server has done can be counted.
      change({ type: 'settled', changed: [], removed: new Set([item.id]) });
      const action = {
        label: <FormattedMessage id="item_list.undo" />,
        onSelect: () => void restore(item, at),
      };
      toast({ text: quoted('item_list.trashed', item), action });
    } catch (error) {
      change({ type: 'inserted', item, at });
      refuse(item, error);
    }
  };

  const retry = async (item: Item) => {
    change({ type: 'changed', item: { ...item, processing: { state: 'queued' } } });
    try {
      change({ type: 'changed', item: (await retryItem(item.id)).data });
    } catch (error) {
      refuse(item, error);
    }
  };

  const copyLink = useCopyItemLink(hrefOf);
  const { duplicate, showMade, progress } = useDuplicateItem({ items, change, stays, trash });

  const acts: ItemActions = {
    rename: (item) => setOpen({ kind: 'rename', item }),
    setVisibility: (item, visibility) => void setVisibility(item, visibility),
    share: (item) => setOpen({ kind: 'share', item }),
    copyLink: (item) => void copyLink(item),
    duplicate: (item) => void duplicate(item),
    export: (item) => setOpen({ kind: 'export', item }),
    convert: (item) => setOpen({ kind: 'convert', item }),
    move: (item) => setOpen({ kind: 'move', item }),
    trash: (item) => void trash(item),
    retry: (item) => void retry(item),
  };
  const dialog =
    open === null || (open.kind === 'rename' && progress) ? (
      progress
    ) : (
      <ItemActionDialog
        open={open}
        items={items}
        change={change}
        stays={stays}
        showMade={(from, id) => void showMade(from, id)}
        refuse={refuse}
        onClose={() => setOpen(null)}
      />
    );
  return { acts, dialog };
}
