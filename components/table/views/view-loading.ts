import type { QueryClient } from '@tanstack/react-query';

/** The views of a page that are listed. */
export type ListedViews = { client: QueryClient; queryKey: readonly string[] };

type Loading = { isOutdated: boolean };
/** What runs for each page. */
const running = new WeakMap<QueryClient, Loading>();

/** Loads the views as they are after what was done here. */
export async function loadViews({ client, queryKey }: ListedViews): Promise<void> {
  const own: Loading = { isOutdated: false };
  running.set(client, own);
  await client.invalidateQueries({ queryKey });
  if (running.get(client) !== own) return;
  running.delete(client);
  if (own.isOutdated) void loadViews({ client, queryKey });
}

/** Loads the views as others changed them: one request at a time, and one more where it may have missed a change. */
export function refreshViews(listed: ListedViews): void {
  const own = running.get(listed.client);
  if (own) own.isOutdated = true;
  else void loadViews(listed);
}
