import NextLink from 'next/link';
import { type ReactElement, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CodeField } from '#components/auth/CodeField.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button } from '#components/ui/Button.tsx';
import { Form, FormFooter, FormHeading } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { WaitingSignOn } from '#lib/browser/page-request.ts';
import { SIGN_ON_PATHS } from '#lib/browser/sign-on-paths.ts';

type ConfirmProps = WaitingSignOn & { problem: string | null };

/** After single sign-on: the account's own password, where it is to be connected, and its second factor. It works without a script. */
export default function ConfirmSignOnPage({ email, needs, problem }: WithShell<ConfirmProps>) {
  const intl = useIntl();
  const { signOn } = useShell().config;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const values = { email, name: signOn };
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: needs.password ? 'auth.connect_title' : 'auth.code_title' })}
        text={
          <FormattedMessage
            id={needs.password ? 'auth.connect_text' : 'auth.connect_code_text'}
            values={values}
          />
        }
      />
      {problem === 'limited' && (
        <Notice tone="error">
          <FormattedMessage id="auth.sign_on_limited" />
        </Notice>
      )}
      <Form method="post" action={SIGN_ON_PATHS.confirmed}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {needs.password && (
          <PasswordField
            label={intl.formatMessage({ id: 'auth.password' })}
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={
              problem === 'password' ? intl.formatMessage({ id: 'auth.connect_wrong_password' }) : undefined
            }
            required
            autoFocus
            autoComplete="current-password"
            aside={
              <NextLink prefetch={false} href="/auth/forgot-password">
                <FormattedMessage id="auth.forgot" />
              </NextLink>
            }
          />
        )}
        {needs.code && (
          <CodeField
            label={intl.formatMessage({ id: 'auth.code' })}
            help={<FormattedMessage id="auth.code_help" />}
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={problem === 'code' ? intl.formatMessage({ id: 'auth.connect_wrong_code' }) : undefined}
            required
            autoFocus={!needs.password}
          />
        )}
        <Button type="submit" variant="primary" size="large" block>
          <FormattedMessage id="auth.connect_submit" />
        </Button>
      </Form>
      <FormFooter>
        <NextLink prefetch={false} href="/auth/signin">
          <FormattedMessage id="auth.back_to_signin" />
        </NextLink>
      </FormFooter>
    </>
  );
}

ConfirmSignOnPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps<ConfirmProps>({ access: 'everyone' }, async ({ context }) => {
  const waiting = await context.req.hubkeep?.waitingSignOn();
  if (!waiting) return { redirect: { destination: '/auth/signin?sign_on=expired', permanent: false } };
  const { problem } = context.query;
  return { props: { ...waiting, problem: typeof problem === 'string' ? problem : null } };
});
