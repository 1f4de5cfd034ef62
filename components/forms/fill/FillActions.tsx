'use no memo';

import styles from './FillForm.module.css';
import { FormattedMessage } from './fill-messages.ts';
import parts from './parts.module.css';

type Props = {
  /** The form is on its way. */
  isBusy: boolean;
  /** Turns to the page before; null on the first. */
  onBack: (() => void) | null;
  /** Of the button that sends the form; null where another page follows. */
  sendLabel: string | null;
};

/** The end of a page: back, and on or send. */
export function FillActions({ isBusy, onBack, sendLabel }: Props) {
  return (
    <div>
      <p className={styles.quiet}>
        <FormattedMessage id="fill.required_hint" />
      </p>
      <div className={parts.acts}>
        {onBack && (
          <button className={parts.plain} type="button" onClick={onBack}>
            <FormattedMessage id="fill.back" />
          </button>
        )}
        <button className={parts.primary} type="submit" aria-disabled={isBusy || undefined}>
          {sendLabel === null ? (
            <FormattedMessage id="fill.next" />
          ) : isBusy ? (
            <FormattedMessage id="fill.sending" />
          ) : (
            sendLabel
          )}
        </button>
      </div>
    </div>
  );
}
