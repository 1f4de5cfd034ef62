import { createContext, useContext } from 'react';

/** Before what something new would be put, while it is dragged from the palette. */
export const TargetContext = createContext<string | null>(null);

export const useTarget = (): string | null => useContext(TargetContext);
