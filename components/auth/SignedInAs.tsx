import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { FormFooter } from '#components/ui/FormHeading.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useSignOut } from './SignOut.tsx';

/** The signed-in user and a sign-out button, on the steps before the app's screens. */
export function SignedInAs() {
  const signOut = useSignOut();
  const { viewer } = useShell();
  if (!viewer) return null;
  return (
    <FormFooter>
      <FormattedMessage id="auth.signed_in_as" values={{ email: viewer.email }} />{' '}
      <Button variant="link" onClick={() => void signOut()}>
        <FormattedMessage id="layout.sign_out" />
      </Button>
    </FormFooter>
  );
}
