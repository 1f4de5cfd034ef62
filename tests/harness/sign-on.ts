import { type Client, createClient } from './client.ts';
import { createRedirectBrowser, type RedirectBrowser } from './redirects.ts';

/** The address of the server under test, as the provider knows it; nobody listens there. */
export const PUBLIC_URL = 'http://hub.example';

/** What a browser of somebody who signs in shows in the end. */
export type SignOnOutcome = {
  browser: RedirectBrowser;
  /** The path and query of the page of this app where it ends. */
  path: string;
  /** Of the session; null where they are not signed in. */
  token: string | null;
};

/** Whether an address is a page of this app, and not a step of the way through the provider. */
const isPage = ({ origin, pathname }: URL): boolean =>
  origin === PUBLIC_URL && !pathname.startsWith('/auth/oidc/');

export function outcomeOf(browser: RedirectBrowser, url: URL): SignOnOutcome {
  return {
    browser,
    path: `${url.pathname}${url.search}`,
    token: browser.cookies(PUBLIC_URL).get('hubkeep_session') ?? null,
  };
}

/** Clicks the button on the sign-in page, and goes where it leads. */
export async function signOn(
  server: { url: string },
  { next, browser = createRedirectBrowser(PUBLIC_URL, server) }: SignOnStart = {},
): Promise<SignOnOutcome> {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
  const { url } = await browser.open(`${PUBLIC_URL}/auth/oidc/start${query}`, { before: isPage });
  return outcomeOf(browser, url);
}
type SignOnStart = { next?: string; browser?: RedirectBrowser };

/** The same for anybody who gets in. */
export async function signedOn(server: { url: string }, start: SignOnStart = {}): Promise<Client> {
  const { token, path } = await signOn(server, start);
  if (!token) throw new Error(`The sign-in ended at ${path}`);
  return createClient(server.url).as(token);
}
