import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { dialogListStyle } from '#components/ui/dialog-list-style.ts';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { color, space } from '#styles/tokens.ts';
import { useFocusAtSamePlace } from './use-focus-at-same-place.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
`;

const List = styled.ul`
  ${dialogListStyle}

  > li {
    min-height: 56px;
  }

  > li > svg {
    flex: none;
    color: ${color('quiet')};
  }

  > li > div {
    flex: 1;
    min-width: 0;
  }

  input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color('primaryFill')};
  }
`;

type TakenBackListProps = {
  list: Pick<
    UseInfiniteQueryResult<unknown, Error>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  /** Another one once something was taken back: the focus that its button had goes to what is in its place. */
  version?: string;
  /** Above the list: what searches it. */
  search?: ReactNode;
  /** What is shown instead of the rows; null where there are some. */
  empty: ReactNode;
  /** Label of the button that loads the next page. */
  more: ReactNode;
  children: ReactNode;
};

/** A list of what can be taken back, page by page: also while it is loaded, where that failed, and where it is empty. */
export function TakenBackList({ list, version, search, empty, more, children }: TakenBackListProps) {
  const parts = useRef<HTMLDivElement>(null);
  const onFocus = useFocusAtSamePlace(parts, version ?? null);
  return (
    <Parts ref={parts} onFocus={onFocus}>
      {search}
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {list.data === undefined && !list.error && <SkeletonList rows={4} />}
      {list.data !== undefined && (empty ? <EmptyState title={empty} /> : <List>{children}</List>)}
      {list.hasNextPage && (
        <div>
          <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {more}
          </Button>
        </div>
      )}
    </Parts>
  );
}
