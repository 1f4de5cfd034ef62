'use no memo';

import { useLayoutEffect } from 'react';

/**
 * Has the browser request confirmation before the tab is closed or reloaded, while something is unsaved. It is set in
 * the same commit as the screen's save state ("Saved", "Unsaved changes"): an effect after painting could come later than
 * the user's next action.
 */
export function useUnloadWarning(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
