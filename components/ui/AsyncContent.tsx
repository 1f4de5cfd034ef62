import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ErrorState } from './ErrorState.tsx';
import { failureText } from './failure-text.tsx';
import { SkeletonList, useIsSlow } from './Skeleton.tsx';

type AsyncContentProps<Data> = {
  /** What is loaded; another one is loaded anew. */
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
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [of],
    queryFn: ({ signal }) => load(signal),
  });
  const isWaiting = isFetching && data === undefined;
  const slow = useIsSlow(isWaiting);
  if (data !== undefined) return children(data.data);
  if (isWaiting || error === null) return slow && <SkeletonList rows={rows} />;
  return <ErrorState message={failureText(error)} onRetry={() => void refetch()} />;
}
