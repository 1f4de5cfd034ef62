import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { ListQuery } from '#context/use-list-query.ts';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';

const More = styled.div`
  display: flex;
  justify-content: center;
`;

type ListFooterProps = {
  list: Pick<ListQuery<unknown>, 'error' | 'loading' | 'hasMore' | 'loadMore'>;
  size?: 'small' | 'medium';
};

/** Below a list that grows page by page: why its next page is missing, with another try, or the button that loads it. */
export function ListFooter({ list, size = 'medium' }: ListFooterProps) {
  const { error, loading, hasMore, loadMore } = list;
  if (error !== null)
    return <ErrorState message={error} retrying={loading} onRetry={() => void loadMore()} />;
  if (!hasMore) return null;
  return (
    <More>
      <Button size={size} busy={loading} onClick={() => void loadMore()}>
        <FormattedMessage id="action.show_more" />
      </Button>
    </More>
  );
}
