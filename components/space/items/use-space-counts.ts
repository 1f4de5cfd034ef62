import { useCallback, useEffect, useRef, useState } from 'react';
import type { Space } from '#lib/contract/space.ts';
import { getSpace } from '#services/space.ts';

/** Changes within this time are counted with one request, in milliseconds. */
const PAUSE = 400;

/** The space, whose counts are loaded again after `recount`. */
export function useSpaceCounts(rendered: Space): { space: Space; recount: () => void } {
  const [counts, setCounts] = useState(rendered.counts);
  const [known, setKnown] = useState(rendered);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (known !== rendered) {
    setKnown(rendered);
    setCounts(rendered.counts);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const { slug } = rendered;
  const recount = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      try {
        setCounts((await getSpace(slug)).data.counts);
      } catch {
        // The counts stay as they were: the next page loads them.
      }
    }, PAUSE);
  }, [slug]);
  return { space: { ...rendered, counts }, recount };
}
