import { createContext, useContext } from 'react';
import { useShell } from './ShellContext.tsx';

/** How many notifications are unread now; null until that is known. */
export const UnreadNotificationsContext = createContext<number | null>(null);

/** How many notifications of the user are unread in all hubs, up to 100: as the page had it, then as it is. */
export function useUnreadNotifications(): number {
  const { shortcuts } = useShell();
  return useContext(UnreadNotificationsContext) ?? shortcuts.notifications;
}
