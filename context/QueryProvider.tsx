import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { retryAfterOf } from '#services/http.ts';
import { ListError } from './list-error.ts';

/** How often a failed request is retried before its screen shows the failure. */
const RETRIES_MAX = 2;
/** A longer wait than this is the reader's to decide on, in milliseconds. */
const RETRY_AFTER_MAX = 2000;

// What is shown at once is shown before the next painting: the library's own timer may come after it.
notifyManager.setScheduler(queueMicrotask);

function retryDelayOf(error: Error): number | null {
  const delay = error instanceof ListError ? error.retryAfter : retryAfterOf(error);
  return delay !== null && delay <= RETRY_AFTER_MAX ? delay : null;
}

/**
 * Server state as rendered by the server: it is refetched when a change event or the reader requests it, not
 * by time or on focus; and it is removed with the screen that shows it.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
        // A request that fails without a network fails immediately; it does not wait for one unseen.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < RETRIES_MAX && retryDelayOf(error) !== null,
        retryDelay: (failures, error) => (retryDelayOf(error) ?? 0) * 2 ** failures,
      },
      // A change without a network fails immediately as well: it is rolled back, and not sent later unseen.
      mutations: { networkMode: 'always' },
    },
  });
}

/** The queries of a screen; one client for each time it is mounted, so that no account meets another's. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** A screen with queries of its own. Screens without any don't load the library. */
export function withQueries<Props extends object>(Screen: ComponentType<Props>): ComponentType<Props> {
  return function ScreenWithQueries(props: Props) {
    return (
      <QueryProvider>
        <Screen {...props} />
      </QueryProvider>
    );
  };
}
