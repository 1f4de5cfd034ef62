/** What a grid needs where others work in its table: loaded together, when the browser is idle. */
export { OtherCursors } from './OtherCursors.tsx';
export { RowInPlace } from './RowInPlace.tsx';
