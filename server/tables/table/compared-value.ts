import { type RawBuilder, sql } from 'kysely';
import type { TableColumn } from './table.ts';

/** Whether values that differ in case alone are the same: mail addresses are. */
export const isCaseless = ({ field }: Pick<TableColumn, 'field'>): boolean => field.type === 'email';

/** A value of the column as it is compared with others, in SQL. */
export const comparedValue = (
  column: Pick<TableColumn, 'field'>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> => (isCaseless(column) ? sql`lower(${value})` : value);

/** The part of a long text by which an index finds it. */
const START = 100;

/** What an index has of a value that is compared with others: of a text its first characters, so that no cell is too long for it. */
export const comparedStart = (
  column: Pick<TableColumn, 'field' | 'type'>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  column.type === 'text'
    ? sql`left(${comparedValue(column, value)}, ${sql.lit(START)})`
    : comparedValue(column, value);
