import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { required } from '#lib/text/messages.ts';
import { FormDialog } from './FormDialog.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useForm } from './use-form.ts';

type OwnForm = ReturnType<typeof useForm<{ password: string }>>;

/** The part of `useForm` that the dialog needs; the form may have more fields than the password. */
type PasswordForm = Pick<OwnForm, 'form' | 'problem' | 'busy'> & {
  bind: (name: 'password') => Omit<ReturnType<OwnForm['bind']>, 'name'> & { name: string };
};

/** A form with a password only. An error of `send` is shown, and the dialog stays open. */
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
  /** The consequences of the action. */
  text: ReactNode;
  /** Label of the confirming button. */
  submit: ReactNode;
  form: PasswordForm;
  onClose: () => void;
  /** Between the text and the password: options, or further fields. */
  children?: ReactNode;
};

/** Requests confirmation of a dangerous action, with the password; its input is cleared when it unmounts. */
export function PasswordDialog({ title, text, submit, form, onClose, children }: PasswordDialogProps) {
  return (
    <FormDialog form={form} title={title} submit={submit} isDanger onClose={onClose} text={text}>
      {children}
      <PasswordField
        {...form.bind('password')}
        label={<FormattedMessage id="field.your_password" />}
        required
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
