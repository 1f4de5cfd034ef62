import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the dialog that calls this is still shown: for what it does after a wait, during which it may be closed. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
