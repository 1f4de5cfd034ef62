import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import { LinkButton } from '#components/ui/Button.tsx';
import { UnavailablePage } from '#components/ui/UnavailablePage.tsx';
import { signInPath } from '#lib/browser/sign-in-path.ts';

/** For visitors: the same message whether nothing exists here, or nothing that they may see. */
export function MissingPage() {
  const intl = useIntl();
  const router = useRouter();
  return (
    <UnavailablePage
      title={intl.formatMessage({ id: 'hub.missing_title' })}
      text={<FormattedMessage id="hub.missing_text" />}
      action={
        <LinkButton href={signInPath(router.asPath)} variant="primary" size="large">
          <FormattedMessage id="hub.sign_in" />
        </LinkButton>
      }
    />
  );
}
