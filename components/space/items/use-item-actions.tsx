import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { useMoveNotice } from '#components/space/item/use-move-notice.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import {
  changeItem,
  copyItem,
  copyLargeItem,
  currentItemOf,
  getItem,
  isTooLargeToCopy,
  restoreItem,
  retryItem,
  trashItem,
} from '#services/item.ts';
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
const CopyProgress = lazyDialog(() => import('./CopyProgress.tsx').then((file) => file.CopyProgress));
const RenameItem = lazyDialog(() => import('./RenameItem.tsx').then((file) => file.RenameItem));

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
  const [renamed, setRenamed] = useState<Item | null>(null);
  const [exported, setExported] = useState<Item | null>(null);
  const [converted, setConverted] = useState<Item | null>(null);
  const [copying, setCopying] = useState<{ item: Item; job: Job } | null>(null);
  const [moved, setMoved] = useState<Item | null>(null);
  const [shared, setShared] = useState<Item | null>(null);
  const { items, change, stays, hrefOf } = list;

  const quoted = (id: 'item_list.trashed' | 'item_list.restored' | 'item_list.conflict', { title }: Item) => (
    <FormattedMessage id={id} values={{ title }} />
  );

  const noteMove = useMoveNotice();

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

  const copyLink = async (item: Item) => {
    const link = new URL(hrefOf(item), window.location.href).href;
    if (await copyText(link)) {
      toast({ tone: 'success', text: <FormattedMessage id={`item_list.link_copied_${item.visibility}`} /> });
    } else {
      toast({ tone: 'error', text: <FormattedMessage id="item_list.link_not_copied" values={{ link }} /> });
    }
  };

  const duplicate = async (item: Item) => {
    try {
      const { data: copy } = await copyItem(item.id);
      if (stays(copy))
        change({ type: 'inserted', item: copy, at: items.findIndex(({ id }) => id === item.id) + 1 });
      const action = { label: <FormattedMessage id="item_list.undo" />, onSelect: () => void trash(copy) };
      toast({
        tone: 'success',
        text: <FormattedMessage id="item_list.duplicated" values={{ title: <bdi>{copy.title}</bdi> }} />,
        action,
      });
    } catch (error) {
      if (isTooLargeToCopy(error)) return duplicateLarge(item);
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const duplicateLarge = async (item: Item) => {
    try {
      setCopying({ item, job: await copyLargeItem(item.id) });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const showMade = async (from: Item, id: string) => {
    try {
      const { data: made } = await getItem(id);
      if (stays(made))
        change({ type: 'inserted', item: made, at: items.findIndex((one) => one.id === from.id) + 1 });
    } catch {
      // The list shows it when it is read again.
    }
  };

  const acts: ItemActions = {
    rename: setRenamed,
    setVisibility: (item, visibility) => void setVisibility(item, visibility),
    share: setShared,
    copyLink: (item) => void copyLink(item),
    duplicate: (item) => void duplicate(item),
    export: setExported,
    convert: setConverted,
    move: setMoved,
    trash: (item) => void trash(item),
    retry: (item) => void retry(item),
  };
  const move = moved && (
    <MoveItemDialog
      item={moved}
      onClose={() => setMoved(null)}
      onMoved={(item, place) => {
        setMoved(null);
        const at = items.findIndex(({ id }) => id === item.id);
        const remains = stays(item);
        change(remains ? { type: 'changed', item } : { type: 'removed', id: item.id });
        noteMove(moved, item, place, (back) =>
          change(remains ? { type: 'changed', item: back } : { type: 'inserted', item: back, at }),
        );
      }}
    />
  );
  const dialog = shared ? (
    <ShareDialog
      resource={{ kind: 'item', id: shared.id }}
      title={shared.title}
      onClose={() => setShared(null)}
      onChanged={() =>
        void getItem(shared.id).then(
          ({ data }) => change({ type: 'changed', item: data }),
          () => change({ type: 'removed', id: shared.id }),
        )
      }
    />
  ) : (
    move ||
    (exported && <ExportItem item={exported} onClose={() => setExported(null)} />) ||
    (converted && (
      <ConvertItem
        item={converted}
        onClose={() => setConverted(null)}
        onDone={(id) => void showMade(converted, id)}
      />
    )) ||
    (copying && (
      <CopyProgress
        title={copying.item.title}
        queued={copying.job}
        onDone={(id) => void showMade(copying.item, id)}
        onClose={() => setCopying(null)}
      />
    )) ||
    (renamed && (
      <RenameItem
        item={renamed}
        onClose={() => setRenamed(null)}
        onRenamed={(item) => {
          change({ type: 'changed', item });
          setRenamed(null);
        }}
        onConflict={(error) => {
          refuse(renamed, error);
          setRenamed(null);
        }}
      />
    ))
  );
  return { acts, dialog };
}
