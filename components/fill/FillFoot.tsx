'use no memo';

import { Check, MonitorSmartphone, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { FormattedMessage, useIntl } from './fill-words.ts';
import { QuietButton } from './parts.ts';
import type { KeptState } from './use-kept-draft.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  min-height: 32px;

  > span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }

  [data-warning] {
    color: ${color('warning')};
  }
`;

type Props = { state: KeptState; isFilled: boolean; onContinue(): void; onStartOver(): void };

/** Whether what is typed is kept, and what can be done with it; asks before anything is forgotten. */
export function FillFoot({ state, isFilled, onContinue, onStartOver }: Props) {
  const intl = useIntl();
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking)
    return (
      <Row role="group" aria-label={intl.formatMessage({ id: 'fill.start_over' })}>
        <span>
          <FormattedMessage id="fill.start_over_sure" />
        </span>
        <QuietButton
          type="button"
          onClick={() => {
            setIsAsking(false);
            onStartOver();
          }}
        >
          <FormattedMessage id="fill.start_over_yes" />
        </QuietButton>
        <QuietButton type="button" autoFocus onClick={() => setIsAsking(false)}>
          <FormattedMessage id="fill.cancel" />
        </QuietButton>
      </Row>
    );
  return (
    <Row data-script>
      {state !== 'nothing' && (
        <span role="status" data-warning={state === 'failed' || undefined}>
          {state === 'kept' && <Check aria-hidden size={14} strokeWidth={2} />}
          <FormattedMessage id={state === 'kept' ? 'fill.kept' : 'fill.not_kept'} />
        </span>
      )}
      <QuietButton type="button" onClick={onContinue}>
        <MonitorSmartphone aria-hidden size={15} strokeWidth={1.75} />
        <FormattedMessage id="fill.continue" />
      </QuietButton>
      {isFilled && (
        <QuietButton type="button" onClick={() => setIsAsking(true)}>
          <RotateCcw aria-hidden size={14} strokeWidth={1.75} />
          <FormattedMessage id="fill.start_over" />
        </QuietButton>
      )}
    </Row>
  );
}
