import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { space } from '#styles/tokens.ts';

const Line = styled.div`
  margin-bottom: ${space(3)};

  > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(2)} ${space(4)};
    align-items: center;
    justify-content: space-between;
  }
`;

/** Cells that wait until the server can be reached: how many, and a way to try at once. */
export function UnsavedCells({ count, onRetry }: { count: number; onRetry: () => void }) {
  return (
    <Line>
      <Notice tone="warning">
        <span>
          <FormattedMessage id="table.unsaved_cells" values={{ count }} />
        </span>
        <Button size="small" onClick={onRetry}>
          <FormattedMessage id="action.retry" />
        </Button>
      </Notice>
    </Line>
  );
}
