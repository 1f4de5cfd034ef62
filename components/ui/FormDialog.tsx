import { type ReactNode, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from './Button.tsx';
import { Form } from './FormHeading.tsx';
import { Modal } from './Modal.tsx';
import { Notice } from './Notice.tsx';
import type { FormControl } from './use-form.ts';

type FormDialogProps = {
  form: Pick<FormControl, 'form' | 'problem' | 'busy'>;
  title: ReactNode;
  /** Label of the button that sends the form. */
  submit: ReactNode;
  isDanger?: boolean;
  onClose: () => void;
  /** Above the fields and what is wrong: the consequences of the action. */
  text?: ReactNode;
  /** Pixels. */
  width?: number;
  /** The fields. */
  children: ReactNode;
};

/** A dialog with one form, the problem of the whole form, and the buttons that send it or close the dialog. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, submit, isDanger = false, onClose, text, width, children } = props;
  const formId = useId();
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      {...(width === undefined ? {} : { width })}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} type="submit" form={formId} busy={form.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form {...form.form} id={formId}>
        {text && <p>{text}</p>}
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        {children}
      </Form>
    </Modal>
  );
}
