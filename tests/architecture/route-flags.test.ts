import { expect, test } from 'vitest';
import { routes } from '#server/routes.ts';
import { sources } from './sources.ts';

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every route has a response schema or is a stream of named media types', () => {
  const without = routes.filter(({ response, stream }) => !response && !stream).map(nameOf);
  expect(without).toEqual([]);
  const types = routes.flatMap(({ stream = [] }) => stream);
  expect(types.filter((type) => !/^[\w*]+\/[\w.+*-]+$/.test(type))).toEqual([]);
});

test('every route that takes a body which is no JSON says what it takes', () => {
  expect(routes.filter(({ receive, receives }) => !receive !== !receives).map(nameOf)).toEqual([]);
});

test('every write declares which change events follow it', () => {
  const undeclared = routes.filter(({ method, publishes }) => method !== 'GET' && publishes === undefined);
  expect(undeclared.map(nameOf)).toEqual([]);
});

test('only writes that count tries of a password or a code ignore an Idempotency-Key', () => {
  const ignoring = routes.filter(({ idempotent }) => idempotent === false).map(nameOf);
  expect(ignoring.filter((name) => !/^(POST|PATCH|DELETE) auth\//.test(name)).toSorted()).toEqual([
    'DELETE hubs/:handle/',
    'POST hubs/:handle/transfer/',
    'POST spaces/:slug/take-over/',
  ]);
  const accountWrites = routes.filter(({ method, path }) => method !== 'GET' && path.startsWith('auth/'));
  expect(accountWrites.filter(({ idempotent }) => idempotent !== false).map(nameOf)).toEqual([]);
});

test('every route of a public form takes the links that its visitor opened, and no other route does', () => {
  const ofForms = routes.filter(({ path }) => path.startsWith('public/forms/')).map(nameOf);
  expect(routes.filter(({ acceptsLinkCookie }) => acceptsLinkCookie).map(nameOf)).toEqual(ofForms);
});

test('every GET of a space and of what is in it reads that space along with the session', () => {
  const reading = routes.filter(({ readsSpace }) => readsSpace).map(nameOf);
  const ofSpaces = routes.filter(({ method, path }) => method === 'GET' && path.startsWith('spaces/:slug/'));
  expect(reading).toEqual(ofSpaces.map(nameOf));
});

test('no token of an address is written to the log', () => {
  const hidden = routes.filter(({ hidesPathInLog }) => hidesPathInLog).map(nameOf);
  expect(hidden).toEqual(routes.filter(({ path }) => /:(?:\w*_)?token\b/.test(path)).map(nameOf));
});

test('routes that read If-Match declare it, and no others', () => {
  const count = (text: string, part: string) => text.split(part).length - 1;
  const files = sources('server').filter(({ path }) => path.endsWith('.routes.ts'));
  const differing = files.filter(({ text }) => {
    // A handler outside of its route serves several of them.
    const shared = count(text, 'handle: change,');
    const read = count(text, 'expectedRevision(request)');
    return count(text, 'acceptsRevision: true') !== (shared > 0 ? read * shared : read);
  });
  expect(differing.map(({ path }) => path)).toEqual([]);
  expect(routes.filter(({ acceptsRevision }) => acceptsRevision).length).toBeGreaterThan(20);
});

test('no code outside the routes decides by a pattern over an API path', () => {
  const anyTest =
    /(?:\b(?:definition|route)\.path|routeOptions\.url|\burl\??)\??\.(?:startsWith|endsWith|includes|match)\('[^']*:/;
  const deciding = sources('server', 'components', 'pages').filter(
    ({ path, text }) =>
      anyTest.test(text) ||
      (path.startsWith('server/api/') && /\bpath\.(?:startsWith|endsWith|includes|match)\(/.test(text)) ||
      /(?:\bpath|routeOptions\.url)\.(?:startsWith|endsWith|includes|match)\('(?:auth|hubs|public|forms|items|spaces)\//.test(
        text,
      ) ||
      /\.test\([^)]*(?:routeOptions\.url|definition\.path)/.test(text),
  );
  expect(deciding.map(({ path }) => path)).toEqual([]);
});
