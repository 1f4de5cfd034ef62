import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Confirm } from './Confirm.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';

type CloseGuard = {
  /** For the dialog's `onClose` and its Cancel: closes it, or requests confirmation first. */
  close: () => void;
  /** To be rendered beside the dialog. */
  guard: ReactNode;
};

/** Requests confirmation before a dialog with unsaved input is closed, or its page is left. */
export function useCloseGuard(isDirty: boolean, onClose: () => void): CloseGuard {
  const [isConfirming, setIsConfirming] = useState(false);
  return {
    close: () => (isDirty ? setIsConfirming(true) : onClose()),
    guard: isDirty && (
      <>
        <LeaveGuard />
        {isConfirming && (
          <Confirm
            title={<FormattedMessage id="leave.typed_title" />}
            text={<FormattedMessage id="leave.lost" />}
            submit={<FormattedMessage id="leave.discard" />}
            danger
            onConfirm={async () => onClose()}
            onClose={() => setIsConfirming(false)}
          />
        )}
      </>
    ),
  };
}
