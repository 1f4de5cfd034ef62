import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Job } from '#lib/contract/job.ts';
import { space } from '#styles/tokens.ts';
import { ImportProgress } from './ImportProgress.tsx';

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

type ImportFrameProps = {
  title: ReactNode;
  submit: ReactNode;
  /** Pixels. */
  width?: number;
  /** The import as it was queued; null while it is being prepared. */
  job: Job | null;
  busy: boolean;
  disabled?: boolean;
  problem: ReactNode;
  onSubmit: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
  /** Stands before the buttons. */
  note?: ReactNode;
  /** What is offered beside its progress. */
  next?: ReactNode;
  /** The file, and how it is imported. */
  children: ReactNode;
};

/** The dialog of an import: first what is imported and how, then its progress. */
export function ImportFrame(props: ImportFrameProps) {
  const { title, submit, width, job, busy, disabled = false, problem, onSubmit, onDone, onClose } = props;
  const formId = useId();
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      {...(width === undefined ? {} : { width })}
      footer={
        job ? (
          <CloseButton onClose={onClose} />
        ) : (
          <>
            {props.note}
            <Button onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="primary" type="submit" form={formId} busy={busy} disabled={disabled}>
              {submit}
            </Button>
          </>
        )
      }
    >
      {job ? (
        <>
          <ImportProgress queued={job} onDone={onDone} />
          {props.next}
        </>
      ) : (
        <Parts
          id={formId}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void onSubmit();
          }}
        >
          {problem && <Notice tone="error">{problem}</Notice>}
          {props.children}
        </Parts>
      )}
    </Modal>
  );
}

/** Has the focus once it is there: the button that started the import is no longer shown. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="primary" onClick={onClose}>
      <FormattedMessage id="action.close" />
    </Button>
  );
}
