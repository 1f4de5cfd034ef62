import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { color, space } from '#styles/tokens.ts';
import type { useGroups } from './use-groups.ts';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: center;
  margin-block: ${space(3)};

  > p {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

type MoreGroupsProps = Pick<
  ReturnType<typeof useGroups>,
  'hasMore' | 'isLoadingMore' | 'isMoreFailed' | 'loadMore'
> & {
  /** Groups that are shown. */
  count: number;
  /** The groups, or more of them, could not be loaded: those that are known stay. */
  error: Error | null;
  onRetry: () => Promise<unknown>;
};

/** Says that there are more groups than are shown, and shows more of them. */
export function MoreGroups({
  count,
  error,
  hasMore,
  isLoadingMore,
  isMoreFailed,
  loadMore,
  onRetry,
}: MoreGroupsProps) {
  if (error)
    return (
      <ErrorState message={error.message} onRetry={() => (isMoreFailed ? loadMore() : void onRetry())} />
    );
  if (!hasMore) return null;
  return (
    <Line>
      <p role="status">
        <FormattedMessage id="table.groups_first" values={{ count }} />
      </p>
      <Button busy={isLoadingMore} onClick={loadMore}>
        <FormattedMessage id="table.groups_more" />
      </Button>
    </Line>
  );
}
