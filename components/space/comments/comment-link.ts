import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#lib/contract/comment.ts';

/** The element of a comment, and what follows `#` in the address of a link to it. */
export const commentElementId = (id: string) => `comment-${id}`;

const LINK = /^#comment-([\w-]{1,100})$/;

/** The comment that an address's part after `#` names; null where it names none. */
export const commentOfHash = (hash: string): string | null => LINK.exec(hash)?.[1] ?? null;

/** Shows a comment in the middle of the list that holds it, without scrolling the page where the list scrolls by itself. */
export function scrollToComment(id: string): void {
  const element = document.getElementById(commentElementId(id));
  const list = element?.closest('[data-scrolls]');
  if (!element || !list) {
    element?.scrollIntoView({ block: 'center' });
    return;
  }
  const [at, within] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += at.top - within.top - Math.max(0, (within.height - at.height) / 2);
}

/** The comment that the page's address names, also after it changed. */
export function useLinkedComment(): string | null {
  const [linked, setLinked] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setLinked(commentOfHash(window.location.hash));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return linked;
}

/** Whether a comment is one of some threads, or of the replies that are shown of them. */
export const isAmong = (threads: readonly Comment[], commentId: string): boolean =>
  threads.some(({ id, replies }) => id === commentId || replies.some((one) => one.id === commentId));

/** Scrolls to a comment once it is shown, and not again when the comments change. */
export function useScrollToComment(commentId: string | null, shown: readonly Comment[], isLoading: boolean) {
  const reached = useRef<string | null>(null);
  useEffect(() => {
    if (commentId === null) reached.current = null;
    else if (commentId !== reached.current && !isLoading && isAmong(shown, commentId)) {
      reached.current = commentId;
      scrollToComment(commentId);
    }
  }, [commentId, shown, isLoading]);
}
