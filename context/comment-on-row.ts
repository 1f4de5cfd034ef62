import { createContext } from 'react';

/** Begins a comment on a row of the table that the page shows; null where the reader may not comment. */
export const CommentOnRow = createContext<((rowId: string) => void) | null>(null);
