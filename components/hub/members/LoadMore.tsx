import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { space } from '#styles/tokens.ts';

const Center = styled.div`
  display: flex;
  justify-content: center;
  margin-top: ${space(4)};

  > div {
    flex: 1;
  }
`;

type LoadMoreProps = {
  list: { hasMore: boolean; loading: boolean; error: string | null; loadMore: () => void };
};

/** The end of a list: a button to load more, or why that failed. */
export function LoadMore({ list }: LoadMoreProps) {
  if (list.error) {
    return (
      <Center>
        <ErrorState message={list.error} onRetry={list.loadMore} retrying={list.loading} />
      </Center>
    );
  }
  if (!list.hasMore) return null;
  return (
    <Center>
      <Button busy={list.loading} onClick={list.loadMore}>
        <FormattedMessage id="people.more" />
      </Button>
    </Center>
  );
}
