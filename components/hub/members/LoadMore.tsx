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

/** The end of a list: the way to more, or why it did not come. */
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
