import type { InsertType, SelectType } from 'kysely';

/**
 * A column of the migrated database; `tests/api/schema-types.test.ts` generates one for each, and imports the
 * rest.
 */
export type DatabaseColumn = {
  /** The type that the driver returns, where it is not null. */
  read: unknown;
  /** The types that the driver accepts to write it. */
  write: unknown;
  isNullable: boolean;
  /** Whether an insert must contain it, may omit it, or must not contain it. */
  insert: 'required' | 'optional' | 'never';
  /** The values that a check constraint allows; never where there is none. */
  values: string;
};

type Names<T> = Extract<keyof T, string>;
type IsNever<T> = [T] extends [never] ? true : false;
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** A column's type for inserts: in Kysely, nullable columns and those with undefined may be omitted. */
type InsertOf<Type> =
  IsNever<InsertType<Type>> extends true
    ? 'never'
    : null extends InsertType<Type>
      ? 'optional'
      : undefined extends InsertType<Type>
        ? 'optional'
        : 'required';

type ColumnDifferences<Name extends string, Type, Column extends DatabaseColumn> =
  | ([NonNullable<SelectType<Type>>] extends [Column['read']] ? never : `${Name} is read as another type`)
  | ([NonNullable<InsertType<Type>>] extends [Column['write']] ? never : `${Name} is written as another type`)
  | (IsSame<null extends SelectType<Type> ? true : false, Column['isNullable']> extends true
      ? never
      : `${Name} is ${Column['isNullable'] extends true ? 'nullable' : 'not nullable'}`)
  | (IsSame<InsertOf<Type>, Column['insert']> extends true
      ? never
      : `${Name} is ${Column['insert']} in inserts`)
  | (IsNever<Column['values']> extends true
      ? never
      : IsSame<NonNullable<SelectType<Type>>, Column['values']> extends true
        ? never
        : `${Name} takes other values`);

type Tables = Record<string, Record<string, DatabaseColumn>>;

/** For a column of a table: messages, or never where the type describes the column. */
export type ColumnDifference<
  Schema,
  Database extends Tables,
  Table extends Names<Database>,
  Column extends Names<Database[Table]>,
> = Table extends keyof Schema
  ? Column extends keyof Schema[Table]
    ? ColumnDifferences<`${Table}.${Column}`, Schema[Table][Column], Database[Table][Column]>
    : `${Table}.${Column} is missing in the types`
  : never;

/** For a table of the database: columns that only its type has, or that it has no type. */
export type TableDifference<
  Schema,
  Database extends Tables,
  Table extends Names<Database>,
> = Table extends keyof Schema
  ? Without<Table, Exclude<Names<Schema[Table]>, Names<Database[Table]>>>
  : `${Table} is missing in the types`;

type Without<Table extends string, Column extends string> = Column extends string
  ? `${Table}.${Column} is missing in the database`
  : never;

/** Tables that only the types have. */
export type SchemaDifference<Schema, Database extends Tables> =
  Exclude<Names<Schema>, Names<Database>> extends infer Table
    ? Table extends string
      ? `${Table} is missing in the database`
      : never
    : never;
