import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { apiClient, plainClient, setAuthorization, setOrgHandle, setSessionGate } from '#services/http.ts';

export type RecordedRequest = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether the client closed the connection before the response was sent. */
  aborted: boolean;
};
type FakeResponse = { status?: number; body?: unknown; raw?: string };
/** A handler that returns a promise holds its response back until the test lets it go. */
type FakeResponses = Record<
  string,
  FakeResponse | ((request: RecordedRequest) => FakeResponse | Promise<FakeResponse>)
>;

/** An API of a few answers over real HTTP, which both clients are led to, and what it was asked. */
export type FakeApi = {
  requests: RecordedRequest[];
  /** `GET auth/me/` → its answer; what has none is 404. */
  responses: FakeResponses;
  paths(): string[];
  /** Resolves once the API has what the page was about to send: later than several requests that aren't recorded. */
  received(): Promise<void>;
  stop(): Promise<void>;
};

/** The test's page has another origin, whose requests a browser lets through where the server says so. */
const FROM_ELSEWHERE = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    '*, Authorization, app-type, org-handle, content-type, if-match, idempotency-key, share-token',
  'access-control-allow-methods': '*, GET, POST, PUT, PATCH, DELETE',
  'access-control-expose-headers': '*, retry-after, etag',
};

export async function startFakeApi(responses: FakeResponses): Promise<FakeApi> {
  const requested: RecordedRequest[] = [];
  const api: FakeApi = {
    requests: requested,
    responses,
    paths: () => requested.map(({ method, path }) => `${method} ${path}`),
    received: async () => {
      for (let at = 0; at < 10; at += 1) await fetch(apiClient.base(), { method: 'OPTIONS' });
    },
    stop: () => stop(server),
  };
  const server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(FROM_ELSEWHERE)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, search } = new URL(request.url ?? '/', 'http://fake');
    const path = pathname.replace(/^\/api\/v1\//, '');
    const { method = '', headers } = request;
    const call: RecordedRequest = { method, path, query: search, headers, body, aborted: false };
    response.once('close', () => {
      call.aborted = !response.writableEnded;
    });
    requested.push(call);
    const found = api.responses[`${call.method} ${path}`];
    const fakeResponse = typeof found === 'function' ? await found(call) : found;
    const { status = fakeResponse ? 200 : 404, raw, body: data } = fakeResponse ?? {};
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(raw ?? JSON.stringify(data ?? { message: 'Nothing here', code: 'not_found' }));
  });
  // A connection that a slow test left idle would else be closed while the next request is on its way.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake API has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  plainClient.base = () => origin;
  apiClient.base = () => `${origin}/api/v1/`;
  return api;
}

async function stop(server: Server): Promise<void> {
  setAuthorization(null);
  setOrgHandle(null);
  setSessionGate(null);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
