import type { Row } from '#lib/contract/table.ts';
import { valuesOf } from '../cells/cell-text.ts';

/** A row of another table; without a title it is one that the reader may not see. */
export type LinkedRow = { id: string; title: string | null };

/** The rows that a cell links to. */
export const linkedRows = (row: Row, value: unknown): LinkedRow[] =>
  valuesOf(value).map((one) => {
    const id = String(one);
    const linked = row.linked?.[id];
    return { id, title: linked && 'title' in linked ? linked.title : null };
  });
