import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Confirm } from './Confirm.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';

type CloseGuard = {
  /** For the dialog's `onClose` and its Cancel: closes it, or asks first. */
  close: () => void;
  /** To be put beside the dialog. */
  guard: ReactNode;
};

/** Keeps a dialog with unsaved input from being closed, or its page from being left, by a slip: it is asked first. */
export function useCloseGuard(isDirty: boolean, onClose: () => void): CloseGuard {
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => (isDirty ? setIsAsking(true) : onClose()),
    guard: isDirty && (
      <>
        <LeaveGuard />
        {isAsking && (
          <Confirm
            title={<FormattedMessage id="leave.discard_title" />}
            text={<FormattedMessage id="leave.lost" />}
            submit={<FormattedMessage id="leave.discard" />}
            danger
            onConfirm={async () => onClose()}
            onClose={() => setIsAsking(false)}
          />
        )}
      </>
    ),
  };
}
