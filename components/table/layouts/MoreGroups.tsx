import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
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

type MoreGroupsProps = Pick<ReturnType<typeof useGroups>, 'hasMore' | 'isLoadingMore' | 'loadMore'> & {
  /** Groups that are shown. */
  count: number;
};

/** Says that there are more groups than are shown, and shows more of them. */
export function MoreGroups({ count, hasMore, isLoadingMore, loadMore }: MoreGroupsProps) {
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
