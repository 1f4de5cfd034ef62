import { type ReactNode, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { required } from '#lib/text/messages.ts';
import { Button } from './Button.tsx';
import { Form } from './FormHeading.tsx';
import { Modal } from './Modal.tsx';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useForm } from './use-form.ts';

type OwnForm = ReturnType<typeof useForm<{ password: string }>>;

/** What of `useForm` the dialog needs; the form may ask for more than the password. */
type PasswordForm = Pick<OwnForm, 'form' | 'problem' | 'busy'> & {
  bind: (name: 'password') => Omit<ReturnType<OwnForm['bind']>, 'name'> & { name: string };
};

/** A form that asks for nothing but the password. What `send` throws is said, and the dialog stays. */
export function usePasswordForm(send: (password: string) => Promise<void>): PasswordForm {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'field.your_password' });
  return useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? null : required(label) }),
    send: ({ password }) => send(password),
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
}

type PasswordDialogProps = {
  title: ReactNode;
  /** What will happen. */
  text: ReactNode;
  /** What the button says that does it. */
  submit: ReactNode;
  form: PasswordForm;
  onClose: () => void;
  /** Between the text and the password: what is offered before it is done, or asked with it. */
  children?: ReactNode;
};

/** Asks before a dangerous act, and for the password again; what was typed is gone once it is out of the page. */
export function PasswordDialog({ title, text, submit, form, onClose, children }: PasswordDialogProps) {
  const formId = useId();
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={form.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form {...form.form} id={formId}>
        <p>{text}</p>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        {children}
        <PasswordField
          {...form.bind('password')}
          label={<FormattedMessage id="field.your_password" />}
          required
          autoComplete="current-password"
        />
      </Form>
    </Modal>
  );
}
