import { useEffect, useRef } from 'react';
import { type ChangeEvent, subscribeToChangeEvents } from '#services/change-events.ts';

/** Subscribes to the change events of a hub while a screen is open; `null` subscribes to nothing. */
export function useChangeEvents(
  handle: string | null,
  onNews: (news: ChangeEvent) => void,
  onGap?: () => void,
): void {
  const handlers = useRef({ onNews, onGap });
  useEffect(() => {
    handlers.current = { onNews, onGap };
  }, [onNews, onGap]);

  useEffect(() => {
    if (!handle) return;
    return subscribeToChangeEvents(handle, {
      onChangeEvent: (news) => handlers.current.onNews(news),
      onGap: () => handlers.current.onGap?.(),
    });
  }, [handle]);
}
