'use no memo';

import styles from './FillForm.module.css';
import { FormattedMessage } from './fill-messages.ts';
import parts from './parts.module.css';

type Props = {
  /** The form is being sent. */
  isBusy: boolean;
  /** Opens the previous page; null on the first. */
  onBack: (() => void) | null;
  /** Label of the submit button; null where another page follows. */
  sendLabel: string | null;
};

/** The buttons at the end of a page: back, and next or submit. */
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
