import { useRouter } from 'next/router';
import { FormattedMessage } from 'react-intl';
import { Notice } from '#components/ui/Notice.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { SIGN_ON_PROBLEMS } from '#lib/browser/sign-on-problem.ts';

/** Why the sign-in at the provider failed, from the address that it came back to. */
export function SignOnNotice() {
  const { signOn } = useShell().config;
  const reported = useRouter().query.sign_on;
  const problem = SIGN_ON_PROBLEMS.find((one) => one === reported);
  if (!signOn || !problem) return null;
  return (
    <Notice tone="error">
      <FormattedMessage id={`auth.sign_on_${problem}`} values={{ name: signOn }} />
    </Notice>
  );
}
