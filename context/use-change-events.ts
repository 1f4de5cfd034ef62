import { useEffect, useRef } from 'react';
import { type ChangeEvent, subscribeToChangeEvents } from '#services/change-events.ts';

/** Subscribes to the change events of a hub while a screen is open; `null` subscribes to nothing. */
export function useChangeEvents(
  handle: string | null,
  onEvent: (event: ChangeEvent) => void,
  onGap?: () => void,
): void {
  const handlers = useRef({ onEvent, onGap });
  useEffect(() => {
    handlers.current = { onEvent, onGap };
  }, [onEvent, onGap]);

  useEffect(() => {
    if (!handle) return;
    return subscribeToChangeEvents(handle, {
      onChangeEvent: (event) => handlers.current.onEvent(event),
      onGap: () => handlers.current.onGap?.(),
    });
  }, [handle]);
}
