import { createContext, useContext } from 'react';

/** Before what something new would be put, while it is dragged from the palette. */
export const TargetContext = createContext<string | null>(null);

export const useTarget = (): string | null => useContext(TargetContext);

/** Whether groups take what is dropped on them: only from the pointer; the keyboard goes through the pages alone. */
export const GroupDropContext = createContext(false);

export const useGroupDrop = (): boolean => useContext(GroupDropContext);

const GROUP = 'into-group:';
const INNER = 'inner-field:';
const idAfter = (prefix: string, id: string): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null;

/** A group as a place to drop on, and a group's field as something that is dragged. */
export const groupDropIdOf = (id: string): string => GROUP + id;
export const innerDragIdOf = (id: string): string => INNER + id;
export const droppedInto = (id: string): string | null => idAfter(GROUP, id);
export const draggedInner = (id: string): string | null => idAfter(INNER, id);
