import type { NextPageContext } from 'next';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LinkButton } from '#components/common/Button.tsx';
import { PageTitle } from '#components/common/PageTitle.tsx';
import { LookProviders } from '#components/layout/LookProviders.tsx';
import { MessagePage } from '#components/layout/MessagePage.tsx';

type ErrorPageProps = { status: number };

/** Every failed page: what isn't there (404) and what failed (500), without a session or antd. */
export default function ErrorPage({ status }: ErrorPageProps) {
  const intl = useIntl();
  const missing = status === 404;
  const title = intl.formatMessage({ id: missing ? 'error_page.not_found' : 'error_page.failed' });
  return (
    <MessagePage
      code={String(status)}
      title={title}
      text={<FormattedMessage id={missing ? 'error_page.not_found_text' : 'error_page.failed_text'} />}
      action={
        <LinkButton href="/" variant="primary" size="large">
          <FormattedMessage id="error_page.home" />
        </LinkButton>
      }
    >
      <PageTitle title={title} />
    </MessagePage>
  );
}

ErrorPage.getLayout = (page: ReactElement) => <LookProviders>{page}</LookProviders>;

// Rendered for each answer, because the styles need its nonce.
ErrorPage.getInitialProps = ({ res, err }: NextPageContext): ErrorPageProps => ({
  status: res?.statusCode ?? err?.statusCode ?? 404,
});
