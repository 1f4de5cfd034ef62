import { type RefObject, useEffect, useRef } from 'react';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';

const loadFollowing = () => import('./follow-pointer.ts');
fetchWhenIdle(loadFollowing);

/**
 * While cells are dragged over, the grid follows a pointer that is at its edge or beyond.
 * @param onStep how many rows and columns to continue by
 */
export function useEdgeScroll(
  root: RefObject<HTMLDivElement | null>,
  onStep: (rows: number, columns: number) => void,
) {
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  const following = useRef<AbortController | null>(null);
  useEffect(() => () => following.current?.abort(), []);

  /** Begins to watch the pointer. */
  const begin = () => {
    following.current?.abort();
    const own = new AbortController();
    following.current = own;
    loadFollowing().then(
      ({ followPointer }) => followPointer(root, step, own.signal),
      // Without a network the drag stays within what is seen.
      () => undefined,
    );
  };
  return { begin, end: () => following.current?.abort() };
}
