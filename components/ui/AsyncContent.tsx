import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { failureText } from './failure-text.tsx';
import { SkeletonList, useIsSlow } from './Skeleton.tsx';

type AsyncContentProps<Data> = {
  /** What is loaded; another one is loaded anew. */
  of: string;
  load: () => Promise<{ data: Data }>;
  /** Grey rows shown meanwhile. */
  rows: number;
  /** What came, once; what changes it later keeps it itself. */
  children: (data: Data) => ReactNode;
};

/** What a part of a screen asks for when it opens: grey rows until it is there, why not and another try else. */
export function AsyncContent<Data>({ of, load, rows, children }: AsyncContentProps<Data>) {
  const [data, setData] = useState<{ of: string; value: Data } | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [attempt, setAttempt] = useState(0);
  const there = data?.of === of ? data : null;
  const slow = useIsSlow(there === null && problem === null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for `load`; an attempt asks again
  useEffect(() => {
    let over = false;
    load().then(
      ({ data: value }) => !over && setData({ of, value }),
      (error: unknown) => !over && setProblem(failureText(error)),
    );
    return () => {
      over = true;
    };
  }, [of, attempt]);

  if (there) return children(there.value);
  if (problem === null) return slow && <SkeletonList rows={rows} />;
  return (
    <ErrorState
      message={problem}
      onRetry={() => {
        setProblem(null);
        setAttempt(attempt + 1);
      }}
    />
  );
}
