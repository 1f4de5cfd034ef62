import type { NextPageContext } from 'next';
import Link from 'next/link';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LinkButton } from '#components/common/Button.tsx';
import { PageTitle } from '#components/common/PageTitle.tsx';
import { LookProviders } from '#components/layout/LookProviders.tsx';
import { MessagePage } from '#components/layout/MessagePage.tsx';
import { signInPath } from '#components/layout/page-props.ts';

type ErrorPageProps = {
  status: number;
  /** Where a visitor signs in, to be led back here; only where that may show more. */
  signIn?: string;
};

/** Every failed page: what isn't there (404) and what failed (500, 503), without a session or antd. */
export default function ErrorPage({ status, signIn }: ErrorPageProps) {
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
          <LinkButton href="/" variant="primary" size="large">
            <FormattedMessage id="error_page.home" />
          </LinkButton>
          {signIn && (
            <p>
              <FormattedMessage
                id="error_page.sign_in"
                values={{ link: (words) => <Link href={signIn}>{words}</Link> }}
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

ErrorPage.getLayout = (page: ReactElement) => <LookProviders>{page}</LookProviders>;

// Rendered for each answer, because the styles need its nonce.
ErrorPage.getInitialProps = ({ req, res, err, asPath }: NextPageContext): ErrorPageProps => {
  const retryAfter = req?.hubkeep?.retryAfter;
  if (res?.statusCode === 500 && retryAfter) {
    res.statusCode = 503;
    res.setHeader('Retry-After', retryAfter);
  }
  const status = res?.statusCode ?? err?.statusCode ?? 404;
  // Said of every address that shows nothing, so that it tells nobody whether something is there.
  const isVisitor = status === 404 && asPath !== undefined && req?.hubkeep?.signedIn === false;
  return isVisitor ? { status, signIn: signInPath(asPath) } : { status };
};
