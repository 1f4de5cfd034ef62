import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { Item } from '#lib/contract/item.ts';
import { getWatch, markWatchSeen, setWatch } from '#services/watching.ts';

/**
 * The menu entry that watches an item, or ends it, disabled until that is known; null in the trash. Who has the page of
 * a watched item open has read what was changed in it.
 */
export function useWatchEntry({ id, title, trashed_at, updated_at }: Item): MenuEntry | null {
  const toast = useToast();
  const refresh = usePageRefresh();
  const client = useQueryClient();
  const queryKey = ['watch', id];
  const { data: state } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getWatch(id, signal)).data,
    enabled: trashed_at === null,
  });
  const isWatched = state?.watching === true;
  const isUnread = state?.unread === true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change that is shown is read
  useEffect(() => {
    if (!isWatched) return;
    // Unread marks elsewhere disappear with the next page; a failure leaves them for the next visit.
    void markWatchSeen(id).then(
      () => (isUnread ? refresh() : undefined),
      () => {},
    );
  }, [id, isWatched, isUnread, updated_at]);

  const set = async (watching: boolean) => {
    try {
      client.setQueryData(queryKey, (await setWatch(id, watching)).data);
      toast({
        text: <FormattedMessage id={watching ? 'item.watched' : 'item.unwatched'} values={{ title }} />,
      });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  if (trashed_at !== null) return null;
  return {
    // In its place before it can be chosen, for an entry that comes later would move those below it from under the pointer.
    disabled: !state,
    label: <FormattedMessage id={isWatched ? 'item.unwatch' : 'item.watch'} />,
    icon: isWatched ? BellOff : Bell,
    onSelect: () => void set(!isWatched),
  };
}
