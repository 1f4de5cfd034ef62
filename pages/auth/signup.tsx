import NextLink from 'next/link';
import { useRouter } from 'next/router';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SignOnButton } from '#components/auth/SignOnButton.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Form, FormFooter, FormHeading } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { stepPath } from '#lib/browser/current-step.ts';
import { internalPath } from '#lib/browser/internal-path.ts';
import { required } from '#lib/text/messages.ts';
import { emailProblem, passwordProblems } from '#lib/text/rules.ts';

type SignUpProps = {
  /** The address that the invitation is for, if the user came from one. */
  invited: string;
};

export default function SignUpPage({ invited }: WithShell<SignUpProps>) {
  const intl = useIntl();
  const router = useRouter();
  const { signUp } = useAuth();
  const email = intl.formatMessage({ id: 'auth.email' });
  const password = intl.formatMessage({ id: 'auth.password' });

  const form = useForm({
    initial: { email: invited, password: '' },
    check: (values) => {
      const address = values.email.trim();
      return {
        email: address ? emailProblem(address, email) : required(email),
        password: values.password ? passwordProblems(values.password)[0]?.message : required(password),
      };
    },
    send: async (values) => {
      const { invite, next } = router.query;
      const user = await signUp({
        email: values.email.trim(),
        password: values.password,
        ...(typeof invite === 'string' ? { invite_token: invite } : {}),
      });
      await router.push(stepPath(user) ?? internalPath(next) ?? '/');
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'auth.signup_title' })}
        text={<FormattedMessage id="auth.signup_text" />}
      />
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <TextField
          {...form.bind('email')}
          label={email}
          required
          autoFocus
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        <PasswordField
          {...form.bind('password')}
          label={password}
          required
          rules
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <FormattedMessage id="auth.signup" />
        </Button>
      </Form>
      <SignOnButton />
      <FormFooter>
        <FormattedMessage id="auth.have_account" />{' '}
        <NextLink prefetch={false} href={{ pathname: '/auth/signin', query: router.query }}>
          <FormattedMessage id="auth.signin" />
        </NextLink>
      </FormFooter>
    </>
  );
}

SignUpPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps<SignUpProps>({ access: 'visitors' }, async ({ context, api }) => {
  const { invite } = context.query;
  if (typeof invite !== 'string' || invite === '') return { props: { invited: '' } };
  // An expired invite is reported on its own page.
  const response = await api(`invites/${encodeURIComponent(invite)}/`);
  return { props: { invited: (response.ok && response.data.email) || '' } };
});
