import { useEffect, useRef } from 'react';
import type { SessionEndReason } from '#lib/contract/session-end.ts';
import { getUser } from '#services/account.ts';
import { setSubscriptionEndHandler } from '#services/change-events.ts';
import { setSessionEndHandler } from '#services/http.ts';

/**
 * Shows the server's message of a hub that the user was removed from: in place of the page, or at the hub's
 * own address.
 */
function showRemoval(handle: string): void {
  const home = `/${handle}`;
  const { pathname } = window.location;
  // Pages without a hub in their address (search, drafts) show the active one, which is another now, or none.
  if (pathname === home || pathname.startsWith(`${home}/`)) window.location.reload();
  else window.location.assign(home);
}

/**
 * Detects that the session of an open page has ended: a request of it was refused, or the server closed its
 * socket.
 * @param isQuiet while nobody is signed in, or it is unknown who is
 */
export function useSessionEnd(isQuiet: boolean, onEnd: (ended: SessionEndReason) => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    if (isQuiet) return;
    setSessionEndHandler((ended) => latest.current(ended));
    setSubscriptionEndHandler((why, handle) => {
      if (why === 'no member') showRemoval(handle);
      // Its next response contains why the session ended.
      else void getUser().catch(() => undefined);
    });
    return () => {
      setSessionEndHandler(null);
      setSubscriptionEndHandler(null);
    };
  }, [isQuiet]);
}
