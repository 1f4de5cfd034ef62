import { useCallback, useRef, useState } from 'react';
import { messageOf } from '#services/http.ts';
import { getSheetRows } from '#services/item.ts';
import type { PreviewSheet, SheetRow } from './item-preview.ts';

/** Rows shown at first. */
const FIRST = 100;
/** Rows that a preview holds of each sheet. */
const KEPT = 200;
/** A place nearer to the end of what is loaded than this has what follows it loaded too. */
const AHEAD = 100;

/** Rows of a sheet without a gap: those numbered from `from` on and before `to`. */
type Loaded = { rows: SheetRow[]; from: number; to: number; hasMore: boolean };

/** The head of a sheet, and the rows below it that its preview holds. */
function rowsOf({ rows, numbers }: PreviewSheet): { head: SheetRow; rows: SheetRow[] } {
  const [head = { number: 1, cells: [] }, ...others] = rows.map((cells, at) => ({
    number: numbers?.[at] ?? at + 1,
    cells,
  }));
  return { head, rows: others };
}

/** What is shown before anything is asked for. */
function atFirst(sheet: PreviewSheet): Loaded {
  const { head, rows } = rowsOf(sheet);
  const shown = rows.slice(0, FIRST);
  const last = shown.at(-1) ?? head;
  const hasMore = rows.length > shown.length || (sheet.has_more ?? sheet.rows.length >= KEPT);
  return { rows: shown, from: head.number + 1, to: last.number + 1, hasMore };
}

/** The rows of one sheet as far as they are asked for, from any place in it. */
export function useSheetRows(itemId: string, sheet: PreviewSheet, at: number) {
  const [state, setState] = useState({ sheet, at, loaded: atFirst(sheet) });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ sheet: PreviewSheet; at: number; message: string } | null>(null);
  const latest = useRef(0);
  if (state.sheet !== sheet || state.at !== at) {
    setState({ sheet, at, loaded: atFirst(sheet) });
    // What failed is not told of when one comes back either.
    setProblem(null);
  }
  const { loaded } = state;
  const { head } = rowsOf(sheet);

  const load = useCallback(
    async (work: () => Promise<Loaded>) => {
      latest.current += 1;
      const turn = latest.current;
      const isShown = (now: { sheet: PreviewSheet; at: number }) => now.sheet === sheet && now.at === at;
      setBusy(true);
      setProblem(null);
      try {
        const next = await work();
        // Another sheet may have been chosen meanwhile: these are none of its rows.
        if (turn === latest.current) setState((now) => (isShown(now) ? { ...now, loaded: next } : now));
      } catch (error) {
        if (turn === latest.current) setProblem({ sheet, at, message: messageOf(error) });
      } finally {
        if (turn === latest.current) setBusy(false);
      }
    },
    [sheet, at],
  );

  const after = useCallback(
    async (before: Loaded): Promise<Loaded> => {
      const page = await getSheetRows(itemId, at, before.to);
      const rows = page.rows.filter(({ number }) => number >= before.to);
      return { ...before, rows: [...before.rows, ...rows], to: page.to, hasMore: page.has_more };
    },
    [itemId, at],
  );

  /** Shows a row with those around it, wherever it is. */
  const show = useCallback(
    (row: number) =>
      load(async () => {
        const page = await getSheetRows(itemId, at, row);
        const rows = page.rows.filter(({ number }) => number > head.number);
        const found = { rows, from: page.from, to: page.to, hasMore: page.has_more };
        return found.hasMore && found.to - row < AHEAD ? after(found) : found;
      }),
    [itemId, at, head.number, load, after],
  );

  return {
    ...loaded,
    ...{ head, busy, show },
    // One of a sheet that was left meanwhile is none of this one's.
    problem: problem?.sheet === sheet && problem.at === at ? problem.message : null,
    hasEarlier: loaded.from > head.number + 1,
    more: () => load(() => after(loaded)),
    earlier: () =>
      load(async () => {
        const page = await getSheetRows(itemId, at, loaded.from - 1);
        const rows = page.rows.filter(({ number }) => number > head.number && number < loaded.from);
        return { ...loaded, rows: [...rows, ...loaded.rows], from: page.from };
      }),
  };
}
