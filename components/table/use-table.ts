import { useCallback, useState } from 'react';
import type { Column, Row } from '#lib/contract/table.ts';
import { messageOf } from '#services/http.ts';
import { listColumns, listRows, ROW_PAGE_SIZE } from '#services/table.ts';
import type { TableData } from './table-data.ts';

/** What the rows are sorted by and searched for. */
export type TableQuery = { sort: string; q: string };

type TableState = TableData & { query: TableQuery; loading: boolean; error: string | null };

const ANY: TableQuery = { sort: '', q: '' };

/** A table's columns and rows on its page, as far as they were asked for. */
export function useTable(itemId: string, first: TableData) {
  const [rendered, setRendered] = useState(first);
  const [state, setState] = useState<TableState>({ ...first, query: ANY, loading: false, error: null });
  // The page was rendered anew: what it begins with is as it is now, while nothing more was asked for.
  if (rendered !== first) {
    setRendered(first);
    const isElsewhere = state.asked?.id !== first.asked?.id;
    if (isElsewhere) setState({ ...state, ...first, query: ANY });
    else if (state.query === ANY && state.rows.length <= first.rows.length + 1)
      setState({ ...state, ...first });
  }

  const ask = useCallback(
    async (query: TableQuery, from: { after?: string; before?: string } = {}, columns?: Column[]) => {
      setState((before) => ({ ...before, query, loading: true, error: null }));
      try {
        const page = await listRows(itemId, {
          ...(query.sort ? { sort: query.sort } : {}),
          ...(query.q ? { q: query.q } : {}),
          ...from,
        });
        setState((before) => ({
          ...before,
          columns: columns ?? before.columns,
          rows: from.after
            ? [...before.rows, ...page.data]
            : from.before
              ? [...page.data, ...before.rows]
              : page.data,
          next: from.before ? before.next : (page.next ?? null),
          previous: from.after ? before.previous : (page.previous ?? null),
          count: page.count ?? null,
          loading: false,
        }));
      } catch (error) {
        setState((before) => ({ ...before, loading: false, error: messageOf(error) }));
      }
    },
    [itemId],
  );

  const { query } = state;
  const reload = useCallback(async () => {
    const columns = await listColumns(itemId).catch(() => undefined);
    await ask(query, {}, columns);
  }, [itemId, ask, query]);

  /** Shows what others did, where the reader has asked for no more than the first page. */
  const refresh = async () => {
    if (state.query !== ANY || state.loading || state.rows.length > ROW_PAGE_SIZE) return;
    const { asked } = state;
    const place = asked && !asked.gone ? { around: asked.id } : {};
    const answers = await Promise.all([listColumns(itemId), listRows(itemId, place)]).catch(() => null);
    // A brief network failure changes nothing.
    if (!answers) return;
    const [columns, page] = answers;
    setState((before) =>
      before.query === ANY && before.rows.length <= ROW_PAGE_SIZE
        ? {
            ...before,
            columns,
            rows: page.data,
            next: page.next ?? null,
            previous: page.previous ?? null,
            count: page.count ?? null,
          }
        : before,
    );
  };

  const counted = (before: TableState, more: number) =>
    before.count === null ? null : Math.max(0, before.count + more);

  return {
    ...state,
    reload,
    refresh,
    more: () => ask(state.query, state.next ? { after: state.next } : {}),
    earlier: () => ask(state.query, state.previous ? { before: state.previous } : {}),
    look: (wanted: Partial<TableQuery>) => ask({ ...state.query, ...wanted }),
    /** Shows a row that was added or changed. */
    put: (row: Row) =>
      setState((before) =>
        before.rows.some(({ id }) => id === row.id)
          ? { ...before, rows: before.rows.map((one) => (one.id === row.id ? row : one)) }
          : { ...before, rows: [...before.rows, row], count: counted(before, 1) },
      ),
    /** Puts a row back where it was. */
    putBack: (row: Row, at: number) =>
      setState((before) => ({
        ...before,
        rows: before.rows.toSpliced(at, 0, row),
        count: counted(before, 1),
      })),
    drop: (id: string) =>
      setState((before) => ({
        ...before,
        rows: before.rows.filter((one) => one.id !== id),
        count: counted(before, -1),
      })),
  };
}
