import Link from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { AppearanceProviders } from './AppearanceProviders.tsx';
import { MessagePage } from './MessagePage.tsx';

type FailurePageProps = {
  status: number;
  /** Address of the sign-in page, which returns here; only where signing in may show more. */
  signIn?: string | undefined;
};

/** The pages for not found (404) and failures (5xx, too many requests), without a session or antd. */
export function FailurePage({ status, signIn }: FailurePageProps) {
  const intl = useIntl();
  const missing = status === 404;
  const title = intl.formatMessage({ id: missing ? 'error_page.not_found' : 'error_page.failed' });
  return (
    <MessagePage
      code={String(status)}
      title={title}
      text={<FormattedMessage id={missing ? 'error_page.not_found_text' : 'error_page.failed_text'} />}
      action={
        <>
          {!missing && (
            <Button variant="primary" size="large" onClick={() => window.location.reload()}>
              <FormattedMessage id="action.retry" />
            </Button>
          )}
          <LinkButton href="/" variant={missing ? 'primary' : 'plain'} size="large">
            <FormattedMessage id="error_page.home" />
          </LinkButton>
          {signIn && (
            <p>
              <FormattedMessage
                id="error_page.sign_in"
                values={{ link: (chunks) => <Link href={signIn}>{chunks}</Link> }}
              />
            </p>
          )}
        </>
      }
    >
      <PageTitle title={title} />
    </MessagePage>
  );
}

/** In place of a page whose content could not be loaded. */
export default function InlineFailure({ status }: { status: number }) {
  return (
    <AppearanceProviders>
      <FailurePage status={status} />
    </AppearanceProviders>
  );
}
