import { FormattedMessage } from 'react-intl';
import { LinkButton } from '#components/ui/Button.tsx';
import { invitePath } from './invite-path.ts';

/** Sign-up and sign-in for visitors; both return to the invitation. */
export function InvitationForVisitors({ token }: { token: string }) {
  const next = invitePath(token);
  return (
    <>
      <LinkButton
        href={{ pathname: '/auth/signup', query: { invite: token, next } }}
        prefetch={false}
        variant="primary"
        size="large"
        block
      >
        <FormattedMessage id="auth.create_account" />
      </LinkButton>
      <LinkButton
        href={{ pathname: '/auth/signin', query: { invite: token, next } }}
        prefetch={false}
        size="large"
        block
      >
        <FormattedMessage id="auth.signin" />
      </LinkButton>
    </>
  );
}
