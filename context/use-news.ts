import { useEffect, useRef } from 'react';
import { listenForNews, type News } from '#services/news.ts';

/** Hears of what changes in a hub, while a screen is open; `null` hears nothing. */
export function useNews(handle: string | null, onNews: (news: News) => void, onGap?: () => void): void {
  const heard = useRef({ onNews, onGap });
  useEffect(() => {
    heard.current = { onNews, onGap };
  }, [onNews, onGap]);

  useEffect(() => {
    if (!handle) return;
    return listenForNews(handle, {
      onNews: (news) => heard.current.onNews(news),
      onGap: () => heard.current.onGap?.(),
    });
  }, [handle]);
}
