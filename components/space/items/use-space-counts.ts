import { useCallback, useEffect, useRef } from 'react';
import { useRenderedQuery } from '#context/use-rendered-query.ts';
import type { Space } from '#lib/contract/space.ts';
import { getSpace } from '#services/space.ts';

/** Changes within this time are counted with one request, in milliseconds. */
const PAUSE = 400;

/** The space, whose counts are loaded again after `recount`. */
export function useSpaceCounts(rendered: Space): { space: Space; recount: () => void } {
  const { slug } = rendered;
  const { data, reload } = useRenderedQuery({
    of: ['space counts', slug],
    rendered: rendered.counts,
    load: async (signal) => (await getSpace(slug, signal)).data.counts,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const recount = useCallback(() => {
    clearTimeout(timer.current);
    // Where it fails, the counts stay as they were: the next page loads them.
    timer.current = setTimeout(() => void reload(), PAUSE);
  }, [reload]);
  return { space: { ...rendered, counts: data ?? rendered.counts }, recount };
}
