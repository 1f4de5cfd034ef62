'use no memo';

import { Ending } from './Ending.tsx';
import { FormattedMessage, useIntl } from './fill-words.ts';
import parts from './parts.module.css';

type Props = { isKept: boolean; onTry(): void; onChange(): void };

/** An answer that is complete and waits for the network. */
export function WaitingView({ isKept, onTry, onChange }: Props) {
  const intl = useIntl();
  return (
    <Ending
      tone="info"
      takesFocus
      title={intl.formatMessage({ id: 'fill.waiting_title' })}
      text={intl.formatMessage({ id: isKept ? 'fill.waiting_text' : 'fill.waiting_unkept' })}
    >
      <div className={parts.acts}>
        <button className={parts.plain} type="button" onClick={onChange}>
          <FormattedMessage id="fill.waiting_change" />
        </button>
        <button className={parts.primary} type="button" onClick={onTry}>
          <FormattedMessage id="fill.waiting_again" />
        </button>
      </div>
    </Ending>
  );
}
