import dynamic from 'next/dynamic';

// Parts of a table that the server renders and few tables have. The page of an item has this file itself: of what is only within
// parts that are loaded later, the build does not tell the page which files it needs before it hydrates.

/** Where the rows are not one grid. */
export const OtherLayouts = dynamic(() => import('./OtherLayouts.tsx').then((file) => file.OtherLayouts));

/** Loads their code ahead. */
export const loadOtherLayouts = () => import('./OtherLayouts.tsx');

/** For views with a footer. */
export const TableFooter = dynamic(() => import('./views/TableFooter.tsx').then((file) => file.TableFooter));
