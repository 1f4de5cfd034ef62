import { useEffect, useState } from 'react';
import type { StoredState } from './unsaved-writing.ts';

/**
 * Whether leaving has to be confirmed: something is unsaved for so long that this browser had to store it. What is
 * younger is on its way, and is saved after the page was left.
 */
export function useGuard(isUnsaved: boolean, stored: StoredState): boolean {
  const [isGuarded, setGuarded] = useState(false);
  useEffect(() => {
    // Somebody who writes on and on is unsaved all the time, each letter for a moment.
    if (!isUnsaved || stored === 'none') setGuarded(false);
    else if (stored !== 'pending') setGuarded(true);
  }, [isUnsaved, stored]);
  return isGuarded && isUnsaved;
}
