import { useRouter } from 'next/router';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '#components/ui/Button.tsx';
import { OrDivider } from '#components/ui/FormHeading.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { internalPath } from '#lib/browser/internal-path.ts';
import { SIGN_ON_PATHS } from '#lib/browser/sign-on-paths.ts';

/** Signs in at the configured provider, by a plain link that needs no script; nothing without one. */
export function SignOnButton() {
  const { signOn, publicUrl } = useShell().config;
  const next = internalPath(useRouter().query.next);
  if (!signOn) return null;
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  return (
    <>
      <OrDivider>
        <FormattedMessage id="auth.or" />
      </OrDivider>
      {/* No page of this app, so no navigation by script; the provider returns to the public address. */}
      <LinkButton as="a" href={`${publicUrl}${SIGN_ON_PATHS.begin}${query}`} size="large" block>
        <FormattedMessage id="auth.sign_on" values={{ name: signOn }} />
      </LinkButton>
    </>
  );
}
