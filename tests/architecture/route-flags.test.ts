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

test('no code outside the routes decides by a pattern over an API path', () => {
  const deciding = sources('server', 'components', 'pages').filter(
    ({ text }) =>
      /(?:\bpath|routeOptions\.url)\.(?:startsWith|endsWith|includes|match)\('(?:auth|hubs|public|forms|items|spaces)\//.test(
        text,
      ) || /\.test\([^)]*(?:routeOptions\.url|definition\.path)/.test(text),
  );
  expect(deciding.map(({ path }) => path)).toEqual([]);
});
