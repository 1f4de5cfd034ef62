import { useCallback, useRef, useState } from 'react';
import { messageOf } from '#services/http.ts';
import { getSheetRows } from '#services/item.ts';
import type { PreviewSheet, SheetRow } from './item-preview.ts';

/** Rows that are shown at first. */
const FIRST = 100;
/** Rows per sheet in a preview. */
const STORED_ROWS = 200;
/** If a row is nearer to the end of the loaded rows than this, the following rows are loaded, too. */
const AHEAD = 100;

/** A gapless part of a sheet: the rows numbered from `from` up to, but not including, `to`. */
type Loaded = { rows: SheetRow[]; from: number; to: number; hasMore: boolean };

/** The header of a sheet, and its rows in the preview. */
function rowsOf({ rows, numbers }: PreviewSheet): { head: SheetRow; rows: SheetRow[] } {
  const [head = { number: 1, cells: [] }, ...others] = rows.map((cells, at) => ({
    number: numbers?.[at] ?? at + 1,
    cells,
  }));
  return { head, rows: others };
}

/** The rows that are shown before any request. */
function atFirst(sheet: PreviewSheet): Loaded {
  const { head, rows } = rowsOf(sheet);
  const shown = rows.slice(0, FIRST);
  const last = shown.at(-1) ?? head;
  const hasMore = rows.length > shown.length || (sheet.has_more ?? sheet.rows.length >= STORED_ROWS);
  return { rows: shown, from: head.number + 1, to: last.number + 1, hasMore };
}

/** The loaded rows of one sheet, from any position in it. */
export function useSheetRows(itemId: string, sheet: PreviewSheet, at: number) {
  const [state, setState] = useState({ sheet, at, loaded: atFirst(sheet) });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ sheet: PreviewSheet; at: number; message: string } | null>(null);
  const latest = useRef(0);
  if (state.sheet !== sheet || state.at !== at) {
    setState({ sheet, at, loaded: atFirst(sheet) });
    // An error is not shown again after returning to its sheet.
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
        // Another sheet may have been opened meanwhile: these rows don't belong to it.
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

  /** Shows a row with those around it, wherever it is in the sheet. */
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
    // An error of a sheet that was left meanwhile is not shown here.
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
