import { useEffect, useRef, useState } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item, ItemsResult } from '#lib/contract/item.ts';
import type { SendBatch } from './item-batches.ts';
import type { SelectionControl } from './SelectionContext.tsx';

// Most users of a list don't use it. It is loaded early enough to report a result when the network is lost meanwhile.
const loadBatches = () => import('./item-batches.ts');
const loadRefused = () => import('./RefusedItems.tsx');
fetchWhenIdle(loadBatches);
fetchWhenIdle(loadRefused);

/** The progress of an action on several items. */
export type BulkProgress = { done: number; count: number; stop: () => void };

export const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

/** Runs one action at a time on several items, in batches, with its progress; the items that failed stay selected. */
export function useItemBatches(selection: SelectionControl) {
  const toast = useToast();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  // An action does not continue in the background after its list was left.
  useEffect(() => () => running.current?.abort(), []);

  /** Reports the items that failed, with the reasons; they stay selected. */
  const notifyRefused = async (before: readonly Item[], { refused }: ItemsResult) => {
    selection.select({ type: 'set', ids: refused.map(({ id }) => id) });
    if (refused.length === 0) return;
    const { RefusedItems } = await loadRefused();
    toast({ tone: 'error', text: <RefusedItems before={before} refused={refused} /> });
  };

  /** Applies an action in batches, and reports the result; declining a confirmation stops it. */
  const act = async (before: readonly Item[], send: SendBatch, then?: (result: ItemsResult) => void) => {
    // One after the other: concurrent actions on the same items could overtake each other.
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const notifyDone = (done: number) =>
      setProgress({ done, count: before.length, stop: () => controller.abort() });
    notifyDone(0);
    try {
      const { runInBatches } = await loadBatches();
      const result = await runInBatches(idsOf(before), send, {
        signal: controller.signal,
        onProgress: notifyDone,
      });
      if (!result) return;
      if (result.items.length > 0) then?.(result);
      await notifyRefused(before, result);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      running.current = null;
      setProgress(null);
    }
  };

  return { act, progress };
}
