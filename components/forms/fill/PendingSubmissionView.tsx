'use no memo';

import { FillMessage } from './FillMessage.tsx';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import parts from './parts.module.css';

type Props = { isStored: boolean; onTry(): void; onChange(): void };

/** A prepared submission that waits for the network. */
export function PendingSubmissionView({ isStored, onTry, onChange }: Props) {
  const intl = useIntl();
  return (
    <FillMessage
      tone="info"
      takesFocus
      title={intl.formatMessage({ id: 'fill.waiting_title' })}
      text={intl.formatMessage({ id: isStored ? 'fill.waiting_text' : 'fill.waiting_unkept' })}
    >
      <div className={parts.acts}>
        <button className={parts.plain} type="button" onClick={onChange}>
          <FormattedMessage id="fill.waiting_change" />
        </button>
        <button className={parts.primary} type="button" onClick={onTry}>
          <FormattedMessage id="fill.waiting_again" />
        </button>
      </div>
    </FillMessage>
  );
}
