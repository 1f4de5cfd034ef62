import type { ColumnType, JSONColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | string, Date | string>;
/** Defaults to the time of the insert. */
export type TimeNow = ColumnType<Date, Date | string | undefined, Date | string>;
/** JSON that an insert may leave out. */
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>;
