import { useState } from 'react';
import type { Row } from '#lib/contract/table.ts';

/** A row as it was moved, and since when that is stored; null before it is. */
type MovedRow = { row: Row; storedAt: number | null };

/**
 * Rows that were moved here: they are where they were moved to until rows are loaded that were read after that was stored. What is
 * loaded while they are being stored has them where they were before.
 * @param begun when the request for the loaded rows began, by the clock of the page
 */
export function useMovedRows(begun: number) {
  const [moved, setMoved] = useState<ReadonlyMap<string, MovedRow>>(new Map());
  const later = [...moved.values()].filter(({ storedAt }) => storedAt === null || storedAt >= begun);
  const ids = new Set(later.map(({ row }) => row.id));
  const last = [...moved.keys()].at(-1);
  const withoutMoved = (rows: readonly Row[]) => rows.filter(({ id }) => !ids.has(id));
  return {
    /** The loaded rows with those that were moved: the last of them comes first, so that it is seen on a full day. */
    withMoved(rows: readonly Row[]): Row[] {
      const all = [...withoutMoved(rows), ...later.map(({ row }) => row)];
      return all.toSorted((one, other) => Number(other.id === last) - Number(one.id === last));
    },
    withoutMoved,
    show: (row: Row) =>
      setMoved((before) => {
        const next = new Map(before);
        next.delete(row.id);
        return next.set(row.id, { row, storedAt: null });
      }),
    /** A row was stored as it is shown. */
    markStored: (row: Row) =>
      setMoved((before) => new Map(before).set(row.id, { row, storedAt: performance.now() })),
    /** A row is where it was loaded again. */
    takeBack: (id: string) =>
      setMoved((before) => {
        const next = new Map(before);
        next.delete(id);
        return next;
      }),
  };
}

export type MovedRows = ReturnType<typeof useMovedRows>;
