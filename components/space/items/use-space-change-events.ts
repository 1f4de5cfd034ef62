import { useChangedItem } from '#components/space/item/use-changed-item.ts';
import { matchesView, type SpaceView } from '#components/space/view/space-view.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { ItemListEvent } from './item-list.ts';

type ListedSpace = {
  slug: string;
  view: SpaceView;
  change: (event: ItemListEvent) => void;
  reload: () => void;
};

/** Keeps a space's list true while others add, change and remove: each item that the reader may see is loaded alone. */
export function useSpaceChangeEvents({ slug, view, change, reload }: ListedSpace): void {
  const { hub } = useShell();
  const load = useChangedItem();

  const update = async (id: string) => {
    const item = await load(id);
    if (item === null) return;
    const belongs =
      item !== 'gone' && item.space_slug === slug && item.trashed_at === null && matchesView(view, item);
    change(belongs ? { type: 'published', item } : { type: 'removed', id });
  };

  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.about === 'item') void update(event.id);
    },
    reload,
  );
}
