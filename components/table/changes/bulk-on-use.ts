/** What is needed once several rows are selected, or all were changed: loaded together, on use. */
export { BulkBar } from './BulkBar.tsx';
export { BulkProgress } from './BulkProgress.tsx';
export { undoBulk } from './bulk-undo.tsx';
export { SelectionBar } from './SelectionBar.tsx';
