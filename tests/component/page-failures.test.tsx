import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { GetServerSideProps, GetServerSidePropsContext } from 'next';
import { describe, expect, it } from 'vitest';
import type { PageApiInit, PageApiResult, PageRequest } from '#lib/browser/page-request.ts';

type PageModule = { getServerSideProps?: GetServerSideProps };

const PAGES = import.meta.glob<PageModule>('../../pages/**/*.tsx');

const HUB = { id: '01', name: 'Harbour', domain_handle: 'harbour', role: 'owner' };
const PERSON = {
  id: '02',
  email: 'ada@example.test',
  current_step: 'completed',
  organization_list: [HUB],
  active_organization: HUB,
};

/** Pages that are shown whatever the API answers, and why. */
const SHOWN_ANYWAY: Record<string, string> = {
  '/auth/confirm': 'asks the API nothing: what waits is in a cookie',
  '/auth/forgot-password': 'is for visitors, and leads who is signed in on',
  '/auth/signin': 'is for visitors, and leads who is signed in on',
  '/auth/signup': 'is for visitors, and leads who is signed in on',
  '/auth/reset-password': 'asks the API nothing before something is typed',
  '/create-hub': 'a hub is made also by whom the deleted ones can’t be told',
  '/drafts': 'shows what lies in the browser',
  '/index': 'leads on to the hub',
  '/join-hub': 'asks the API nothing before something is typed',
  '/offline': 'asks the API nothing',
};

/** `/[handle]/[space]` of a file in `pages/`. */
const routeOf = (file: string) => file.replace('../../pages', '').replace('.tsx', '');

const loading = await Promise.all(
  Object.entries(PAGES).map(async ([file, load]) => ({ route: routeOf(file), page: await load() })),
);
const routes = loading
  .flatMap(({ route, page }) => (page.getServerSideProps ? [{ route, props: page.getServerSideProps }] : []))
  .filter(({ route }) => !Object.hasOwn(SHOWN_ANYWAY, route));

const MISSING: PageApiResult<never> = { ok: false, status: 404, code: 'not_found', message: 'Nothing here' };

type Refusal = { status: number; code: string; data?: unknown };

/** Loads a page for somebody signed in while the API answers all that the page itself asks with a refusal. */
async function loadWhileRefused(route: string, props: GetServerSideProps, refusal: Refusal) {
  const params = Object.fromEntries(
    [...route.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => [name, name === 'handle' ? 'harbour' : '03']),
  );
  const resolvedUrl = route.replaceAll(/\[(\w+)\]/g, (_, name) => params[name] ?? '');
  const own: PageApiResult<never> = { ok: false, message: 'Refused', ...refusal };
  const requested: string[] = [];
  const request: PageRequest = {
    nonce: 'n',
    config: { apiHost: '', publicUrl: 'http://localhost', mail: true, demo: null, signOn: null },
    signedIn: true,
    postedConfirmation: () => null,
    allowFraming: () => undefined,
    waitingSignOn: async () => null,
    clearSession: () => undefined,
    renderTexts: async () => null,
    api: async <T,>(path: string, init: PageApiInit = {}) => {
      requested.push(path);
      // A visitor has nothing there.
      if (init.isAnonymous) return MISSING;
      return path === 'auth/me/' ? { ok: true, status: 200, data: PERSON as T } : own;
    },
  };
  const req = Object.assign(new IncomingMessage(new Socket()), {
    cookies: {},
    url: resolvedUrl,
    hubkeep: request,
  });
  const res = new ServerResponse(req);
  const context: GetServerSidePropsContext = {
    req,
    res,
    params,
    query: { ...params, q: 'boats' },
    resolvedUrl,
  };
  const result = await props(context).catch((error: unknown) => ({ thrown: error }));
  return { result, status: res.statusCode, requested };
}

it('knows every page that is shown for any response of the API', () => {
  const known = loading.map(({ route }) => route);
  expect(known).toEqual(expect.arrayContaining(Object.keys(SHOWN_ANYWAY)));
});

describe.each(routes)('$route', ({ route, props }) => {
  it.each([500, 503, 429, 408])('fails with the status of the API when that responds %i', async (status) => {
    const { result, ...page } = await loadWhileRefused(route, props, { status, code: 'busy' });
    expect(page.requested.filter((path) => path !== 'auth/me/')).not.toEqual([]);
    // The page of a form has no shell: the error page answers with the status.
    if (route === '/f/[slug]') expect(result).toMatchObject({ thrown: { name: 'PageFailure', status } });
    else {
      expect(result).toMatchObject({ props: { shell: { failed: status } } });
      expect(page.status).toBe(status);
    }
  });

  it('leads to sign in with the reason when the session ends while it loads', async () => {
    const refusal = { status: 401, code: 'not_signed_in', data: { ended: 'signed_out_elsewhere' } };
    const { result } = await loadWhileRefused(route, props, refusal);
    expect(result).toMatchObject({
      redirect: { destination: expect.stringMatching(/^\/auth\/signin\?.*ended=signed_out_elsewhere/) },
    });
  });

  it.runIf(route.includes('['))('says that nothing is there when the API says so', async () => {
    const { result, status } = await loadWhileRefused(route, props, MISSING);
    expect(result).not.toHaveProperty('thrown');
    if (!('notFound' in result)) expect(status).toBe(404);
  });
});
