import type { TableCursor } from '#lib/contract/table-cursor.ts';

/** Somebody else in the table, by the pages that they have open there. */
export type OtherCursor = TableCursor & { seenAt: number };
export type OtherCursors = ReadonlyMap<string, OtherCursor>;

/** A page tells where it is this often, though nothing moves; one that is silent for longer counts as closed. Milliseconds. */
export const REPEAT_MS = 15_000;
export const GONE_MS = 40_000;

const keyOf = ({ user, tab }: TableCursor) => `${user.id} ${tab}`;

/** The cursors after somebody moved. @returns whether that page was not known before, too */
export function withCursor(known: OtherCursors, cursor: TableCursor, now: number): [OtherCursors, boolean] {
  const key = keyOf(cursor);
  const isNew = !known.has(key);
  return [new Map(known).set(key, { ...cursor, seenAt: now }), isNew];
}

/** Those that were received lately; the same map where none was removed. */
export function withoutGone(known: OtherCursors, now: number): OtherCursors {
  const left = [...known].filter(([, { seenAt }]) => now - seenAt < GONE_MS);
  return left.length === known.size ? known : new Map(left);
}

/** Anybody who is at a row, or a cell of it, by row: each list is the same one until something of it changes. */
export function cursorsByRow(
  known: OtherCursors,
  before: ReadonlyMap<string, readonly OtherCursor[]>,
): ReadonlyMap<string, readonly OtherCursor[]> {
  const byRow = Map.groupBy(
    [...known.values()].filter(({ row_id }) => row_id !== null),
    ({ row_id }) => row_id ?? '',
  );
  const isSame = (one: readonly OtherCursor[], other: readonly OtherCursor[] | undefined) =>
    other?.length === one.length &&
    one.every((cursor, at) => {
      const was = other[at];
      return was && keyOf(was) === keyOf(cursor) && was.column_id === cursor.column_id;
    });
  return new Map(
    [...byRow].map(([row, cursors]) => {
      const was = before.get(row);
      return [row, was && isSame(cursors, was) ? was : cursors];
    }),
  );
}
