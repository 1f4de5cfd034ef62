'use no memo';

import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import styles from './FillFooter.module.css';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import type { DraftSaveState } from './use-fill-draft.ts';

type Props = { state: DraftSaveState; isFilled: boolean; onContinue(): void; onStartOver(): void };

/** Whether the draft is stored, and its actions; discarding it requires confirmation. */
export function FillFooter({ state, isFilled, onContinue, onStartOver }: Props) {
  const intl = useIntl();
  const [isConfirming, setIsConfirming] = useState(false);
  if (isConfirming)
    return (
      <fieldset className={styles.row} aria-label={intl.formatMessage({ id: 'fill.start_over' })}>
        <span>
          <FormattedMessage id="fill.start_over_sure" />
        </span>
        <button
          className={styles.act}
          type="button"
          onClick={() => {
            setIsConfirming(false);
            onStartOver();
          }}
        >
          <FormattedMessage id="fill.start_over_yes" />
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: what had the focus was removed, and nothing is lost by a slip */}
        <button className={styles.act} type="button" autoFocus onClick={() => setIsConfirming(false)}>
          <FormattedMessage id="fill.cancel" />
        </button>
      </fieldset>
    );
  return (
    <div className={styles.row} data-script>
      {state !== 'nothing' && (
        <span role="status" data-warning={state === 'failed' || undefined}>
          {state === 'saved' && <CircleCheck aria-hidden size={14} strokeWidth={2} />}
          <FormattedMessage id={state === 'saved' ? 'fill.kept' : 'fill.not_kept'} />
        </span>
      )}
      <button className={styles.act} type="button" onClick={onContinue}>
        <FormattedMessage id="fill.continue" />
      </button>
      {isFilled && (
        <button className={styles.act} type="button" onClick={() => setIsConfirming(true)}>
          <FormattedMessage id="fill.start_over" />
        </button>
      )}
    </div>
  );
}
