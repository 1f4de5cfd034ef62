import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ErrorState } from './ErrorState.tsx';
import { failureText } from './failure-text.tsx';
import { SkeletonList, useIsSlow } from './Skeleton.tsx';

type AsyncContentProps<Data> = {
  /** What is loaded; another one is loaded in its place. */
  of: string;
  load: (signal: AbortSignal) => Promise<{ data: Data }>;
  /** Grey rows shown meanwhile. */
  rows: number;
  /** Gets what was loaded, once; what changes it later keeps it itself. */
  children: (data: Data) => ReactNode;
};

/** What a part of a screen loads when it opens: grey rows until it is there, why it failed and a retry otherwise. */
export function AsyncContent<Data>(props: AsyncContentProps<Data>) {
  return (
    <QueryProvider>
      <LoadedContent {...props} />
    </QueryProvider>
  );
}

function LoadedContent<Data>({ of, load, rows, children }: AsyncContentProps<Data>) {
  const query = useQuery({ queryKey: [of], queryFn: ({ signal }) => load(signal) });
  return (
    <QueryContent query={query} rows={rows}>
      {({ data }) => children(data)}
    </QueryContent>
  );
}

type QueryContentProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Grey rows shown meanwhile. */
  rows: number;
  children: (data: Data) => ReactNode;
};

/** What a query has loaded; what came before is shown while it is loaded again. */
export function QueryContent<Data>({ query, rows, children }: QueryContentProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const isWaiting = isFetching && data === undefined;
  const slow = useIsSlow(isWaiting);
  if (data !== undefined) return children(data);
  if (isWaiting || error === null) return slow && <SkeletonList rows={rows} />;
  return <ErrorState message={failureText(error)} onRetry={() => void refetch()} />;
}
