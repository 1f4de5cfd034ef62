import { useEffect, useRef } from 'react';
import type { SessionEnd } from '#lib/contract/session-end.ts';
import { getUser } from '#services/account.ts';
import { whenSessionEnds } from '#services/http.ts';
import { whenNewsEnds } from '#services/news.ts';

/**
 * Hears that the session of an open page has ended: a request of it was refused, or the server ended its socket.
 * @param isQuiet while nobody is signed in, or it is not known yet who is
 */
export function useSessionEnd(isQuiet: boolean, onEnd: (ended: SessionEnd) => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    if (isQuiet) return;
    whenSessionEnds((ended) => latest.current(ended));
    whenNewsEnds((why) => {
      // The server knows where somebody belongs who is no member any more.
      if (why === 'no member') window.location.reload();
      // It says with the next answer why the session ended.
      else void getUser().catch(() => undefined);
    });
    return () => {
      whenSessionEnds(null);
      whenNewsEnds(null);
    };
  }, [isQuiet]);
}
