import type { Row } from '#lib/contract/table.ts';
import type { RowPage } from '#services/table.ts';
import { PAGE_SIZE, reuseUnchanged, rowsBetween, withRetries } from './row-pages.ts';
import { isSameQuery, type TableQuery } from './row-queries.ts';
import {
  addPage,
  evictFar,
  type MissingPage,
  missingPage,
  NO_ROWS,
  type RowPlace,
  type RowWindow,
} from './row-window.ts';

/** Loads one page of rows. @throws ListError, which says whether another try may help */
export type LoadRows = (
  query: TableQuery,
  place: RowPlace,
  size: number,
  signal: AbortSignal,
) => Promise<RowPage>;

export type RowListState = {
  window: RowWindow;
  /** What was asked for last. */
  query: TableQuery;
  /** The rows are still those of the query before: the first ones of this one are not there. */
  isFormer: boolean;
  /** Changes where the rows are those of another query: the screen begins at its top again. */
  list: number;
  isLoading: boolean;
  /** The failure of the latest request, until it is retried. */
  error: string | null;
  /** The rows could not be read again: others may have changed them since. */
  isOutdated: boolean;
};

export type RowStore = ReturnType<typeof createRowStore>;

type Range = { from: number; to: number };

type RequestEvents = {
  onStart: () => void;
  /** It is done, and no other one took its place. */
  onDone: () => void;
  onFailure: (error: unknown) => void;
};

/** One request at a time, for a range of rows: another one takes its place. */
function createSingleRequest({ onStart, onDone, onFailure }: RequestEvents) {
  let running: (Range & { controller: AbortController }) | null = null;
  return {
    running: (): Range | null => running,
    async run(range: Range, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
      const own = { ...range, controller: new AbortController() };
      running = own;
      onStart();
      try {
        await work(own.controller.signal);
      } catch (error) {
        if (running !== own) return;
        running = null;
        onFailure(error);
        return;
      }
      if (running !== own) return;
      running = null;
      onDone();
    },
    stop() {
      running?.controller.abort();
      running = null;
    },
  };
}

/**
 * Reads the rows from one index to before another again, page by page; null after a failure: what is shown stays.
 * @param known the rows as they are once a page is there: those that were changed meanwhile stay
 */
async function readAgain(
  known: () => RowWindow,
  from: number,
  to: number,
  load: (page: number) => Promise<RowPage>,
): Promise<RowWindow | null> {
  let fresh = NO_ROWS;
  for (let offset = from; offset < to; offset += PAGE_SIZE) {
    const page = await load(offset / PAGE_SIZE + 1).catch(() => null);
    if (!page) return null;
    fresh = addPage(fresh, offset, { ...page, data: reuseUnchanged(known(), page.data) });
    if (!page.next) break;
  }
  return fresh;
}

/** The range from the beginning of the page that the first row is on. */
const wholePages = ({ from, to }: Range): Range => {
  const begin = Math.floor(from / PAGE_SIZE) * PAGE_SIZE;
  return { from: begin, to: Math.max(to, begin + 1) };
};

/** What is shown instead of a change. @param isOwnMove rows were added or removed here */
export type AdjustRows = (change: Partial<RowListState>, isOwnMove: boolean) => { window?: RowWindow };

const IDLE = { isFormer: false, isLoading: false, error: null, isOutdated: false };

/** What the screen shows of a list of rows, and who listens to its changes. */
function createListState(query: TableQuery, window: RowWindow) {
  let state: RowListState = { ...IDLE, window, query, list: 0 };
  const listeners = new Set<() => void>();
  let adjust: AdjustRows | null = null;
  return {
    state: () => state,
    set(change: Partial<RowListState>, isOwnMove = false): void {
      state = { ...state, ...change, ...adjust?.(change, isOwnMove) };
      for (const listener of listeners) listener();
    },
    /** What is loaded or changed is shown as this makes it; null for as it is. */
    adjustBy(next: AdjustRows | null): void {
      adjust = next;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * The rows of a table that are known in the browser. One request at a time: for what is looked at now; a request for
 * what is not looked at any more is aborted.
 */
export function createRowStore(query: TableQuery, first: RowWindow, load: LoadRows) {
  const { state, set, subscribe, adjustBy } = createListState(query, first);
  let wanted = extentOf(first);
  /** The first rows of a query are awaited: until then, nothing else is loaded. */
  let awaitsFirst = false;
  let freshness: 'fresh' | 'stale' | 'reading again' = 'fresh';
  /** Counts rows that were added or removed here: a page that was requested before has other indexes. */
  let moves = 0;

  const loadPage = (place: RowPlace, size: number, signal: AbortSignal, requested = state().query) =>
    withRetries(() => load(requested, place, size, signal), signal);
  const requests = createSingleRequest({
    onStart: () => set({ isLoading: true, error: null }),
    onDone: () => {
      set({ isLoading: false });
      void proceed();
    },
    onFailure: (error) => set({ isLoading: false, error: messageOf(error) }),
  });

  const loadMissing = ({ offset, size, place }: MissingPage) =>
    requests.run({ from: offset, to: offset + size }, async (signal) => {
      const before = moves;
      const page = await loadPage(place, size, signal);
      if (signal.aborted || moves !== before) return;
      const begin = place.before ? offset + size - page.data.length : offset;
      set({ window: evictFar(addPage(state().window, begin, page), wanted.from) });
    });
  const loadFirst = () => {
    requests.stop();
    awaitsFirst = true;
    freshness = 'fresh';
    return requests.run({ from: 0, to: PAGE_SIZE }, async (signal) => {
      const before = moves;
      const page = await loadPage({ page: 1 }, PAGE_SIZE, signal);
      if (signal.aborted || moves !== before) return;
      awaitsFirst = false;
      wanted = { from: 0, to: Math.min(page.data.length, PAGE_SIZE) };
      set({ ...IDLE, isLoading: true, window: addPage(NO_ROWS, 0, page), list: state().list + 1 });
    });
  };
  /** Reads again what is looked at; from the first row on where the list ends before that, or what is shown is of the query before. */
  const loadAgain = () => {
    freshness = 'reading again';
    const { from, to } = wholePages(wanted);
    return requests.run({ from, to }, async (signal) => {
      const before = moves;
      const read = (page: number) => loadPage({ page }, PAGE_SIZE, signal);
      const fresh = await readAgain(() => state().window, from, to, read);
      if (signal.aborted) return;
      if (fresh ? fresh.rows.size === 0 && from > 0 : state().isFormer) return void loadFirst();
      freshness = freshness === 'stale' || moves !== before ? 'stale' : 'fresh';
      if (moves !== before) return;
      const isFormer = state().isFormer && freshness !== 'fresh';
      set(fresh === null ? { isOutdated: true } : { window: fresh, isOutdated: false, isFormer });
    });
  };
  function proceed(): Promise<void> | undefined {
    const running = requests.running();
    if (running) {
      const isWanted = running.from < wanted.to && running.to > wanted.from;
      if (awaitsFirst || isWanted || wanted.from === wanted.to) return undefined;
      requests.stop();
      // What is looked at now was not read again.
      if (freshness === 'reading again') freshness = 'stale';
    }
    // A failure is shown with a retry, and nothing else is tried by itself.
    if (state().error !== null) return undefined;
    if (awaitsFirst) return loadFirst();
    if (freshness === 'stale') return loadAgain();
    const missing = missingPage(state().window, wanted.from, wanted.to, PAGE_SIZE);
    if (!missing && state().isLoading) set({ isLoading: false });
    return missing ? loadMissing(missing) : undefined;
  }

  return {
    state,
    subscribe,
    /** The rows from one index to before another are looked at. */
    want(from: number, to: number) {
      if (wanted.from === from && wanted.to === to) return;
      wanted = { from, to };
      void proceed();
    },
    /** Shows the rows of another query from the first one, or where the screen is. */
    look(next: TableQuery, isSamePlace = false): Promise<void> {
      set({ query: next, isFormer: state().isFormer || !isSameQuery(next, state().query) });
      return isSamePlace ? this.refresh() : loadFirst();
    },
    /** Loads the rows from the first one again. */
    reload: loadFirst,
    /** Loads again what failed. */
    retry() {
      set({ error: null });
      void proceed();
    },
    /** Others changed something: reads again what is looked at. */
    async refresh(): Promise<void> {
      freshness = 'stale';
      if (!requests.running()) await proceed();
    },
    adjustBy,
    /** A change that was made here. @param isMove rows were added or removed */
    change(act: (window: RowWindow) => RowWindow, isMove = false) {
      if (isMove) moves += 1;
      set({ window: act(state().window) }, isMove);
    },
    /** Replaces everything by what the server rendered. */
    show(window: RowWindow, shown: TableQuery) {
      requests.stop();
      awaitsFirst = false;
      wanted = extentOf(window);
      set({ ...IDLE, window, query: shown, list: state().list + 1 });
    },
    /** The rows from one index to before another, for what is done with many at once. @throws ListError */
    read: (from: number, to: number, signal = new AbortController().signal): Promise<Row[]> =>
      rowsBetween(state().window, from, to, (place, size) => loadPage(place, size, signal)),
    close: requests.stop,
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is looked at until the screen says it more exactly: all rows that came with the page. */
const extentOf = ({ rows }: RowWindow) =>
  rows.size === 0 ? { from: 0, to: 0 } : { from: Math.min(...rows.keys()), to: Math.max(...rows.keys()) + 1 };
