import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import { withStorageFallback } from '#lib/browser/drafts.ts';
import type { View } from '#lib/contract/table-views.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { listViews } from '#services/table-views.ts';
import { isSameQuery, orListError, tableKey } from '../rows/row-queries.ts';
import type { TableData } from '../rows/table-data.ts';
import type { TableControl } from '../rows/use-table.ts';
import { isSameSettings, PLAIN, queryOf, settingsOf, type ViewSettings } from './view-settings.ts';

/** The widths, order and so on that somebody gave the columns of a table outside of any view. */
function useOwnColumns(itemId: string) {
  const storage = useAccountStorage();
  const key = `table-columns-${itemId}`;
  const read = (): ViewSettings['columns'] =>
    withStorageFallback(() => {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      if (!Array.isArray(stored)) return [];
      return stored.filter(
        (one): one is ViewSettings['columns'][number] => isRecord(one) && typeof one.id === 'string',
      );
    }, []);
  const store = (columns: ViewSettings['columns']) =>
    withStorageFallback(() => storage.setItem(key, JSON.stringify(columns)), undefined);
  return { read, store };
}

export const loadViewChanges = () => import('./views-on-use.ts');
fetchWhenIdle(loadViewChanges);
/** Does what others’ changes of views need; without a network it is done after the next one. */
const withViewChanges = (change: (code: Awaited<ReturnType<typeof loadViewChanges>>) => void): void =>
  void loadViewChanges().then(change, () => undefined);

/**
 * The saved views of a table, the one that its address names, and changes of it that are not saved yet.
 * @param isRowOpen what others change of the view is shown once the page of the row is left
 */
export function useViews(
  itemId: string,
  table: TableControl,
  rendered: Pick<TableData, 'views' | 'view'>,
  isRowOpen: boolean,
) {
  const router = useRouter();
  const own = useOwnColumns(itemId);
  const listed = { client: useQueryClient(), queryKey: [...tableKey(itemId), 'views'] };
  const { data: views } = useQuery({
    queryKey: listed.queryKey,
    queryFn: ({ signal }) => orListError(listViews(itemId, signal)),
    initialData: rendered.views,
  });
  const [currentId, setCurrentId] = useState(rendered.view);
  const current = views.find(({ id }) => id === currentId) ?? null;
  const [settings, setSettings] = useState<ViewSettings>(() => (current ? settingsOf(current) : PLAIN));

  const show = (next: ViewSettings, isSamePlace = false) => {
    setSettings(next);
    const { query } = table.store.state();
    const wanted = queryOf(next, table.columns, query.q);
    if (!isSameQuery(query, wanted)) void table.store.look(wanted, isSamePlace);
  };
  /** The view that the settings come from, as it was then: what is saved replaces this revision of it. */
  const [base, setBase] = useState(current);
  // What only the browser has: after it was rendered as the server did.
  const readOwn = useRef(own.read);
  const isOwn = useRef(current === null);
  useEffect(() => {
    const columns = isOwn.current ? readOwn.current() : [];
    if (columns.length > 0) setSettings((before) => ({ ...before, columns }));
  }, []);

  /** The address of a view; of the table itself with an empty id. */
  const hrefOf = (id: string) => {
    const [path = '', query = ''] = router.asPath.split(/[?#]/);
    const params = new URLSearchParams(query);
    params.delete('row');
    params.delete('open');
    params.delete('view');
    if (id) params.set('view', id);
    const text = params.toString();
    return text ? `${path}?${text}` : path;
  };
  const open = (view: View | null) => {
    setBase(view);
    setCurrentId(view?.id ?? '');
    show(view ? settingsOf(view) : { ...PLAIN, columns: own.read() });
    void router.replace(hrefOf(view?.id ?? ''), undefined, { shallow: true, scroll: false });
  };
  const toast = useToast();
  // The open view as others changed it.
  useEffect(() => {
    if (!base || base === current || isRowOpen) return;
    const over = new AbortController();
    withViewChanges(({ followView }) =>
      followView({ base, current, settings, setBase, show, open, toast }, over.signal),
    );
    return () => over.abort();
  });
  const change = (next: ViewSettings) => {
    show(next);
    if (!currentId) own.store(next.columns);
  };

  return {
    views,
    current,
    settings,
    isChanged: !isSameSettings(settings, base ? settingsOf(base) : { ...PLAIN, columns: settings.columns }),
    change,
    open,
    hrefOf,
    /** Loads the views as others changed them. */
    refresh: () => withViewChanges(({ refreshViews }) => refreshViews(listed)),
    /** Discards changes that were not saved. */
    reset() {
      if (current) setBase(current);
      show(current ? settingsOf(current) : { ...PLAIN, columns: settings.columns });
    },
    /** What actions on the open view need. */
    target: { itemId, columns: table.columns, listed, current, base, settings, setBase, open, show },
  };
}

export type ViewsControl = ReturnType<typeof useViews>;
