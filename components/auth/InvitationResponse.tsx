import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { stepPath } from '#lib/browser/current-step.ts';
import type { Invite } from '#lib/contract/invite.ts';
import { acceptInvite, declineInvite } from '#services/hub.ts';

type InvitationResponseProps = { token: string; invite: Invite };

/** Accept or decline, for the user whom an invitation is for. */
export function InvitationResponse({ token, invite }: InvitationResponseProps) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const [declined, setDeclined] = useState(false);
  const unreachable = intl.formatMessage({ id: 'error.offline' });
  const nothing = { initial: {}, check: () => ({}), unreachable };

  const join = useForm({
    ...nothing,
    send: async () => {
      const user = (await acceptInvite(token)).data;
      updateUser(user);
      await router.push(stepPath(user) ?? `/${invite.hub.domain_handle}`);
    },
  });
  const decline = useForm({
    ...nothing,
    send: async () => {
      await declineInvite(token);
      setDeclined(true);
    },
  });

  if (declined) {
    return (
      <>
        <Notice>
          <FormattedMessage id="invite.declined" />
        </Notice>
        <LinkButton href="/" size="large" block>
          <FormattedMessage id="error_page.home" />
        </LinkButton>
      </>
    );
  }
  const problem = join.problem ?? decline.problem;
  return (
    <Form {...join.form}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Button type="submit" variant="primary" size="large" block busy={join.busy} disabled={decline.busy}>
        <FormattedMessage id="join_hub.submit" />
      </Button>
      {/* An invite link is for many users: none of them can decline it for all. */}
      {invite.email !== null && (
        <Button
          size="large"
          block
          busy={decline.busy}
          disabled={join.busy}
          onClick={() => void decline.submit({})}
        >
          <FormattedMessage id="invite.decline" />
        </Button>
      )}
    </Form>
  );
}
