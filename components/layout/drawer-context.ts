import { createContext, useContext } from 'react';

/** Opens and closes the navigation where it is a drawer. */
export const DrawerContext = createContext<(open: boolean) => void>(() => {});

export const useDrawerSwitch = () => useContext(DrawerContext);
