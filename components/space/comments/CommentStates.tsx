import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { color } from '#styles/tokens.ts';
import type { CommentState } from './use-linked-thread.ts';

const Group = styled.div`
  display: flex;
  margin-inline-start: auto;

  > button[aria-pressed='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }
`;

const STATES = ['open', 'resolved'] as const satisfies readonly CommentState[];

type CommentStatesProps = { state: CommentState; onState: (state: CommentState) => void };

/** Which threads a list of comments shows: those that are open, or those that were resolved. */
export function CommentStates({ state, onState }: CommentStatesProps) {
  const intl = useIntl();
  return (
    <Group role="group" aria-label={intl.formatMessage({ id: 'comments.state' })}>
      {STATES.map((one) => (
        <Button
          key={one}
          size="small"
          variant="quiet"
          aria-pressed={state === one}
          onClick={() => onState(one)}
        >
          <FormattedMessage id={`comments.${one}`} />
        </Button>
      ))}
    </Group>
  );
}
