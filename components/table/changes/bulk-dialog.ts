import type { Row } from '#lib/contract/table.ts';
import type { TableControl } from '../rows/use-table.ts';

/** All rows of a list are changed or deleted. */
export type BulkDialog = {
  dialog: 'edit all' | 'delete all';
  rows: Pick<TableControl, 'query' | 'refresh'>;
  onMade: () => void;
};

/** The rows of selected cards are changed. */
export type EditRowsDialog = { dialog: 'edit rows'; rows: readonly Row[]; onMade: () => void };
