import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { invitePath } from './invite-path.ts';
import { useSignOut } from './SignOut.tsx';

/**
 * Shown to a user with another address than the invitation's: names the address, and allows switching the account.
 */
export function InvitationForOtherAccount({ token, email }: { token: string; email: string }) {
  const signOut = useSignOut();
  return (
    <>
      <Notice tone="warning">
        <FormattedMessage id="invite.other_address" values={{ email }} />
      </Notice>
      <Button variant="primary" size="large" block onClick={() => void signOut(invitePath(token))}>
        <FormattedMessage id="invite.change_account" />
      </Button>
    </>
  );
}
