import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { useAccountStorage } from '#context/browser-storage.ts';
import { withStorageFallback } from '#lib/browser/drafts.ts';
import type { View } from '#lib/contract/table-views.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { changeView, createView, deleteView, listViews } from '#services/table-views.ts';
import { isSameQuery, orListError, tableKey } from '../rows/row-queries.ts';
import type { TableData } from '../rows/table-data.ts';
import type { TableControl } from '../rows/use-table.ts';
import { isSameSettings, PLAIN, queryOf, settingsOf, type ViewSettings } from './view-settings.ts';

const viewsKey = (itemId: string) => [...tableKey(itemId), 'views'];

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

/** The saved views of a table, the one that its address names, and changes of it that are not saved yet. */
export function useViews(itemId: string, table: TableControl, rendered: Pick<TableData, 'views' | 'view'>) {
  const client = useQueryClient();
  const router = useRouter();
  const own = useOwnColumns(itemId);
  const { data: views } = useQuery({
    queryKey: viewsKey(itemId),
    queryFn: ({ signal }) => orListError(listViews(itemId, signal)),
    initialData: rendered.views,
  });
  const [currentId, setCurrentId] = useState(rendered.view);
  const current = views.find(({ id }) => id === currentId) ?? null;
  const [settings, setSettings] = useState<ViewSettings>(() => (current ? settingsOf(current) : PLAIN));

  const show = (next: ViewSettings) => {
    setSettings(next);
    const { query } = table.store.state();
    const wanted = queryOf(next, table.columns, query.q);
    if (!isSameQuery(query, wanted)) table.look(wanted);
  };
  // The open view as others changed it, unless changes of it are shown that are not saved.
  const followed = useRef(current);
  useEffect(() => {
    const before = followed.current;
    followed.current = current;
    if (!current || !before || current === before || current.id !== before.id) return;
    if (isSameSettings(settings, settingsOf(before))) show(settingsOf(current));
  });
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
    setCurrentId(view?.id ?? '');
    show(view ? settingsOf(view) : { ...PLAIN, columns: own.read() });
    void router.replace(hrefOf(view?.id ?? ''), undefined, { shallow: true, scroll: false });
  };
  const change = (next: ViewSettings) => {
    show(next);
    if (!current) own.store(next.columns);
  };
  const put = (view: View) =>
    client.setQueryData<View[]>(viewsKey(itemId), (known = []) =>
      known.some(({ id }) => id === view.id)
        ? known.map((one) => (one.id === view.id ? view : one))
        : [...known, view],
    );

  return {
    views,
    current,
    settings,
    isChanged: !isSameSettings(
      settings,
      current ? settingsOf(current) : { ...PLAIN, columns: settings.columns },
    ),
    change,
    open,
    hrefOf,
    /** Discards changes that were not saved. */
    reset: () => show(current ? settingsOf(current) : { ...PLAIN, columns: settings.columns }),
    /** @throws the client's error; after it, the views are those of the server, and what is shown can be saved again */
    async save() {
      if (!current) return;
      const reload = () => client.invalidateQueries({ queryKey: viewsKey(itemId) });
      put(await changeView(itemId, current, settings).finally(reload));
    },
    /** Saves the shown settings as a new view, and opens it. @throws the client's error */
    async saveAs({ name, personal, type, group }: Pick<View, 'name' | 'personal' | 'type' | 'group'>) {
      const view = await createView(itemId, { ...settings, name, personal, type, group });
      put(view);
      open(view);
    },
    /** @throws the client's error */
    async rename({ name, personal }: { name: string; personal: boolean }) {
      if (current) put(await changeView(itemId, current, { name, personal }));
    },
    /** @throws the client's error */
    async remove() {
      if (!current) return;
      await deleteView(itemId, current.id);
      client.setQueryData<View[]>(viewsKey(itemId), (known = []) =>
        known.filter(({ id }) => id !== current.id),
      );
      open(null);
    },
  };
}

export type ViewsControl = ReturnType<typeof useViews>;
