import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';

type SignOutDialogProps = {
  /** Unsaved drafts of this account in this browser. */
  count: number;
  onSignOut: (hidesDrafts: boolean) => Promise<void>;
  onClose: () => void;
};

/** Lets a user who signs out hide their unsaved drafts until the next sign-in, or delete them. */
export default function SignOutDialog({ count, onSignOut, onClose }: SignOutDialogProps) {
  const [busy, setBusy] = useState(false);
  const leave = (hidesDrafts: boolean) => {
    setBusy(true);
    void onSignOut(hidesDrafts);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="sign_out.title" values={{ count }} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button disabled={busy} onClick={() => leave(false)}>
            <FormattedMessage id="sign_out.delete" values={{ count }} />
          </Button>
          <Button variant="primary" busy={busy} onClick={() => leave(true)}>
            <FormattedMessage id="sign_out.with_drafts" values={{ count }} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="sign_out.text" values={{ count }} />
      </p>
    </Modal>
  );
}
