import { Clock, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import type { Item } from '#lib/contract/item.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { readingState } from './reading-state.ts';

const Card = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(1)} ${space(3)};
  align-items: center;
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > svg {
    color: ${color('primaryText')};
  }

  > strong {
    font-weight: 600;
  }

  > :not(svg, strong) {
    grid-column: 2;
    color: ${color('quiet')};
  }
`;

const Failed = styled.div`
  display: grid;
  gap: ${space(2)};

  > p {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

type ProcessingNoticeProps = {
  item: Item;
  /** Null where the user may not retry. */
  onRetry: (() => Promise<void>) | null;
};

/** The processing state of an item's file, in place of its preview; after a failure, the reason with a retry. */
export function ProcessingNotice({ item, onRetry }: ProcessingNoticeProps) {
  const intl = useIntl();
  const [retrying, setRetrying] = useState(false);
  const { reason, progress } = item.processing;
  const state = readingState(item);
  if (state === 'ready') return null;
  if (state === 'failed') {
    const retry = async () => {
      setRetrying(true);
      await onRetry?.();
      setRetrying(false);
    };
    return (
      <Failed>
        <ErrorState
          message={
            <>
              <strong>
                <FormattedMessage id="item.failed" />
              </strong>
              {reason && `: ${reason}`}
            </>
          }
          retrying={retrying}
          {...(onRetry ? { onRetry: () => void retry() } : {})}
        />
        <p>
          <FormattedMessage id="item.failed_text" />
        </p>
      </Failed>
    );
  }
  const Icon = state === 'queued' ? Clock : LoaderCircle;
  return (
    <Card role="status">
      <Icon aria-hidden size={18} strokeWidth={1.75} />
      <strong>
        <FormattedMessage id={state === 'queued' ? 'item.queued' : 'item.running'} />
      </strong>
      <p>
        <FormattedMessage id="item.queued_text" />
      </p>
      {progress !== undefined && (
        <ProgressBar value={progress} label={intl.formatMessage({ id: 'item.running' })} />
      )}
    </Card>
  );
}
