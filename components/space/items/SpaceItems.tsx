import { useRouter } from 'next/router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useArchiveEntry } from '#components/space/archive/use-archive-entry.tsx';
import { isProcessing } from '#components/space/item/processing-query.ts';
import { useProcessing } from '#components/space/item/use-processing.ts';
import { useFavouriteEntry } from '#components/space/personal/use-favourite-entry.tsx';
import { matchesView, type SpaceView, viewPath } from '#components/space/view/space-view.ts';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useWritersNow } from '#context/writers-now.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ListPage } from '#services/http.ts';
import { type Drop, DropTarget } from './DropTarget.tsx';
import { EmptyItems } from './EmptyItems.tsx';
import { ItemTable } from './ItemTable.tsx';
import { insertionIndex } from './item-index.ts';
import type { ItemListEvent } from './item-list.ts';
import { arrived, cacheList, readCachedList } from './list-cache.ts';
import type { DialogKind } from './NewMenu.tsx';
import { SelectableItems } from './SelectableItems.tsx';
import { useItemActions } from './use-item-actions.tsx';
import { useItemList } from './use-item-list.ts';
import { useSpaceChangeEvents } from './use-space-change-events.ts';
import { useUploaded } from './use-uploads.ts';

// What is opened from here shows its content at once.
fetchWhenIdle(() => import('#components/space/item/PreviewView.tsx'));

// Forms bring the contract's schemas, which a list does without until one is opened.
const NewDocument = lazyDialog(() => import('./NewDocument.tsx').then((file) => file.NewDocument));
const NewTable = lazyDialog(() => import('../templates/NewTable.tsx').then((file) => file.NewTable));
const NewNamedItem = lazyDialog(() => import('./NewNamedItem.tsx').then((file) => file.NewNamedItem));

type SpaceItemsProps = {
  /** The space's address. */
  base: string;
  handle: string;
  slug: string;
  view: SpaceView;
  /** False for who doesn't belong to the hub. */
  people: boolean;
  first: ListPage<Item>;
  /** Whether forms stand above the list. */
  hasForms: boolean;
  /** What dropped files become; null where the reader may not add. */
  drop: Drop | null;
  onChoose: (() => void) | null;
  /** What is being made; null is nothing. */
  making: DialogKind | null;
  onCreated: () => void;
  /** Something was added or taken away. */
  onCountChange: () => void;
  announce: (message: React.ReactNode) => void;
};

type NewItemProps = Pick<SpaceItemsProps, 'base' | 'slug'> & {
  making: DialogKind;
  parent: string | null;
  onMade: () => void;
  onFolder: (folder: Item) => void;
};

/** Makes an item of a kind: a folder appears in the list, all others are opened. */
function NewItem({ making, base, slug, parent, onMade, onFolder }: NewItemProps) {
  const router = useRouter();
  const toast = useToast();
  const open = ({ id }: Pick<Item, 'id'>) => {
    onMade();
    void router.push(`${base}/${id}`);
  };
  if (making === 'table') return <NewTable slug={slug} parent={parent} onClose={onMade} onCreated={open} />;
  if (making === 'document')
    return (
      <NewDocument
        slug={slug}
        parent={parent}
        path={`${base}?${new URLSearchParams({ ...(parent ? { parent } : {}), new: 'document' })}`}
        onClose={onMade}
        onCreated={open}
      />
    );
  return (
    <NewNamedItem
      kind={making}
      slug={slug}
      parent={parent}
      onClose={onMade}
      onCreated={(item) => {
        if (item.kind !== 'folder') return open(item);
        onMade();
        onFolder(item);
        toast({
          tone: 'success',
          text: <FormattedMessage id="space.folder_created" values={{ title: item.title }} />,
        });
      }}
    />
  );
}

/** The items of one view, as they are added, processed, changed and removed; another view is another of these. */
export const SpaceItems = withQueries(function SpaceItems(props: SpaceItemsProps) {
  const {
    base,
    handle,
    slug,
    view,
    people,
    first,
    hasForms,
    drop,
    onChoose,
    making,
    onCreated: onMade,
    onCountChange,
    announce,
  } = props;
  const router = useRouter();
  const address = router.asPath;
  const [cached] = useState(() => readCachedList(address));
  const list = useItemList({ slug, view, first, cached: cached?.list ?? null });
  const writers = useWritersNow(slug);
  useStoredPlace(address, list, cached?.scroll ?? null);

  const { change } = list;
  const changeAndCount = (event: ItemListEvent) => {
    const isOther = change(event);
    // What others do may be in another space, or behind what is shown.
    const isByOthers = event.type === 'published' || event.type === 'removed';
    const removesNone = event.type === 'settled' && event.removed.size === 0;
    if (isByOthers ? isOther : event.type !== 'changed' && !removesNone) onCountChange();
  };
  useSpaceChangeEvents({ slug, view, change: changeAndCount, reload: list.reload });
  // A tab without a folder shows those of all folders, of this space alone.
  const stays = (item: Item) => item.space_slug === slug && matchesView(view, item);
  const hrefOf = (item: Item) =>
    item.kind === 'folder'
      ? viewPath(base, { parent: item.id, sort: view.sort, byHand: view.byHand })
      : `${base}/${item.id}`;
  const own = useItemActions({ items: list.items, change: changeAndCount, stays, hrefOf });
  const archive = useArchiveEntry((item) =>
    changeAndCount(matchesView(view, item) ? { type: 'published', item } : { type: 'removed', id: item.id }),
  );
  const acts = { ...own.acts, favourite: useFavouriteEntry(), archive };

  const add = (item: Item) => {
    onCountChange();
    if (matchesView(view, item))
      change({ type: 'inserted', item, at: insertionIndex(list.items, item, view.sort) });
  };
  useUploaded(slug, handle, add);
  useProcessing(list.items, (item) => {
    change({ type: 'changed', item });
    if (isProcessing(item)) return;
    const id = item.processing.state === 'failed' ? 'item_list.became_failed' : 'item_list.became_ready';
    announce(<FormattedMessage id={id} values={{ title: item.title }} />);
  });

  return (
    <>
      <SelectableItems
        items={list.items}
        slug={slug}
        view={view}
        next={list.hasMore ? list.next : null}
        change={changeAndCount}
        staysInList={stays}
        hrefOf={hrefOf}
        actions={acts}
        handle={handle}
      >
        <ItemTable
          list={list}
          actions={acts}
          writers={writers}
          base={base}
          view={view}
          people={people}
          empty={<EmptyItems view={view} base={base} hasForms={hasForms} onChoose={onChoose} />}
        />
      </SelectableItems>
      {own.dialog}
      {drop && <DropTarget drop={drop} place={{ handle, slug, parent: view.parent }} onFolder={add} />}
      {making && (
        <NewItem
          making={making}
          base={base}
          slug={slug}
          parent={view.parent}
          onMade={onMade}
          onFolder={add}
        />
      )}
    </>
  );
});

/** Remembers the list when it is left, and on the way back stands where it stood. */
function useStoredPlace(address: string, list: Parameters<typeof cacheList>[1], scroll: number | null): void {
  const router = useRouter();
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);

  useLayoutEffect(() => {
    if (scroll !== null) window.scrollTo(0, scroll);
  }, [scroll]);

  useEffect(() => {
    // After the router's own scrolling.
    const frame = requestAnimationFrame(() => {
      if (scroll !== null) window.scrollTo(0, scroll);
      arrived();
    });
    return () => cancelAnimationFrame(frame);
  }, [scroll]);

  useEffect(() => {
    const leave = () => {
      const { items, sort, page, hasMore, next, error } = latest.current;
      // A page that failed to load is asked for again; a list without anything still says why.
      const failure = items.length === 0 ? error : null;
      cacheList(address, { items, sort, page, hasMore, next, error: failure }, window.scrollY);
    };
    router.events.on('routeChangeStart', leave);
    return () => router.events.off('routeChangeStart', leave);
  }, [address, router.events]);
}
