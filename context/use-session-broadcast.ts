import { useCallback, useEffect, useRef } from 'react';

/** Broadcast to the other tabs of this browser: who is signed in from now on. */
type SessionNews = { userId: string | null };

const CHANNEL = 'hubkeep-session';

const isNews = (data: unknown): data is SessionNews =>
  typeof data === 'object' && data !== null && 'userId' in data;

/**
 * Hears at once when another tab signs in (the person's id) or out (null); gives what tells them. A broadcast
 * channel also works over plain HTTP.
 */
export function useSessionBroadcast(
  onNews: (userId: string | null) => void,
): (userId: string | null) => void {
  const heard = useRef(onNews);
  useEffect(() => {
    heard.current = onNews;
  }, [onNews]);
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isNews(data)) heard.current(data.userId);
    };
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, []);
  return useCallback((userId: string | null) => {
    const news: SessionNews = { userId };
    channel.current?.postMessage(news);
  }, []);
}
