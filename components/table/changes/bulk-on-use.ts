/** What is needed once all rows of a list are selected or were changed: loaded together, on use. */
export { BulkBar } from './BulkBar.tsx';
export { BulkProgress } from './BulkProgress.tsx';
export { undoBulk } from './bulk-acts.tsx';
