import type { NextPageContext } from 'next';
import type { ReactElement } from 'react';
import { AppearanceProviders } from '#components/layout/AppearanceProviders.tsx';
import { FailurePage } from '#components/layout/FailurePage.tsx';
import { pageFailureStatus } from '#components/layout/page-failure.ts';
import { signInPath } from '#lib/browser/sign-in-path.ts';

type ErrorPageProps = {
  status: number;
  /** Address of the sign-in page, which returns here; only where signing in may show more. */
  signIn?: string;
};

/** Every error page: not found (404) and failures (500, 503), without a session or antd. */
export default function ErrorPage({ status, signIn }: ErrorPageProps) {
  return <FailurePage status={status} signIn={signIn} />;
}

ErrorPage.getLayout = (page: ReactElement) => <AppearanceProviders>{page}</AppearanceProviders>;

// Rendered for each response, because the styles need its nonce.
ErrorPage.getInitialProps = ({ req, res, err, asPath }: NextPageContext): ErrorPageProps => {
  const retryAfter = req?.hubkeep?.retryAfter;
  const failed = pageFailureStatus(err);
  if (res?.statusCode === 500 && (failed !== null || retryAfter)) {
    res.statusCode = failed ?? 503;
    if (retryAfter) res.setHeader('Retry-After', retryAfter);
  }
  const status = res?.statusCode ?? err?.statusCode ?? 404;
  // Shown for every address without a page, so that it doesn't reveal whether something exists there.
  const isVisitor = status === 404 && asPath !== undefined && req?.hubkeep?.signedIn === false;
  return isVisitor ? { status, signIn: signInPath(asPath) } : { status };
};
