import type { NextRouter } from 'next/router';

/** A router that stands still and notes where it was led; for what asks `useRouter` outside of a page. */
export function createTestRouter(asPath = '/'): { router: NextRouter; led: string[] } {
  const led: string[] = [];
  const lead = async (target: unknown) => {
    led.push(String(target));
    return true;
  };
  const router: NextRouter = {
    route: asPath,
    pathname: asPath,
    query: {},
    asPath,
    basePath: '',
    isLocaleDomain: false,
    isFallback: false,
    isReady: true,
    isPreview: false,
    push: lead,
    replace: lead,
    reload: () => void led.push('reload'),
    back: () => {},
    forward: () => {},
    prefetch: async () => {},
    beforePopState: () => {},
    events: { on: () => {}, off: () => {}, emit: () => {} },
  };
  return { router, led };
}
