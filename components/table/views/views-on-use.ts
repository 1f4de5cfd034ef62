/** What is needed once the open view is saved, or others change views: loaded together, on use. */
export { followView } from './follow-view.tsx';
export { saveView } from './view-acts.ts';
export { refreshViews } from './view-loading.ts';
