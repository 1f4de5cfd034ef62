import type { Row } from '#lib/contract/table.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { PeopleByName } from '../cells/parse-cell.ts';
import type { Range } from '../cells/selection.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { ShownOf } from './fill-cells.ts';
import type { PasteProblem } from './pasted-values.ts';
import type { PastePlan } from './plan-paste.ts';

/** What a paste came to: shown where something of it was not stored. */
export type PasteReport = {
  pasted: number;
  added: number;
  problems: PasteProblem[];
  /** New rows that were refused, with all that was to be in them. */
  notAdded: { row: number; cells: Pick<PasteProblem, 'name' | 'label' | 'text'>[] }[];
  beyond: number;
};

/** Where cells are pasted or filled, as it was when somebody did it, and what shows how that went. */
export type GridActionContext = {
  itemId: string;
  table: TableControl;
  changes: TableChanges;
  columns: readonly GridColumn[];
  /** The selected cells. */
  range: Range;
  people: PeopleByName;
  writtenIn: InputFormat;
  shownOf: ShownOf;
  textOf: (row: Row, column: GridColumn, value: unknown) => string;
  /** The rows from one index to another, which is left out; they are read where they are not loaded. */
  rowsOf: (from: number, to: number) => Promise<Row[]>;
  tooMany: () => void;
  failed: (error: unknown) => void;
  report: (report: PasteReport) => void;
  /** Asks what becomes of columns that are not there; null where that was said. */
  askForColumns: (plan: PastePlan | null) => void;
};
