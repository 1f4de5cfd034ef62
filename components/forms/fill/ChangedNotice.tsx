'use no memo';

import { FormattedMessage } from './fill-messages.ts';
import parts from './parts.module.css';

/** States that a new version of the form was published meanwhile, and offers to switch to it or to continue. */
export function ChangedNotice({ onTakeOver, onGoOn }: { onTakeOver(): void; onGoOn(): void }) {
  return (
    <div className={parts.note} data-tone="warning" data-apart>
      <span>
        <strong>
          <FormattedMessage id="fill.changed_title" />
        </strong>
        <FormattedMessage id="fill.changed_text" />
      </span>
      <button type="button" onClick={onTakeOver}>
        <FormattedMessage id="fill.changed_take_over" />
      </button>
      <button type="button" onClick={onGoOn}>
        <FormattedMessage id="fill.changed_go_on" />
      </button>
    </div>
  );
}
