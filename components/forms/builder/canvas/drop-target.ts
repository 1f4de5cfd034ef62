import { createContext, useContext } from 'react';

/** The element before which a new one would be inserted, while it is dragged from the palette. */
export const TargetContext = createContext<string | null>(null);

export const useTarget = (): string | null => useContext(TargetContext);

/** Whether groups accept drops: only from the pointer; the keyboard moves only through the pages. */
export const GroupDropContext = createContext(false);

export const useGroupDrop = (): boolean => useContext(GroupDropContext);

const GROUP = 'into-group:';
const INNER = 'inner-field:';
const idAfter = (prefix: string, id: string): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null;

/** Drop ids of groups, and drag ids of a group's fields. */
export const groupDropIdOf = (id: string): string => GROUP + id;
export const innerDragIdOf = (id: string): string => INNER + id;
export const droppedInto = (id: string): string | null => idAfter(GROUP, id);
export const draggedInner = (id: string): string | null => idAfter(INNER, id);
