/** What actions that read texts or write many cells consist of: loaded after the page (`use-action-queue.tsx`). */
export { valueOfText } from '../cells/parse-cell.ts';
export { clearCells, emptyCut } from './cut-files.ts';
export { fill, fillDown, fillRight, fillSeries } from './fill-range.ts';
export { paste, pasteFitting, pasteWithColumns } from './paste-cells.ts';
