import { listUnreadPosts } from '#services/posts.ts';
import { useShell } from './ShellContext.tsx';
import { createWatchedValue } from './watched-value.ts';

/** How many discussions are unread, by the address of their space. */
type UnreadPosts = ReadonlyMap<string, number>;

const { useWatchedValue, reload } = createWatchedValue<UnreadPosts>({
  empty: new Map(),
  load: async () => new Map((await listUnreadPosts()).map(({ space_slug: slug, count }) => [slug, count])),
  concerns: ({ about }) => about === 'posts',
});

/** Counts again, after something was read here. */
export const reloadUnreadPosts = reload;

/** How many discussions are unread in the spaces of the page's hub, one. */
export function useUnreadPosts(): UnreadPosts {
  const { hub } = useShell();
  return useWatchedValue(hub?.domain_handle ?? null, '');
}
