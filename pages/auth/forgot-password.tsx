import NextLink from 'next/link';
import { type ReactElement, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Form, FormFooter, FormHeading } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useShell } from '#context/ShellContext.tsx';
import { required } from '#lib/text/messages.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { forgotPassword } from '#services/account.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Command = styled.code`
  display: block;
  margin-top: ${space(3)};
  padding: ${space(3)};
  border-radius: ${radius('chip')};
  background: ${color('surface')};
  color: ${color('text')};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

export default function ForgotPasswordPage() {
  const { mail } = useShell().config;
  return (
    <>
      {mail ? <MailForm /> : <AskAdministrator />}
      <FormFooter>
        <NextLink prefetch={false} href="/auth/signin">
          <FormattedMessage id="auth.back_to_signin" />
        </NextLink>
      </FormFooter>
    </>
  );
}

/** Where no mail is sent, an administrator creates the link. */
function AskAdministrator() {
  const intl = useIntl();
  return (
    <>
      <FormHeading title={intl.formatMessage({ id: 'auth.forgot_title' })} />
      <Notice>
        <strong>
          <FormattedMessage id="auth.forgot_no_mail_title" />
        </strong>
        <p>
          <FormattedMessage id="auth.forgot_no_mail" />
        </p>
        <Command>{'npm run user -- reset-link <email>'}</Command>
      </Notice>
    </>
  );
}

function MailForm() {
  const intl = useIntl();
  const [sent, setSent] = useState(false);
  const email = intl.formatMessage({ id: 'auth.email' });
  const form = useForm({
    initial: { email: '' },
    check: (values) => {
      const address = values.email.trim();
      return { email: address ? emailProblem(address, email) : required(email) };
    },
    send: async (values) => {
      await forgotPassword({ email: values.email.trim() });
      setSent(true);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'auth.forgot_title' })}
        text={<FormattedMessage id="auth.forgot_text" />}
      />
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        {sent && (
          <Notice tone="success">
            <FormattedMessage id="auth.forgot_sent" />
          </Notice>
        )}
        <TextField
          {...form.bind('email')}
          label={email}
          required
          autoFocus
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <FormattedMessage id="auth.forgot_submit" />
        </Button>
      </Form>
    </>
  );
}

ForgotPasswordPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps({ access: 'visitors' });
