/** A browser without a page: it keeps cookies by host, and follows redirects. */
export type RedirectBrowser = {
  /**
   * Opens an address and follows where it leads.
   * @param before stops at a redirect to such an address, without opening it
   */
  open(url: string, options?: { before?: (url: URL) => boolean }): Promise<Opened>;
  /** Posts a form as a page of that address does. */
  post(url: string, fields: Record<string, string>): Promise<Opened>;
  cookies(url: string): Map<string, string>;
};
/** Where it ended: the page, or the redirect that it stopped at. */
export type Opened = { url: URL; response: Response };

const REDIRECTS_MAX = 12;

/** @param publicUrl stands for the server's `url`, where it really listens; another one may take its place */
export function createRedirectBrowser(publicUrl: string, server: { url: string }): RedirectBrowser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    return jar;
  };
  const store = (url: URL, response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const isOver = attributes.some((one) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970.*)$/i.test(one));
      if (isOver || value === '') jarOf(url).delete(name);
      else jarOf(url).set(name, value);
    }
  };
  const request = async (url: URL, init: RequestInit = {}) => {
    const cookie = [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie ? { cookie } : {}), accept: 'text/html' };
    const isOurs = url.href.startsWith(`${publicUrl}/`);
    const reached = isOurs ? server.url + url.href.slice(publicUrl.length) : url.href;
    const response = await fetch(reached, { ...init, headers, redirect: 'manual' });
    store(url, response);
    return response;
  };
  const follow = async (first: URL, init: RequestInit, before: (url: URL) => boolean): Promise<Opened> => {
    let url = first;
    let response = await request(url, init);
    for (let count = 0; count < REDIRECTS_MAX; count += 1) {
      const location = response.headers.get('location');
      if (!location) return { url, response };
      url = new URL(location, url);
      if (before(url)) return { url, response };
      await response.body?.cancel();
      response = await request(url);
    }
    throw new Error(`More than ${REDIRECTS_MAX} redirects, the last to ${url.href}`);
  };
  return {
    open: (url, { before = () => false } = {}) => follow(new URL(url, publicUrl), {}, before),
    post: (url, fields) =>
      follow(new URL(url, publicUrl), { method: 'POST', body: new URLSearchParams(fields) }, () => true),
    cookies: (url) => jarOf(new URL(url, publicUrl)),
  };
}
