import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#tests/harness/server.ts';

const PAGES = 'https://hub.example';
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: PAGES } });
});
afterAll(() => server.stop());

const ask = (origin: string, method = 'GET') =>
  fetch(`${server.url}/api/v1/core/basic-settings/`, { method, headers: { origin } });

test('allows the origin of PUBLIC_URL with a bearer token', async () => {
  const preflight = await ask(PAGES, 'OPTIONS');
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(PAGES);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  const response = await ask(PAGES);
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe(PAGES);
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
});

test('refuses every other origin', async () => {
  for (const origin of ['https://elsewhere.example', 'null', 'https://hub.example.evil.example']) {
    for (const method of ['GET', 'OPTIONS']) {
      const response = await ask(origin, method);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('access-control-allow-headers')).toBeNull();
    }
  }
});
