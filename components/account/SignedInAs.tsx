import { FormattedMessage } from 'react-intl';
import { useSignOut } from '#components/account/SignOut.tsx';
import { Button } from '#components/common/Button.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { FormFoot } from './FormHead.tsx';

/** Who is signed in, and the way out, on the steps before the screens open. */
export function SignedInAs() {
  const signOut = useSignOut();
  const { viewer } = useShell();
  if (!viewer) return null;
  return (
    <FormFoot>
      <FormattedMessage id="auth.signed_in_as" values={{ email: viewer.email }} />{' '}
      <Button variant="link" onClick={() => void signOut()}>
        <FormattedMessage id="layout.sign_out" />
      </Button>
    </FormFoot>
  );
}
