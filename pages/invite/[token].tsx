import Head from 'next/head';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { InvitationForOtherAccount } from '#components/auth/InvitationForOtherAccount.tsx';
import { InvitationForVisitors } from '#components/auth/InvitationForVisitors.tsx';
import { InvitationResponse } from '#components/auth/InvitationResponse.tsx';
import { SignedInAs } from '#components/auth/SignedInAs.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { LinkButton } from '#components/ui/Button.tsx';
import { FormHeading } from '#components/ui/FormHeading.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Invite } from '#lib/contract/invite.ts';
import { normalizedEmail } from '#lib/text/email.ts';

type InvitePageProps = { token: string; invite: Invite | null };

/** The page of an invitation's link: which hub invites whom, and how to accept. */
export default function InvitePage({ token, invite }: WithShell<InvitePageProps>) {
  const { viewer } = useShell();
  return (
    <>
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      {invite ? <Invitation token={token} invite={invite} /> : <EndedInvitation />}
      {viewer && <SignedInAs />}
    </>
  );
}

function Invitation({ token, invite }: { token: string; invite: Invite }) {
  const intl = useIntl();
  const { viewer } = useShell();
  const { email } = invite;
  const isTheirs = viewer && (email === null || normalizedEmail(viewer.email) === normalizedEmail(email));
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'invite.title' }, { hub: invite.hub.name })}
        text={
          <FormattedMessage
            id={email === null ? `invite.link_text_${invite.role}` : `invite.text_${invite.role}`}
            values={{ inviter: invite.invited_by, email }}
          />
        }
      />
      {invite.hub.description && <p dir="auto">{invite.hub.description}</p>}
      {!viewer && <InvitationForVisitors token={token} />}
      {viewer && !isTheirs && <InvitationForOtherAccount token={token} email={email ?? ''} />}
      {viewer && isTheirs && <InvitationResponse token={token} invite={invite} />}
    </>
  );
}

function EndedInvitation() {
  const intl = useIntl();
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'invite.ended_title' })}
        text={<FormattedMessage id="invite.ended_text" />}
      />
      <LinkButton href="/" variant="primary" size="large" block>
        <FormattedMessage id="error_page.home" />
      </LinkButton>
    </>
  );
}

InvitePage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps<InvitePageProps>(
  { access: 'everyone' },
  async ({ context, api }) => {
    const token = String(context.params?.token ?? '');
    const invite = dataOrNull(await api(`invites/${encodeURIComponent(token)}/`));
    // The address is a secret: it must not be sent as a referrer.
    context.res.setHeader('Referrer-Policy', 'no-referrer');
    if (!invite) context.res.statusCode = 404;
    return { props: { token, invite } };
  },
);
