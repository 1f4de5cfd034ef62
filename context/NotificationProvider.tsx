import { createContext, type ReactNode, useContext, useMemo, useReducer } from 'react';

/** Loading state, error and message of the app's current action (docs/product-rules.md §2). */
export type NotificationState = { loading: boolean; error: string | null; message: string | null };

type Event =
  | { type: 'started' }
  | { type: 'succeeded' }
  | { type: 'failed'; error: string }
  | { type: 'notified'; message: string }
  | { type: 'dismissed' };

const QUIET: NotificationState = { loading: false, error: null, message: null };

export function nextNotification(state: NotificationState, event: Event): NotificationState {
  switch (event.type) {
    case 'started':
      return { loading: true, error: null, message: null };
    case 'succeeded':
    case 'dismissed':
      return QUIET;
    case 'failed':
      return { loading: false, error: event.error, message: null };
    case 'notified':
      return { ...state, message: event.message };
  }
}

type Notification = NotificationState & {
  /** A fetch begins: clears message and error. */
  start: () => void;
  /** It succeeded: clears both. */
  succeed: () => void;
  fail: (error: string) => void;
  /** Shows a toast, and announces it to screen readers. */
  notify: (message: string) => void;
  dismiss: () => void;
};

const NotificationContext = createContext<Notification | null>(null);

export function NotificationProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(nextNotification, QUIET);
  const acts = useMemo(
    () => ({
      start: () => dispatch({ type: 'started' }),
      succeed: () => dispatch({ type: 'succeeded' }),
      fail: (error: string) => dispatch({ type: 'failed', error }),
      notify: (message: string) => dispatch({ type: 'notified', message }),
      dismiss: () => dispatch({ type: 'dismissed' }),
    }),
    [],
  );
  const value = useMemo(() => ({ ...state, ...acts }), [state, acts]);
  return <NotificationContext.Provider value={value}>{children}</NotificationContext.Provider>;
}

export function useNotification(): Notification {
  const notification = useContext(NotificationContext);
  if (!notification) throw new Error('useNotification needs a NotificationProvider around it');
  return notification;
}
