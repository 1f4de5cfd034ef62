import { useEffect } from 'react';
import { isBottomOfPage } from '#lib/browser/bottom-of-page.ts';

/** Loads what is wanted while the bottom of the page is near. */
export function useAtBottom(isWanted: boolean, loadMore: () => void): void {
  useEffect(() => {
    if (!isWanted) return;
    const loadAtBottom = () => {
      const element = document.scrollingElement;
      if (element && isBottomOfPage(element)) loadMore();
    };
    loadAtBottom();
    window.addEventListener('scroll', loadAtBottom, { passive: true });
    window.addEventListener('resize', loadAtBottom);
    return () => {
      window.removeEventListener('scroll', loadAtBottom);
      window.removeEventListener('resize', loadAtBottom);
    };
  }, [isWanted, loadMore]);
}
