'use no memo';

import { useCallback, useEffect, useRef } from 'react';
import type { FillData, LocalizedForm } from './fill-data.ts';
import { getPublishedVersion } from './fill-start.ts';

/** Minimum time between two checks whether the form has changed, in milliseconds. */
const CHECK_AGAIN_MS = 30_000;

/**
 * Checks whether a newer version than `definition` is published, also whenever the page becomes visible again.
 * @param onChanged called with each newer version that is found; must be stable
 * @returns a function that checks immediately, unless the last check was recent
 */
export function useFormChange(
  data: FillData,
  definition: LocalizedForm,
  onChanged: () => void,
): () => Promise<void> {
  const checkedAt = useRef(Number.NEGATIVE_INFINITY);
  const check = useCallback(async () => {
    if (performance.now() - checkedAt.current < CHECK_AGAIN_MS) return;
    checkedAt.current = performance.now();
    const version = await getPublishedVersion(data);
    if (version !== null && version > definition.version) onChanged();
  }, [data, definition, onChanged]);
  useEffect(() => {
    const checkIfVisible = () => void (document.visibilityState === 'visible' && check());
    document.addEventListener('visibilitychange', checkIfVisible);
    return () => document.removeEventListener('visibilitychange', checkIfVisible);
  }, [check]);
  return check;
}
