import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TextField } from '#components/ui/Field.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { User } from '#lib/contract/account.ts';
import { required } from '#lib/text/messages.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { changeEmail } from '#services/account.ts';

type ChangeEmailFormProps = {
  /** The response: the account, and the requested address. */
  onRequested: (user: User, email: string) => Promise<void>;
  /** Its buttons. */
  children: (state: { busy: boolean }) => ReactNode;
};

/** Changes the address: requires the password; where mail is sent, a code then verifies the address. */
export function ChangeEmailForm({ onRequested, children }: ChangeEmailFormProps) {
  const intl = useIntl();
  const { mail } = useShell().config;
  const email = intl.formatMessage({ id: 'email.new' });
  const password = intl.formatMessage({ id: 'email.password' });
  const form = useForm({
    initial: { email: '', password: '' },
    check: (values) => {
      const address = values.email.trim();
      return {
        email: address ? emailProblem(address, email) : required(email),
        password: values.password ? null : required(password),
      };
    },
    send: async (values) => {
      const address = values.email.trim();
      await onRequested((await changeEmail({ email: address, password: values.password })).data, address);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Form {...form.form}>
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      <TextField
        {...form.bind('email')}
        label={email}
        help={<FormattedMessage id={mail ? 'email.help_mail' : 'email.help_no_mail'} />}
        required
        autoFocus
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <PasswordField {...form.bind('password')} label={password} required autoComplete="current-password" />
      {children({ busy: form.busy })}
    </Form>
  );
}
