import { createContext, type ReactNode } from 'react';

/** Begins a comment on a row of the table that the page shows; null where the reader may not comment. */
export const CommentOnRow = createContext<((rowId: string) => void) | null>(null);

/** The comments on a row, for its page, and whether the panel of all comments is open beside it; null for who takes no part in them. */
export const RowCommentsContext = createContext<{
  of: (rowId: string) => ReactNode;
  isPanelOpen: boolean;
} | null>(null);
