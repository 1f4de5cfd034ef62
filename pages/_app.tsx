import type { NextPage } from 'next';
import type { AppProps } from 'next/app';
import dynamic from 'next/dynamic';
import Head from 'next/head';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import type { WithShell } from '#components/layout/page-props.ts';
import { LAZY_LOAD_DELAY, PROGRESS_BAR_SHADOW_BLUR } from '#lib/text/constants.ts';
import '#styles/fonts.css';
import '#styles/theme.css';
import '#styles/base.css';
import '#styles/control.css';

/** A page that may define its own layout; the others use the default one. */
export type PageWithLayout<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement, props: WithShell) => ReactNode;
};

const FailurePage = dynamic(() => import('#components/layout/FailurePage.tsx'));
const RemovedPage = dynamic(() => import('#components/layout/RemovedPage.tsx'));
const DefaultLayout = dynamic(() => import('#components/layout/AppLayout.tsx'));

type ShellAppProps = AppProps<WithShell> & { Component: PageWithLayout<WithShell> };

type ProgressBar = typeof import('nprogress');

/** Loaded with the first route change: pages that are never left by a link don't need it. */
async function loadProgressBar(): Promise<ProgressBar> {
  const { default: bar } = await import('nprogress');
  bar.configure({
    showSpinner: false,
    trickleSpeed: LAZY_LOAD_DELAY,
    // The library's own template has a role that ARIA doesn't define.
    template: '<div class="bar"><div class="peg"></div></div>',
    barSelector: '.bar',
  });
  return bar;
}

/** The application's shell: minimal, because every page loads it; layouts add their providers. */
export default function App({ Component, pageProps, router }: ShellAppProps) {
  useEffect(() => {
    document.documentElement.style.setProperty('--hk-progress-blur', `${PROGRESS_BAR_SHADOW_BLUR}px`);
    let bar: Promise<ProgressBar | null> | null = null;
    // Short navigations must not flicker.
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const start = (_url: string, { shallow }: { shallow: boolean }) => {
      clearTimeout(waiting);
      if (shallow) return;
      // It can't be loaded while the server is unreachable; the next navigation retries.
      bar ??= loadProgressBar().catch(() => {
        bar = null;
        return null;
      });
      waiting = setTimeout(() => void bar?.then((shown) => shown?.start()), LAZY_LOAD_DELAY / 2);
    };
    const done = () => {
      clearTimeout(waiting);
      void bar?.then((shown) => shown?.done());
    };
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
      {failed !== null ? (
        <FailurePage status={failed} />
      ) : pageProps.shell?.removed ? (
        <RemovedPage shell={pageProps.shell} />
      ) : Component.getLayout ? (
        Component.getLayout(page, pageProps)
      ) : (
        <DefaultLayout shell={pageProps.shell}>{page}</DefaultLayout>
      )}
    </>
  );
}
