'use no memo';

import { useCallback, useEffect, useRef } from 'react';
import type { FillData, LocalizedForm } from './fill-data.ts';
import { getPublishedVersion } from './fill-start.ts';

/** Whether the form has changed is checked no sooner than this after the last time, in milliseconds. */
const CHECK_AGAIN_MS = 30_000;

/**
 * Checks whether a newer version than `asked` is published, also whenever the page is shown again.
 * @param onChanged called with each newer version that is found; the same function each time
 * @returns checks at once, unless that was done just before
 */
export function useFormChange(
  data: FillData,
  asked: LocalizedForm,
  onChanged: () => void,
): () => Promise<void> {
  const checkedAt = useRef(Number.NEGATIVE_INFINITY);
  const check = useCallback(async () => {
    if (performance.now() - checkedAt.current < CHECK_AGAIN_MS) return;
    checkedAt.current = performance.now();
    const version = await getPublishedVersion(data);
    if (version !== null && version > asked.version) onChanged();
  }, [data, asked, onChanged]);
  useEffect(() => {
    const checkIfVisible = () => void (document.visibilityState === 'visible' && check());
    document.addEventListener('visibilitychange', checkIfVisible);
    return () => document.removeEventListener('visibilitychange', checkIfVisible);
  }, [check]);
  return check;
}
