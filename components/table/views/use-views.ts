import { useRouter } from 'next/router';
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import { withStorageFallback } from '#lib/browser/drafts.ts';
import type { View } from '#lib/contract/table-views.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { failureOf } from '#services/http.ts';
import { changeView, createView, deleteView } from '#services/table-views.ts';
import { onceNotEdited } from '../grid/edited-cells.ts';
import { isSameQuery } from '../rows/row-queries.ts';
import type { TableData } from '../rows/table-data.ts';
import type { TableControl } from '../rows/use-table.ts';
import { useListedViews } from './use-listed-views.ts';
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

type Following = {
  base: View | null;
  /** The open view is being deleted here. */
  isRemoving: RefObject<boolean>;
  current: View | null;
  settings: ViewSettings;
  isRowOpen: boolean;
  setBase: (base: View) => void;
  show: (next: ViewSettings, isSamePlace: boolean) => void;
  onGone: () => void;
};

/** Shows the open view as others changed it, unless changes of it are shown that are not saved. */
function useFollowing({ base, isRemoving, current, settings, isRowOpen, ...on }: Following): void {
  'use no memo'; // Lighter than what it would save.
  const intl = useIntl();
  const toast = useToast();
  const [, followAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!base || base === current || isRemoving.current || isRowOpen) return;
    const cancel = onceNotEdited(followAgain);
    if (cancel) return cancel;
    if (!current) {
      toast({ text: intl.formatMessage({ id: 'table.view_gone' }) });
      return on.onGone();
    }
    if (current.revision < base.revision) return;
    const [old, next] = [settingsOf(base), settingsOf(current)];
    const isUnchanged = isSameSettings(settings, old);
    if (isUnchanged || isSameSettings(next, old) || isSameSettings(next, settings)) on.setBase(current);
    if (isUnchanged) on.show(next, next.type === old.type && next.group.join() === old.group.join());
  });
}

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
  const { views, put, set, refresh, reload } = useListedViews(itemId, rendered.views);
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
  const isRemoving = useRef(false);
  useFollowing({ base, setBase, isRemoving, current, settings, isRowOpen, show, onGone: () => open(null) });
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
    refresh,
    /** Discards changes that were not saved. */
    reset() {
      if (current) setBase(current);
      show(current ? settingsOf(current) : { ...PLAIN, columns: settings.columns });
    },
    /** @throws the client's error; after it, the views are those of the server, and what is shown can be saved again */
    async save() {
      if (!base) return;
      try {
        const saved = await changeView(itemId, base, settings);
        setBase(saved);
        put(saved);
        refresh();
      } catch (error) {
        const theirs = await reload(base.id);
        if (theirs && failureOf(error)?.status === 409) setBase(theirs);
        throw error;
      }
    },
    /** Saves the shown settings as a new view, and opens it. @throws the client's error */
    async saveAs({ name, personal, type, group }: Pick<View, 'name' | 'personal' | 'type' | 'group'>) {
      const view = await createView(itemId, { ...settings, name, personal, type, group });
      put(view);
      open(view);
    },
    /** @throws the client's error */
    async rename({ name, personal }: { name: string; personal: boolean }) {
      if (!current) return;
      const renamed = await changeView(itemId, current, { name, personal });
      if (base?.revision === current.revision) setBase(renamed);
      put(renamed);
    },
    /** @throws the client's error */
    async remove() {
      if (!current) return;
      isRemoving.current = true;
      await deleteView(itemId, current.id).finally(() => {
        isRemoving.current = false;
      });
      open(null);
      set((known) => known.filter(({ id }) => id !== current.id));
    },
  };
}

export type ViewsControl = ReturnType<typeof useViews>;
