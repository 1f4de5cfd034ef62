import type { Column, Row } from '#lib/contract/table.ts';

/** The dialog that is open over a table; with null for a new row or column. */
export type TableDialog =
  | { dialog: 'row'; row: Row | null }
  | { dialog: 'column'; column: Column | null }
  | { dialog: 'delete column'; column: Column }
  | { dialog: 'import' };
