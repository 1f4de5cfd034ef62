import { type RawBuilder, sql } from 'kysely';
import { columnRef, type TableColumn, typeSql } from '../table/table.ts';

type Part = RawBuilder<unknown>;

/** The part of a long text that it is sorted by: the cursor contains it. */
const TEXT_KEY = 100;

const shortText = (text: Part): Part => sql`left(${text}, ${sql.lit(TEXT_KEY)})`;

/** The part of a text by which it is sorted, and found in an index. */
export const shortKey = (text: Part): Part => sql`${shortText(text)} collate natural_order`;

/** By what a filter finds rows `of`, and what an index for it contains: short, whatever a cell has. */
export function filterKeyOf(column: TableColumn, of = 'r'): Part {
  const ref = columnRef(column, of);
  return column.type === 'text' ? shortKey(ref) : ref;
}

/** What rows are sorted by in a column. */
export type ColumnOrder = {
  /** Of rows `of`: what is compared, and what an index contains. */
  own: (of?: string) => Part;
  /** What a cursor has of row `r`, as text. */
  cursorKey: Part;
  /** The same as `own`, of what a cursor has. */
  ofCursor: (key: string) => Part;
};

export function columnOrder(column: TableColumn): ColumnOrder {
  const ref = columnRef(column, 'r');
  if (column.type === 'text')
    return {
      own: (of) => filterKeyOf(column, of),
      cursorKey: shortText(ref),
      ofCursor: (key) => sql`${key}::text`,
    };
  return {
    own: (of) => columnRef(column, of ?? 'r'),
    cursorKey: sql`${ref}::text`,
    ofCursor: (key) => sql`${key}::text::${typeSql(column.type ?? 'text')}`,
  };
}
