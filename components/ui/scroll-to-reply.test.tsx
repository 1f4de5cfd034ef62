import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrollToReplyEnd } from './scroll-to-reply.ts';

/** A page whose end of replies is `top` pixels below the window's upper edge. */
function replyEndAt(top: number) {
  document.body.innerHTML = '<div id="post-reply-end"></div>';
  const replyEnd = document.getElementById('post-reply-end');
  if (!replyEnd) throw new Error('The element is missing');
  replyEnd.getBoundingClientRect = () => new DOMRect(0, top, 100, 1);
  replyEnd.scrollIntoView = vi.fn();
  return replyEnd.scrollIntoView;
}

describe('scrolling to the last reply', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    window.innerHeight = 800;
  });
  afterEach(() => {
    vi.useRealTimers();
    document.body.innerHTML = '';
  });

  it('happens 100 ms after the request', () => {
    const scroll = replyEndAt(401);
    scrollToReplyEnd();
    vi.advanceTimersByTime(99);
    expect(scroll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(scroll).toHaveBeenCalledOnce();
  });

  it('does not happen where the end stands in the upper half of the window', () => {
    const scroll = replyEndAt(400);
    scrollToReplyEnd();
    vi.advanceTimersByTime(100);
    expect(scroll).not.toHaveBeenCalled();
  });

  it('does nothing where there are no replies, or when it was called off', () => {
    scrollToReplyEnd();
    vi.advanceTimersByTime(100);
    const scroll = replyEndAt(700);
    scrollToReplyEnd()();
    vi.advanceTimersByTime(100);
    expect(scroll).not.toHaveBeenCalled();
  });
});
