import NextLink from 'next/link';
import { useRouter } from 'next/router';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Form, FormFoot, FormHead, Or } from '#components/account/FormHead.tsx';
import { useForm } from '#components/account/use-form.ts';
import { Button } from '#components/common/Button.tsx';
import { TextField } from '#components/common/Field.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { PasswordField } from '#components/common/PasswordField.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { stepPath } from '#lib/current-step.ts';
import { internalPath } from '#lib/internal-path.ts';
import { required } from '#lib/messages.ts';

export default function SignInPage() {
  const intl = useIntl();
  const router = useRouter();
  const { signIn } = useAuth();
  const { demo } = useShell().config;
  const email = intl.formatMessage({ id: 'auth.email' });
  const password = intl.formatMessage({ id: 'auth.password' });

  const form = useForm({
    initial: { email: '', password: '' },
    check: (values) => ({
      ...(values.email.trim() ? {} : { email: required(email) }),
      ...(values.password ? {} : { password: required(password) }),
    }),
    send: async (values) => {
      const user = await signIn({ email: values.email.trim(), password: values.password });
      const { invite, next } = router.query;
      // An invitation is answered before anything else: it may be the hub that the next step asks for.
      const step = invite ? null : stepPath(user);
      await router.push(step ?? internalPath(next) ?? '/');
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  return (
    <>
      <FormHead
        title={intl.formatMessage({ id: 'auth.signin_title' })}
        text={<FormattedMessage id="auth.signin_text" />}
      />
      {router.query.reset === 'done' && (
        <Notice tone="success">
          <FormattedMessage id="auth.reset_done" />
        </Notice>
      )}
      <Form {...form.form}>
        <TextField
          {...form.bind('email')}
          label={email}
          required
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        <PasswordField
          {...form.bind('password')}
          // Which of the two is wrong, nobody is told.
          error={form.errors.password ?? form.problem}
          label={password}
          required
          autoComplete="current-password"
          aside={
            <NextLink prefetch={false} href="/auth/forgot-password">
              <FormattedMessage id="auth.forgot" />
            </NextLink>
          }
        />
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <FormattedMessage id="auth.signin" />
        </Button>
      </Form>
      {demo && (
        <>
          <Or>
            <FormattedMessage id="auth.or" />
          </Or>
          <Button size="large" block disabled={form.busy} onClick={() => void form.submit(demo)}>
            <FormattedMessage id="auth.signin_demo" />
          </Button>
        </>
      )}
      <FormFoot>
        <FormattedMessage id="auth.new_here" />{' '}
        <NextLink prefetch={false} href={{ pathname: '/auth/signup', query: router.query }}>
          <FormattedMessage id="auth.create_account" />
        </NextLink>
      </FormFoot>
    </>
  );
}

SignInPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps({ access: 'visitors' });
