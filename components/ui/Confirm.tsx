import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { space } from '#styles/tokens.ts';
import { Button } from './Button.tsx';
import { failureText } from './failure-text.tsx';
import { Modal } from './Modal.tsx';
import { Notice } from './Notice.tsx';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

type ConfirmProps = {
  title: ReactNode;
  text?: ReactNode;
  /** Under the text: a choice or further information. */
  children?: ReactNode;
  /** Pixels. */
  width?: number;
  /** Label of the confirming button. */
  submit: ReactNode;
  danger?: boolean;
  /** Executes the action; an error is shown, and the dialog stays open. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Requests confirmation of an action that can't be undone. The focus is on the button that changes nothing. */
export function Confirm({
  title,
  text,
  children,
  width = 460,
  submit,
  danger = false,
  onConfirm,
  onClose,
}: ConfirmProps) {
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
      width={width}
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
      <Parts>
        {problem && <Notice tone="error">{problem}</Notice>}
        {text && <p>{text}</p>}
        {children}
      </Parts>
    </Modal>
  );
}
