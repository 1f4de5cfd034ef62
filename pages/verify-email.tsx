import { useRouter } from 'next/router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ChangeEmailForm } from '#components/auth/ChangeEmailForm.tsx';
import { ResendCode } from '#components/auth/ResendCode.tsx';
import { SignedInAs } from '#components/auth/SignedInAs.tsx';
import { VerifyEmailForm } from '#components/auth/VerifyEmailForm.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { FormHeading } from '#components/ui/FormHeading.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { stepPath } from '#lib/browser/current-step.ts';
import type { PendingEmail } from '#lib/contract/account.ts';
import { getPendingEmail, resendCode } from '#services/account.ts';
import { space } from '#styles/tokens.ts';

const Buttons = styled.div`
  display: grid;
  gap: ${space(3)};
`;

type VerifyEmailProps = { pending: PendingEmail };

/** Verifies an address by a code sent by mail: after signing up, and when it was changed. */
export default function VerifyEmailPage({ pending: loaded }: WithShell<VerifyEmailProps>) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const [pending, setPending] = useState(loaded);
  const [changing, setChanging] = useState(false);
  const reload = async () => setPending((await getPendingEmail()).data);
  useFirstCode(pending, reload);

  if (changing) {
    return (
      <>
        <FormHeading
          title={intl.formatMessage({ id: 'verify.change_title' })}
          text={<FormattedMessage id="verify.change_text" />}
        />
        <ChangeEmailForm
          onRequested={async () => {
            await reload();
            setChanging(false);
          }}
        >
          {({ busy }) => (
            <Buttons>
              <Button type="submit" variant="primary" size="large" block busy={busy}>
                <FormattedMessage id="verify.change_submit" />
              </Button>
              <Button size="large" block onClick={() => setChanging(false)}>
                <FormattedMessage id="verify.change_cancel" />
              </Button>
            </Buttons>
          )}
        </ChangeEmailForm>
        <SignedInAs />
      </>
    );
  }

  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'verify.title' })}
        text={<FormattedMessage id="verify.text" values={{ email: <strong>{pending.email}</strong> }} />}
      />
      <VerifyEmailForm
        // A typed code belongs to the address that it was sent to.
        key={pending.email}
        onVerified={async (user) => {
          updateUser(user);
          await router.push(stepPath(user) ?? (pending.is_change ? '/profile' : '/'));
        }}
      />
      <ResendCode sentAt={pending.sent_at} onSent={() => void reload()} />
      <Buttons>
        <Button variant="link" onClick={() => setChanging(true)}>
          <FormattedMessage id="verify.change" />
        </Button>
        {pending.is_change && (
          <LinkButton variant="link" href="/profile">
            <FormattedMessage id="verify.later" />
          </LinkButton>
        )}
      </Buttons>
      <SignedInAs />
    </>
  );
}

/** Sends a first code when the page is opened by an account from before mail was sent, or whose code has expired. */
function useFirstCode(pending: PendingEmail, reload: () => Promise<void>): void {
  const wasRequested = useRef(false);
  useEffect(() => {
    if (wasRequested.current || pending.sent_at) return;
    wasRequested.current = true;
    resendCode()
      .then(reload)
      // The button under the form shows the reason when it is used.
      .catch(() => {});
  }, [pending.sent_at, reload]);
}

VerifyEmailPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps<VerifyEmailProps>(
  { sidebar: false },
  async ({ api, viewer, context }) => {
    const pending = dataOrNull(await api('auth/verify-email/'));
    if (pending?.email && context.req.hubkeep?.config.mail) return { props: { pending } };
    return { redirect: { destination: (viewer && stepPath(viewer)) ?? '/', permanent: false } };
  },
);
