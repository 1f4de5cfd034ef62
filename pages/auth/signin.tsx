import NextLink from 'next/link';
import { useRouter } from 'next/router';
import { type ReactElement, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CodeField } from '#components/auth/CodeField.tsx';
import { SignOnButton } from '#components/auth/SignOnButton.tsx';
import { SignOnNotice } from '#components/auth/SignOnNotice.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Form, FormFooter, FormHeading, OrDivider } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { stepPath } from '#lib/browser/current-step.ts';
import { internalPath } from '#lib/browser/internal-path.ts';
import { required } from '#lib/text/messages.ts';
import { codeProblem } from '#lib/text/rules.ts';
import { failureOf } from '#services/http.ts';

type SignInForm = ReturnType<typeof useForm<{ email: string; password: string; code: string }>>;

export default function SignInPage() {
  const intl = useIntl();
  const router = useRouter();
  const { signIn } = useAuth();
  const { demo } = useShell().config;
  const email = intl.formatMessage({ id: 'auth.email' });
  const password = intl.formatMessage({ id: 'auth.password' });

  // Requested once the password was right; the password stays in the form and is sent along.
  const [asksCode, setAsksCode] = useState(false);
  const code = intl.formatMessage({ id: 'auth.code' });

  const form = useForm({
    initial: { email: '', password: '', code: '' },
    check: (values) => ({
      ...(values.email.trim() ? {} : { email: required(email) }),
      ...(values.password ? {} : { password: required(password) }),
      ...(asksCode ? { code: values.code ? codeProblem(values.code, code) : required(code) } : {}),
    }),
    send: async (values) => {
      const credentials = { email: values.email.trim(), password: values.password };
      const user = await signIn({ ...credentials, ...(asksCode ? { code: values.code } : {}) }).catch(
        (error: unknown) => {
          if (failureOf(error)?.code !== 'second_factor_required') throw error;
          return null;
        },
      );
      if (!user) {
        setAsksCode(true);
        return;
      }
      const { invite, next } = router.query;
      // An invitation comes before all other steps: it may be to the hub that the next step requires.
      const step = invite ? null : stepPath(user);
      await router.push(step ?? internalPath(next) ?? '/');
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  if (asksCode)
    return (
      <CodeStep
        form={form}
        label={code}
        onBack={() => {
          form.set('code', '');
          form.set('password', '');
          setAsksCode(false);
        }}
      />
    );

  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'auth.signin_title' })}
        text={<FormattedMessage id="auth.signin_text" />}
      />
      {router.query.reset === 'done' && (
        <Notice tone="success">
          <FormattedMessage id="auth.reset_done" />
        </Notice>
      )}
      <SignOnNotice />
      <Form {...form.form}>
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
          // The message doesn't reveal which of the two is wrong.
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
      <SignOnButton />
      {demo && (
        <>
          <OrDivider>
            <FormattedMessage id="auth.or" />
          </OrDivider>
          <Button
            size="large"
            block
            disabled={form.busy}
            onClick={() => void form.submit({ ...demo, code: '' })}
          >
            <FormattedMessage id="auth.signin_demo" />
          </Button>
        </>
      )}
      <FormFooter>
        <FormattedMessage id="auth.new_here" />{' '}
        <NextLink prefetch={false} href={{ pathname: '/auth/signup', query: router.query }}>
          <FormattedMessage id="auth.create_account" />
        </NextLink>
      </FormFooter>
    </>
  );
}

type CodeStepProps = { form: SignInForm; label: string; onBack: () => void };

/** Asks for the second factor. */
function CodeStep({ form, label, onBack }: CodeStepProps) {
  const intl = useIntl();
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'auth.code_title' })}
        text={<FormattedMessage id="auth.code_text" />}
      />
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <CodeField
          {...form.bind('code')}
          label={label}
          help={<FormattedMessage id="auth.code_help" />}
          required
          autoFocus
        />
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <FormattedMessage id="auth.signin" />
        </Button>
      </Form>
      <FormFooter>
        <Button variant="link" onClick={onBack}>
          <FormattedMessage id="auth.code_back" />
        </Button>
      </FormFooter>
    </>
  );
}

SignInPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps({ access: 'visitors' });
