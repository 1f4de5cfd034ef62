import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { loadLink } from './load-link.ts';

const PASS = 'pass-of-link';

/** The page of a link to a view, where the API has this host. */
async function load(apiHost: string) {
  const read = (data: unknown) => JSON.parse(JSON.stringify({ ok: true, status: 200, data }));
  const api = async (path: string) => {
    if (path.endsWith('/rows/') || path.includes('/rows/?')) return read([]);
    if (path.startsWith('shared-views/')) return read({ id: 'v', type: 'list', columns: [], group: [] });
    return read({ pass: PASS, pass_seconds: 60, item: null, form: null, view: { id: 'v' } });
  };
  const config = { publicUrl: 'https://hub.example', apiHost };
  const req = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    cookies: {},
    ...JSON.parse(JSON.stringify({ hubkeep: { config } })),
  });
  const res = new ServerResponse(req);
  const context = { req, res, query: {}, resolvedUrl: '/s/token' };
  const visit = { context, viewer: null, hub: null, api, apiOfLink: () => api };
  const found = await loadLink(visit, 'token');
  return { loaded: 'loaded' in found ? found.loaded : null, cookie: String(res.getHeader('set-cookie')) };
}

test('gives the pass of a link to the page’s own requests where the API has a host of its own', async () => {
  expect((await load('https://api.example')).loaded).toMatchObject({ type: 'view', view: { pass: PASS } });
});

test('gives it to no script where a cookie is enough, which only the server reads', async () => {
  const { loaded, cookie } = await load('');
  expect(JSON.stringify(loaded)).not.toContain(PASS);
  expect(cookie).toContain(PASS);
  expect(cookie).toContain('HttpOnly');
});
