import { countUnreadNotifications } from '#services/notifications.ts';
import { useShell } from './ShellContext.tsx';
import { createWatchedValue } from './watched-value.ts';

const { useWatchedValue, reload } = createWatchedValue<number | null>({
  empty: null,
  load: countUnreadNotifications,
  concerns: ({ about }) => about === 'notifications',
});

/** Counts again, after some were read here. */
export const reloadUnreadNotifications = reload;

/** How many notifications of the user are unread in all hubs, up to 100: as the page had it, then as it is. */
export function useUnreadNotifications(): number {
  const { hub, shortcuts } = useShell();
  return useWatchedValue(hub?.domain_handle ?? null, '') ?? shortcuts.notifications;
}
