import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';
import { Button } from './Button.tsx';

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(4)};
  border-radius: ${radius('card')};
  background: ${color('errorTint')};
  color: ${color('error')};

  > svg {
    flex: none;
  }

  > p {
    flex: 1 1 200px;
    overflow-wrap: anywhere;
  }
`;

type ErrorStateProps = { message: ReactNode; onRetry?: () => void; retrying?: boolean; action?: ReactNode };

/** The reason of a failure, in place of the content, with the button that solves it. */
export function ErrorState({ message, onRetry, retrying, action }: ErrorStateProps) {
  return (
    <Box role="alert">
      <CircleAlert aria-hidden size={18} strokeWidth={1.75} />
      <p>{message}</p>
      {action}
      {onRetry && (
        <Button size="small" icon={RotateCw} busy={retrying} onClick={onRetry}>
          <FormattedMessage id="action.retry" />
        </Button>
      )}
    </Box>
  );
}
