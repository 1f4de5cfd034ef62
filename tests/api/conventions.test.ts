import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectData, expectRefusal } from '#tests/harness/answers.ts';
import type { Answer } from '#tests/harness/client.ts';
import { registerUser } from '#tests/harness/people.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const json = { 'content-type': 'application/json' };
const sendRaw = (raw: BodyInit, headers: Record<string, string> = json): Promise<Answer> =>
  server.client.post('auth/login/', undefined, { raw, headers });

describe('every address', () => {
  it('answers the same with and without its last slash, and with no redirect', async () => {
    const slashed = await server.client.get('core/basic-settings/');
    const bare = await server.client.get('core/basic-settings');
    expect(bare.status).toBe(200);
    expect(bare.data).toEqual(expectData(slashed));
  });

  it('carries its timing and an id', async () => {
    for (const path of ['core/basic-settings/', 'auth/me/', 'no/such/thing/']) {
      const { headers } = await server.client.get(path);
      expect(headers.get('server-timing')).toBeTruthy();
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('that does not exist says so as the API does', async () => {
    expectRefusal(await server.client.get('no/such/thing/'), 404, 'not_found');
    expectRefusal(await server.client.post('core/basic-settings/', {}), 404, 'not_found');
  });
});

describe('a body', () => {
  it.each(['{', '{"email":', "{'email': 1}", 'email=a', '{"a":1}}'])(
    'that is no JSON (%j) is a 400',
    async (raw) => {
      expectRefusal(await sendRaw(raw), 400, 'unreadable_json');
    },
  );

  it('that is not UTF-8 is a 400', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"email":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    expectRefusal(await sendRaw(bytes), 400);
  });

  it('of more than 1 MiB is a 413', async () => {
    expectRefusal(await sendRaw(JSON.stringify({ email: 'x'.repeat(1024 ** 2) })), 413, 'too_large');
  });

  it('of another type is a 415', async () => {
    expectRefusal(await sendRaw('<x/>', { 'content-type': 'application/xml' }), 415);
  });

  it.each([[], 'text', 7, null, true])(
    'that is JSON but no object (%j) is a 422 with the fields in words',
    async (body) => {
      expectRefusal(await sendRaw(JSON.stringify(body)), 422);
    },
  );

  it('with the wrong types in it names each field', async () => {
    const answer = await sendRaw(JSON.stringify({ email: 7, password: ['x'] }));
    expectRefusal(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['email', 'password']);
  });

  it('that tries to reach the prototype changes nothing', async () => {
    expectRefusal(await sendRaw('{"__proto__":{"email":"a@b.test"},"constructor":{"x":1}}'), 422);
    expect(Object.hasOwn(Object.prototype, 'email')).toBe(false);
  });
});

describe('a list', () => {
  it('refuses pages that are none, and finds a page past the end empty', async () => {
    const { client } = await registerUser(server.client);
    for (const page of ['0', '-1', 'two', '1e99', '1.5']) {
      expectRefusal(await client.get('hubs/', { query: { page } }), 422);
    }
    expectRefusal(await client.get('hubs/', { query: { page_size: 101 } }), 422);
    const past = await client.get('hubs/', { query: { page: 99_999 } });
    expect(past.body).toMatchObject({ data: [], page: 99_999, page_size: 10 });
  });
});

describe('the description', () => {
  it('is OpenAPI 3.1 and describes what there is', async () => {
    const response = await server.client.fetch('GET', 'openapi.json');
    const description = await response.json();
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(description.paths)).toContain('/core/basic-settings/');
  });
});

describe('health', () => {
  it('is told to whoever asks', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await server.client.fetch('GET', path)).status).toBe(200);
    }
  });
});
