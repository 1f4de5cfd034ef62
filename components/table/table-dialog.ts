import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { BulkDialog, EditRowsDialog } from './changes/bulk-dialog.ts';
import type { GridColumn } from './columns/grid-columns.ts';

/** The dialog that is open over a table; with null for a new row or column. */
export type TableDialog =
  /** The page of a row; with the name of the column whose field has the focus first. */
  | { dialog: 'row'; row: Row; field?: string }
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
