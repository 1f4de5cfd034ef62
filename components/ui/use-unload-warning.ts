import { useLayoutEffect } from 'react';

/**
 * Has the browser ask before the tab is closed or loaded anew, while that is so.
 * From the very change of the screen on that says so ("Saved", "Not saved yet"): an effect after painting could come
 * later than what the reader does next.
 */
export function useUnloadWarning(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
