/** What stands above the rows now and then: loaded together, when the browser is idle. */
export { UnsavedCells } from './changes/UnsavedCells.tsx';
export { ChangingColumns } from './columns/ChangingColumns.tsx';
export { ImportBar } from './import/ImportBar.tsx';
export { OutdatedRows } from './OutdatedRows.tsx';
