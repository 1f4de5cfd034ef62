import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { GridColumn } from './columns/grid-columns.ts';
import type { TableControl } from './rows/use-table.ts';

/** All rows of a list are changed or deleted. */
export type BulkDialog = {
  dialog: 'edit all' | 'delete all';
  rows: Pick<TableControl, 'query' | 'refresh'>;
  onMade: () => void;
};

/** The rows of selected cards are changed. */
export type EditRowsDialog = { dialog: 'edit rows'; rows: readonly Row[]; onMade: () => void };

/** The dialog that is open over a table; with null for a new row or column. */
export type TableDialog =
  | { dialog: 'row'; row: Row }
  /** A new row, with what is known of it. */
  | { dialog: 'row'; row: null; values?: Values }
  | { dialog: 'column'; column: WireColumn | null }
  | { dialog: 'delete column'; column: WireColumn }
  /** Rows of another table are chosen for a cell. */
  | { dialog: 'links'; row: Row; column: GridColumn }
  | BulkDialog
  | EditRowsDialog
  | { dialog: 'deleted rows' }
  | { dialog: 'shortcuts' }
  | { dialog: 'imports' }
  | { dialog: 'export' }
  /** With a file that was chosen, or even sent, already. */
  | { dialog: 'import'; file?: File; prepared?: string };
