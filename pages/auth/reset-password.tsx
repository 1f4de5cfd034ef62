import NextLink from 'next/link';
import { useRouter } from 'next/router';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button } from '#components/ui/Button.tsx';
import { Form, FormFooter, FormHeading } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { required } from '#lib/text/messages.ts';
import { passwordProblems } from '#lib/text/rules.ts';
import { resetPassword } from '#services/account.ts';

type ResetPasswordProps = { token: string | null };

export default function ResetPasswordPage({ token }: WithShell<ResetPasswordProps>) {
  const intl = useIntl();
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'auth.reset_title' })}
        {...(token ? { text: <FormattedMessage id="auth.reset_text" /> } : {})}
      />
      {token ? (
        <ResetForm token={token} />
      ) : (
        <Notice tone="error">
          <FormattedMessage id="auth.reset_no_token" />
        </Notice>
      )}
      <FormFooter>
        <NextLink prefetch={false} href="/auth/forgot-password">
          <FormattedMessage id="auth.reset_again" />
        </NextLink>
      </FormFooter>
    </>
  );
}

function ResetForm({ token }: { token: string }) {
  const intl = useIntl();
  const router = useRouter();
  const label = intl.formatMessage({ id: 'auth.new_password' });
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({
      password: password ? passwordProblems(password)[0]?.message : required(label),
    }),
    send: async ({ password }) => {
      await resetPassword({ token, password });
      await router.push('/auth/signin?reset=done');
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Form {...form.form}>
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      <PasswordField
        {...form.bind('password')}
        label={label}
        required
        rules
        autoFocus
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="large" block busy={form.busy}>
        <FormattedMessage id="auth.reset_submit" />
      </Button>
    </Form>
  );
}

ResetPasswordPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

// Also for signed-in users: the link may be opened in a browser that is still signed in.
export const getServerSideProps = pageProps<ResetPasswordProps>(
  { access: 'everyone' },
  async ({ context }) => {
    const { token } = context.query;
    // The address contains a secret: it must not reach other sites.
    context.res.setHeader('Referrer-Policy', 'no-referrer');
    return { props: { token: typeof token === 'string' && token ? token : null } };
  },
);
