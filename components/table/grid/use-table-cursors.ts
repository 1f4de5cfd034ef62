import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import { subscribeToChangeEvents } from '#services/change-events.ts';
import { sendCursor } from '#services/table.ts';
import {
  cursorsByRow,
  type OtherCursor,
  type OtherCursors,
  REPEAT_MS,
  withCursor,
  withoutGone,
} from './other-cursors.ts';

/** How often a moving cursor is sent at most, in milliseconds. */
const PACE_MS = 300;

type Place = { row_id: string | null; column_id: string | null };
type Own = { tab: string; place: Place; timer: ReturnType<typeof setTimeout> | undefined };
const NOWHERE: Place = { row_id: null, column_id: null };
const NOBODY: OtherCursors = new Map();

/**
 * Where others are in a table, and where this page is, for them. Anybody who may not change the table tells nothing of
 * themselves; the holder of a link neither publishes nor receives.
 */
export function useTableCursors(itemId: string, mayChange: boolean) {
  const { viewer, hub } = useShell();
  const handle = viewer ? (hub?.domain_handle ?? null) : null;
  const [others, setOthers] = useState<OtherCursors>(NOBODY);
  const own = useRef<Own>({ tab: '', place: NOWHERE, timer: undefined });
  const isShown = mayChange && handle !== null;

  const send = useCallback(() => {
    const state = own.current;
    if (!isShown || !state.tab || state.timer || document.visibilityState === 'hidden') return;
    state.timer = setTimeout(() => {
      state.timer = undefined;
      sendCursor(itemId, { tab: state.tab, ...state.place });
    }, PACE_MS);
  }, [itemId, isShown]);

  useEffect(() => {
    if (handle === null) return;
    const state = own.current;
    state.tab = Math.random().toString(36).slice(2, 14);
    const stop = subscribeToChangeEvents(handle, {
      onChangeEvent: () => undefined,
      onCursor: ({ id, cursor }) => {
        if (id !== itemId || cursor.tab === state.tab) return;
        setOthers((known) => {
          const [next, isNew] = withCursor(known, cursor, Date.now());
          // Anybody who came does not know yet where this page is.
          if (isNew) queueMicrotask(send);
          return next;
        });
      },
    });
    send();
    const timer = setInterval(() => {
      setOthers((known) => withoutGone(known, Date.now()));
      send();
    }, REPEAT_MS);
    const leave = () => {
      if (isShown) sendCursor(itemId, { tab: state.tab, ...NOWHERE });
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', send);
    return () => {
      stop();
      leave();
      clearInterval(timer);
      clearTimeout(state.timer);
      state.timer = undefined;
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', send);
    };
  }, [handle, itemId, isShown, send]);

  const move = useCallback(
    (place: Place) => {
      const { row_id, column_id } = own.current.place;
      if (row_id === place.row_id && column_id === place.column_id) return;
      own.current.place = place;
      send();
    },
    [send],
  );

  /** Where a grid was is nobody's place any more, unless another grid of the page was entered meanwhile. */
  const leave = useCallback(
    (place: Place) => {
      const { row_id, column_id } = own.current.place;
      if (row_id === place.row_id && column_id === place.column_id) move(NOWHERE);
    },
    [move],
  );

  const before = useRef<ReadonlyMap<string, readonly OtherCursor[]>>(new Map());
  const byRow = useMemo(() => cursorsByRow(others, before.current), [others]);
  useEffect(() => {
    before.current = byRow;
  }, [byRow]);
  return useMemo(() => ({ byRow, move, leave }), [byRow, move, leave]);
}

export type TableCursors = ReturnType<typeof useTableCursors>;
