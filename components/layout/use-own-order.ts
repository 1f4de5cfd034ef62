import { useState } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';

/** A list in the user's own order, as it was moved, and moving an entry towards its front. */
export function useOwnOrder<Entry>(
  entries: readonly Entry[],
  save: (ordered: readonly Entry[]) => Promise<unknown>,
) {
  const toast = useToast();
  const refresh = usePageRefresh();
  const [moved, setMoved] = useState<readonly Entry[] | null>(null);
  const shown = moved ?? entries;

  const moveUp = async (index: number) => {
    const next = shown.toSpliced(index, 1);
    next.splice(index - 1, 0, ...shown.slice(index, index + 1));
    setMoved(next);
    try {
      await save(next);
      await refresh();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setMoved(null);
    }
  };
  return { shown, moveUp };
}
