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

/** How many notifications are unread now, up to 100; null until that is known. */
export function useWatchedUnreadNotifications(): number | null {
  const { hub } = useShell();
  return useWatchedValue(hub?.domain_handle ?? null, '');
}
