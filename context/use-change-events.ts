import { useEffect, useRef } from 'react';
import { type ChangeEvent, subscribeToChangeEvents } from '#services/change-events.ts';

/** Subscribes to the change events of a hub while a screen is open; `null` subscribes to nothing. */
export function useChangeEvents(
  handle: string | null,
  onNews: (news: ChangeEvent) => void,
  onGap?: () => void,
): void {
  const heard = useRef({ onNews, onGap });
  useEffect(() => {
    heard.current = { onNews, onGap };
  }, [onNews, onGap]);

  useEffect(() => {
    if (!handle) return;
    return subscribeToChangeEvents(handle, {
      onChangeEvent: (news) => heard.current.onNews(news),
      onGap: () => heard.current.onGap?.(),
    });
  }, [handle]);
}
