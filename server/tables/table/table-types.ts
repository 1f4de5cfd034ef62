import type { RollupFunction } from '#lib/fields/column-base.ts';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import type { FormulaReading } from '#lib/fields/conditions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';

/** A column of a user's table. */
export type TableColumn = {
  field: FieldDefinition;
  /** The name of the database column, or its key in `extra`; generated, never a user's text. */
  name: string;
  type: ValueType | null;
  revision: number;
  /** Its own type, and what that has beside the definition. */
  options: ColumnOptions;
  /** Of a lookup or rollup: what it reads. Absent where that is there no more, or a reader is not to compare rows by it. */
  linked?: LinkedSource;
  /** Of a lookup or rollup that reads nothing, since what it showed is there no more: the ids of the tables that it leads through. */
  through?: readonly string[];
  /**
   * Of a link by which a reader sorts or groups rows, or a lookup of links: the column that names the linked rows. Absent where they may not
   * read it, and elsewhere.
   */
  titles?: LinkedSource & { of: TableColumn };
};

/** Functions whose results have an order, or are a number. */
export type ComparedFunction = Exclude<RollupFunction, 'list'>;

/** What a lookup or rollup reads: by which links, and which column of the table where they end, unless it counts rows. */
export type LinkedSource = {
  link: LinkColumn;
  /** Where the linked table looks it up itself: by which links it continues there, from table to table. */
  more: readonly LinkColumn[];
  of: TableColumn | null;
  /** Where it reads the results of a rollup of the last table, of which `of` is a column then: what that rollup reads. */
  rolled?: { source: LinkedSource; function: ComparedFunction };
};

/** A column of links to rows of a table. */
export type LinkColumn = TableColumn & { options: { table: string; link: string } };

/** A user's table: what it belongs to, and its columns in order. */
export type Table = {
  item: Pick<ItemView, 'id' | 'hub_id' | 'space_id' | 'scope_id' | 'kind' | 'title' | 'is_outsider'>;
  columns: readonly TableColumn[];
  /** The columns' definitions, for the field engine. */
  fields: readonly FieldDefinition[];
  /** Columns that were deleted and can be restored: rows that are written retain what they have under these names. */
  deleted?: readonly {
    id: string;
    name: string;
    /** Of a link: the table that it leads to, which may still show it. */
    linked_table: string | null;
  }[];
  /** The country of phone numbers without a country code: the hub's. */
  country: string | null;
  /** How formulas read values: as people of the hub see them. */
  formulas: FormulaReading;
  /** Without columns that its reader may not see: what is beside the columns is not theirs either. */
  isShownInPart?: true;
  /** How many rows it had, where that was read with it. */
  rowCount?: number;
};
