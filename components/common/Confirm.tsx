import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from './Button.tsx';
import { failureText } from './failure-text.tsx';
import { Modal } from './Modal.tsx';
import { Notice } from './Notice.tsx';

type ConfirmProps = {
  title: ReactNode;
  text: ReactNode;
  /** What the button says that does it. */
  submit: ReactNode;
  danger?: boolean;
  /** Does it; what it throws is said, and the dialog stays. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before something that can't be undone by a button. The focus is on what changes nothing. */
export function Confirm({ title, text, submit, danger = false, onConfirm, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
            {submit}
          </Button>
        </>
      }
    >
      {problem && <Notice tone="error">{problem}</Notice>}
      <p>{text}</p>
    </Modal>
  );
}
