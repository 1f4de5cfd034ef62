/** What shows comments: loaded together, on use. */
export { default as CommentsPanel } from './CommentsPanel.tsx';
export { default as RowComments } from './RowComments.tsx';
