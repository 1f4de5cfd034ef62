import { Star, StarOff } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import { setFavouriteItem } from '#services/favourite-items.ts';

/** The menu entry that stars an item, or takes the star off; null for what can't be a favourite. */
export function useFavouriteEntry(): (item: Item) => MenuEntry | null {
  const refresh = usePageRefresh();
  const toast = useToast();
  const { shortcuts } = useShell();

  const set = async (id: string, starred: boolean) => {
    try {
      await setFavouriteItem(id, starred);
      await refresh();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  return ({ id, trashed_at }) => {
    if (trashed_at !== null) return null;
    const isStarred = shortcuts.items.some((starred) => starred.id === id);
    return {
      label: <FormattedMessage id={isStarred ? 'item.unstar' : 'item.star'} />,
      icon: isStarred ? StarOff : Star,
      onSelect: () => void set(id, !isStarred),
    };
  };
}
