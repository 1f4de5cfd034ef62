import type { NextPage } from 'next';
import type { AppProps } from 'next/app';
import dynamic from 'next/dynamic';
import Head from 'next/head';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import type { WithShell } from '#components/layout/page-props.ts';
import type { RouteProgress } from '#components/layout/route-progress.ts';
import '#styles/fonts.css';
import '#styles/theme.css';
import '#styles/base.css';
import '#styles/control.css';

/** A page that may define its own layout; the others use the default one. */
export type PageWithLayout<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement, props: WithShell) => ReactNode;
};

const UnavailablePage = dynamic(() => import('#components/layout/UnavailablePage.tsx'));
const DefaultLayout = dynamic(() => import('#components/layout/AppLayout.tsx'));

type ShellAppProps = AppProps<WithShell> & { Component: PageWithLayout<WithShell> };

/** The application's shell: minimal, because every page loads it; layouts add their providers. */
export default function App({ Component, pageProps, router }: ShellAppProps) {
  useEffect(() => {
    let progress: Promise<RouteProgress | null> | null = null;
    const start = (_url: string, { shallow }: { shallow: boolean }) => {
      if (shallow) return;
      // It can't be loaded while the server is unreachable; the next navigation retries.
      progress ??= import('#components/layout/route-progress.ts')
        .then(({ createRouteProgress }) => createRouteProgress())
        .catch(() => {
          progress = null;
          return null;
        });
      void progress.then((shown) => shown?.start());
    };
    const done = () => void progress?.then((shown) => shown?.done());
    router.events.on('routeChangeStart', start);
    router.events.on('routeChangeComplete', done);
    router.events.on('routeChangeError', done);
    return () => {
      done();
      router.events.off('routeChangeStart', start);
      router.events.off('routeChangeComplete', done);
      router.events.off('routeChangeError', done);
    };
  }, [router.events]);

  const failed = pageProps.shell?.failed ?? null;
  const page = <Component {...pageProps} />;
  return (
    <>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      </Head>
      {failed !== null || pageProps.shell?.removed ? (
        <UnavailablePage status={failed} shell={pageProps.shell} />
      ) : Component.getLayout ? (
        Component.getLayout(page, pageProps)
      ) : (
        <DefaultLayout shell={pageProps.shell}>{page}</DefaultLayout>
      )}
    </>
  );
}
