/** What is needed once the open view is saved, or others change views: loaded together, on use. */

export { saveView } from './change-views.ts';
export { followView } from './follow-view.tsx';
export { refreshViews } from './view-loading.ts';
