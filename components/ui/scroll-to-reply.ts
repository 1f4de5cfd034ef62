import { REPLY_END_ID, REPLY_SCROLL_DELAY } from '#lib/text/constants.ts';

/**
 * Scrolls to the end of the replies after 100 ms, and only when it is below half the viewport's height
 * (docs/product-rules.md §7): a short thread stays where it is.
 * @returns a function that cancels it, for an effect's clean-up
 */
export function scrollToReplyEnd(): () => void {
  const timer = setTimeout(() => {
    const target = document.getElementById(REPLY_END_ID);
    if (target && target.getBoundingClientRect().top > window.innerHeight / 2) {
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      target.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
    }
  }, REPLY_SCROLL_DELAY);
  return () => clearTimeout(timer);
}
