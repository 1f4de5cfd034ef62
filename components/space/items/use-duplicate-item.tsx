import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import { copyItem, copyLargeItem, getItem, isTooLargeToCopy } from '#services/item.ts';
import type { ItemList, ItemListEvent } from './item-list.ts';

const CopyProgress = lazyDialog(() => import('./CopyProgress.tsx').then((file) => file.CopyProgress));

type Options = {
  items: ItemList['items'];
  change: (event: ItemListEvent) => void;
  stays: (item: Item) => boolean;
  /** Takes the copy back. */
  trash: (copy: Item) => Promise<void>;
};

type Duplicating = {
  duplicate: (item: Item) => Promise<void>;
  /** Shows an item that was made from another, after it. */
  showMade: (from: Item, id: string) => Promise<void>;
  /** The progress of a large copy; null without one. */
  progress: ReactNode;
};

/** Copies an item next to itself; a large one by a job, with its progress. */
export function useDuplicateItem({ items, change, stays, trash }: Options): Duplicating {
  const toast = useToast();
  const [copying, setCopying] = useState<{ item: Item; job: Job } | null>(null);

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

  const progress = copying && (
    <CopyProgress
      title={copying.item.title}
      queued={copying.job}
      onDone={(id) => void showMade(copying.item, id)}
      onClose={() => setCopying(null)}
    />
  );
  return { duplicate, showMade, progress };
}
