import { useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { SessionEndReason } from '#lib/contract/session-end.ts';
import { sessionEndReasonOf } from '#services/http.ts';
import { clearToken } from '#services/token.ts';
import { useNotification } from './NotificationProvider.tsx';
import { isServerRejection, waitBeforeRetry } from './session-start.ts';

/** For errors that must not stop the user, and must not be lost. */
export const logged = (error: unknown) => console.warn('The session’s server answered badly', error);

/** Whether the page is being left: its requests are aborted then, which is no sign of anything else. */
function useIsPageLeft() {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    const onLeaving = () => {
      isLeft.current = true;
    };
    const onBack = ({ persisted }: PageTransitionEvent) => {
      isLeft.current = false;
      // The browser restored the page from its cache: another user may be signed in by now.
      if (persisted) window.location.reload();
    };
    window.addEventListener('pagehide', onLeaving);
    window.addEventListener('pageshow', onBack);
    return () => {
      onLeaving();
      window.removeEventListener('pagehide', onLeaving);
      window.removeEventListener('pageshow', onBack);
    };
  }, []);
  return isLeft;
}

/**
 * Loads the session when the page begins. @returns whether that is still in progress
 * @param loadSession @throws the client's error
 * @param leave leaves the page, since nobody is signed in any more
 */
export function useSessionStart(
  loadSession: () => Promise<void>,
  leave: (ended: SessionEndReason) => void,
): boolean {
  const intl = useIntl();
  const { fail, notify } = useNotification();
  const [isLoading, setLoading] = useState(true);
  const isLeft = useIsPageLeft();

  /**
   * Loads the signed-in user; an outage doesn't sign out (docs/decisions/0010): it is retried until it works.
   */
  const start = useCallback(async () => {
    for (let tries = 0; ; tries += 1) {
      try {
        await loadSession();
        if (tries > 0) notify(intl.formatMessage({ id: 'session.reached' }));
        break;
      } catch (error) {
        // A page that is being left aborts its requests: that is no sign of an ended session.
        if (isLeft.current) break;
        if (isServerRejection(error)) {
          await clearToken().catch(logged);
          leave(sessionEndReasonOf(error) ?? 'ended');
          break;
        }
        logged(error);
        if (tries === 0) fail(intl.formatMessage({ id: 'session.unreachable' }));
        setLoading(false);
        await waitBeforeRetry(tries);
        if (isLeft.current) break;
      }
    }
    setLoading(false);
  }, [loadSession, leave, fail, notify, intl, isLeft]);

  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void start();
  }, [start]);

  return isLoading;
}
