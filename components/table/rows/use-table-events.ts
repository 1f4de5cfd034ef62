import { useRef } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { WireColumn } from '#lib/contract/table.ts';

/** Whether a table shows rows of another one, however many tables lie between. */
const showsRowsOf = (columns: readonly WireColumn[], id: string): boolean =>
  columns.some(
    ({ table, shown_as, reads }) => table === id || shown_as?.table === id || reads?.includes(id) === true,
  );

/** Runs where others change a table, or one whose rows it shows: once for all events that come together. */
export function useTableEvents(itemId: string, columns: readonly WireColumn[], onChange: () => void): void {
  'use no memo'; // Lighter than what it would save.
  const { hub } = useShell();
  const isPlanned = useRef(false);
  const plan = () => {
    if (isPlanned.current) return;
    isPlanned.current = true;
    queueMicrotask(() => {
      isPlanned.current = false;
      onChange();
    });
  };
  useChangeEvents(
    hub?.domain_handle ?? null,
    ({ about, id }) => {
      if (id === itemId || (about === 'item' && showsRowsOf(columns, id))) plan();
    },
    plan,
  );
}
