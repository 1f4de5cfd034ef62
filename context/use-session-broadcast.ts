import { useCallback, useEffect, useRef } from 'react';

/** Broadcast to the other tabs of this browser: who is signed in from now on. */
type SessionBroadcast = { userId: string | null };

const CHANNEL = 'hubkeep-session';

const isSessionBroadcast = (data: unknown): data is SessionBroadcast =>
  typeof data === 'object' && data !== null && 'userId' in data;

/**
 * Detects immediately when another tab signs in (the user's id) or out (null); returns what notifies them. A
 * broadcast channel also works over plain HTTP.
 */
export function useSessionBroadcast(
  onBroadcast: (userId: string | null) => void,
): (userId: string | null) => void {
  const listener = useRef(onBroadcast);
  useEffect(() => {
    listener.current = onBroadcast;
  }, [onBroadcast]);
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isSessionBroadcast(data)) listener.current(data.userId);
    };
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, []);
  return useCallback((userId: string | null) => {
    const message: SessionBroadcast = { userId };
    channel.current?.postMessage(message);
  }, []);
}
