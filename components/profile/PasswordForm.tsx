import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { Columns, SaveRow, Section } from '#components/ui/Section.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { required } from '#lib/text/messages.ts';
import { passwordProblems } from '#lib/text/rules.ts';
import { changePassword } from '#services/profile.ts';

type PasswordFormProps = {
  email: string;
  /** The other devices were signed out. */
  onChanged: () => void;
};

/** Changes the password: requires the old one, and shows the rules of the new one while it is typed. */
export function PasswordForm({ email, onChanged }: PasswordFormProps) {
  const intl = useIntl();
  const [changed, setChanged] = useState(false);
  const old = intl.formatMessage({ id: 'profile.password_old' });
  const chosen = intl.formatMessage({ id: 'profile.password_new' });

  const form = useForm({
    initial: { old_password: '', password: '' },
    check: (values) => ({
      old_password: values.old_password ? null : required(old),
      password: values.password ? (passwordProblems(values.password)[0]?.message ?? null) : required(chosen),
    }),
    send: async (values) => {
      setChanged(false);
      await changePassword(values);
      form.set('old_password', '');
      form.set('password', '');
      setChanged(true);
      onChanged();
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  return (
    <Section
      title={<FormattedMessage id="profile.password" />}
      text={<FormattedMessage id="profile.password_text" />}
    >
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        {changed && (
          <Notice tone="success">
            <FormattedMessage id="profile.password_changed" />
          </Notice>
        )}
        {/* Password managers store the new password for this user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Columns>
          <PasswordField
            {...form.bind('old_password')}
            label={old}
            required
            autoComplete="current-password"
          />
          <PasswordField
            {...form.bind('password')}
            label={chosen}
            required
            rules
            autoComplete="new-password"
          />
        </Columns>
        <SaveRow>
          <Button type="submit" variant="primary" busy={form.busy}>
            <FormattedMessage id="profile.password_change" />
          </Button>
        </SaveRow>
      </Form>
    </Section>
  );
}
