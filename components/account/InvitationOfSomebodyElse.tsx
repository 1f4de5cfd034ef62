import { useRouter } from 'next/router';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/common/Button.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { invitePath } from './invite-path.ts';

/** An invitation is for one address: says which, and lets another person sign in. */
export function InvitationOfSomebodyElse({ token, email }: { token: string; email: string }) {
  const router = useRouter();
  const { signOut } = useAuth();
  const change = async () => {
    await signOut();
    await router.replace(invitePath(token));
  };
  return (
    <>
      <Notice tone="warning">
        <FormattedMessage id="invite.other_address" values={{ email }} />
      </Notice>
      <Button variant="primary" size="large" block onClick={() => void change()}>
        <FormattedMessage id="invite.change_account" />
      </Button>
    </>
  );
}
