import { FormattedMessage } from 'react-intl';
import { useSignOut } from '#components/account/SignOut.tsx';
import { Button } from '#components/common/Button.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { invitePath } from './invite-path.ts';

/** An invitation is for one address: says which, and lets another person sign in. */
export function InvitationOfSomebodyElse({ token, email }: { token: string; email: string }) {
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
