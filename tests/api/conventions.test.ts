import { request as rawRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlace, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const json = { headers: { 'content-type': 'application/json' } };

function expectMarks(response: ClientResponse): void {
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  expect(response.headers.get('server-timing')).toMatch(/db;dur=[\d.]+.*total;dur=[\d.]+/);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
}

test('returns the same response with and without the closing slash, without a redirect', async () => {
  const { client } = await registerUser(server.client);
  for (const path of ['auth/me', 'core/basic-settings', 'hubs']) {
    const [without, withIt] = [await client.get(path), await client.get(`${path}/`)];
    expectData(without, 200);
    expect(without.body).toEqual(withIt.body);
  }
  const body = { email: 'slash@example.test', password: PASSWORD };
  expectData(await server.client.post('auth/register', body), 201);
});

test('returns Server-Timing and a request id with every response', async () => {
  const { client } = await registerUser(server.client);
  const responses = [
    await client.get('auth/me/'),
    await client.get('no/such/thing/'),
    await server.client.get('auth/me/'),
    await client.post('hubs/', {}),
    await client.post('hubs/', undefined, { ...json, raw: '{' }),
    await client.get('hubs/%zz/'),
    await client.get('/api/token/'),
    await client.get('/healthz'),
  ];
  for (const response of responses) expectMarks(response);
  const ids = responses.map((response) => response.headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(responses.length);
});

test('returns 400 for a body that is not valid JSON or UTF-8', async () => {
  const { client } = await registerUser(server.client);
  for (const raw of ['{', '{"name": }', '{"a":1}{"b":2}', 'name=Hub', "{'name': 'Hub'}", '\u0000', 'NaN']) {
    expectRefusal(await client.post('hubs/', undefined, { ...json, raw }), 400, 'unreadable_json');
  }
  const latin1 = Buffer.from('{"name":"Bücher"}', 'latin1');
  expectRefusal(await client.post('hubs/', undefined, { ...json, raw: latin1 }), 400, 'unreadable_text');
  const halfEmoji = Buffer.from('{"name":"\xf0\x9f\x9a"}', 'latin1');
  expectRefusal(await client.post('hubs/', undefined, { ...json, raw: halfEmoji }), 400, 'unreadable_text');
});

test('returns 422 and stores nothing when a number would lose precision', async () => {
  const at = await createPlace(server.client);
  const made = await createOpenForm(at.owner, at, {
    fields: [
      { name: 'amount', label: 'Amount', type: 'number', required: false },
      { name: 'data', label: 'Data', type: 'json', required: false },
    ],
  });
  const send = (values: string) =>
    at.owner.client.in(at.hub).post(`public/forms/${made.slug}/submissions/`, undefined, {
      ...json,
      raw: `{"version":1,"values":${values}}`,
    });
  for (const [values, path, problem] of [
    ['{"amount":12345678901234567}', 'amount', /more digits than can be kept exactly/],
    ['{"amount": 1e-400}', 'amount', /too large or too small/],
    ['{"amount":\n-1e400}', 'amount', /too large or too small/],
    ['{"data":{"ids":[1,12345678901234567]}}', 'data.ids[1]', /more digits than can be kept exactly/],
  ] as const) {
    const refused = await send(values);
    expectRefusal(refused, 422, 'invalid_fields');
    expect(refused.body).toMatchObject({ fields: { [path]: [expect.stringMatching(problem)] } });
  }
  expectData(await send('{"amount":0.10000000000000001,"data":"12345678901234567"}'), 201);
  const submissions = expectData(await at.owner.client.in(at.hub).get(`forms/${made.id}/submissions/`), 200);
  expect(submissions).toHaveLength(1);
});

test('returns 415 for another content type and 413 for a body that is too large', async () => {
  const { client } = await registerUser(server.client);
  const send = (type: string, raw: BodyInit) =>
    client.post('hubs/', undefined, { headers: { 'content-type': type }, raw });
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ];
  for (const type of types) expectRefusal(await send(type, '{"name":"Hub"}'), 415, 'unsupported_type');
  const large = JSON.stringify({ name: 'x'.repeat(1024 ** 2) });
  expectRefusal(await send('application/json', large), 413, 'too_large');
  const nearly = JSON.stringify({ name: 'x'.repeat(1024 ** 2 - 100) });
  expectRefusal(await send('application/json; charset=utf-8', nearly), 422, 'invalid_fields');
});

test('returns validation errors by field for a body of another shape', async () => {
  const { client } = await registerUser(server.client);
  for (const body of [[], 'text', 7, true, null]) {
    expectRefusal(await client.post('hubs/', body), 422, 'invalid_fields');
  }
  const polluted =
    '{"__proto__":{"name":"Hub"},"constructor":{"prototype":{"name":"Hub"}},"domain_handle":"polluted"}';
  expectRefusal(await client.post('hubs/', undefined, { ...json, raw: polluted }), 422, 'invalid_fields');
});

test('returns 400 for a body that is nested too deeply, on every route', async () => {
  const at = await createPlace(server.client);
  const { client } = at.owner;
  const inHub = client.in(at.hub);
  const form = await createOpenForm(at.owner, at);
  for (const depth of [101, 5_000, 30_000]) {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const condition = `${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`;
    const sent = [
      await client.post('hubs/', undefined, { ...json, raw: deep }),
      await client.post('hubs/', undefined, {
        raw: `{"name":${deep}}`,
        headers: { ...json.headers, 'idempotency-key': `deep ${depth}` },
      }),
      await client.post('/api/token/', undefined, { ...json, raw: deep }),
      await inHub.post('webhooks/', undefined, { ...json, raw: `{"url":${deep}}` }),
      await inHub.post(`spaces/${at.space.slug}/items/`, undefined, { ...json, raw: `{"columns":${deep}}` }),
      await client.patch(`forms/${form.id}/`, undefined, {
        ...json,
        raw: `{"fields":[{"name":"a","label":"A","type":"text","visible_if":${condition}}]}`,
      }),
      await server.client.post(`public/forms/${form.slug}/submissions/`, undefined, {
        ...json,
        raw: `{"version":1,"values":{"json":${deep}}}`,
      }),
      await server.client.post(`public/forms/${form.slug}/drafts/`, undefined, {
        ...json,
        raw: `{"version":1,"values":{"json":${deep}}}`,
      }),
    ];
    for (const response of sent) expectRefusal(response, 400, 'unreadable_json');
  }
  const filter = `${'{"not":'.repeat(400)}{}${'}'.repeat(400)}`;
  expectRefusal(
    await client.get(`forms/${form.id}/submissions/`, { query: { filter } }),
    422,
    'invalid_fields',
  );
});

test('returns unknown paths and methods as errors of the same shape', async () => {
  const { client } = await registerUser(server.client);
  const unknown = [
    await client.get('nothing/'),
    await client.get('/api/v1'),
    await client.get('/api/v2/auth/me/'),
    await client.delete('hubs/'),
    await client.put('auth/me/', {}),
    await client.get('hubs/..%2f..%2fetc%2fpasswd/'),
    await client.get(`hubs/${'x'.repeat(400)}/`),
    await client.get('hubs/%00/'),
  ];
  for (const response of unknown) {
    expect([404, 422]).toContain(response.status);
    expectRefusal(response, response.status);
  }
  expectRefusal(await client.get('hubs/%zz/'), 400);
});

test('returns 404 for an address with a part that is longer than any id', async () => {
  expectRefusal(await server.client.get(`items/${'x'.repeat(5000)}/`), 404, 'not_found');
});

test('trims query parameters', async () => {
  const { client } = await registerUser(server.client);
  const list = await client.get('hubs/', { query: { page: ' 1 ', page_size: '\t5 ' } });
  expect(list.body).toMatchObject({ page: 1, page_size: 5, data: [] });
  expectRefusal(await client.get('hubs/?page=1&page=2'), 422, 'invalid_fields');
});

test('returns no server error for dates and times at the limits of their range', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createOpenForm(owner, { hub, space });
  const lists = [
    `spaces/${space.slug}/items/`,
    'search/?q=word',
    `hubs/${hub.domain_handle}/audit-log/`,
    ...['submissions/', 'submissions/count/', 'summary/', 'drop-off/'].map(
      (name) => `forms/${form.id}/${name}`,
    ),
  ];
  const moments = {
    200: ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999Z'],
    // In UTC, their year is outside of the supported range.
    422: ['9999-12-31T23:59:59-23:00', '0001-01-01T00:00:00+23:00', '0000-12-31', '+010000-01-01'],
  };
  for (const [status, values] of Object.entries(moments)) {
    for (const moment of values) {
      for (const query of [{ from: moment }, { to: moment }, { from: moment, to: moment }]) {
        for (const list of lists) {
          const response = await owner.client.in(hub).get(list, { query });
          expect(response.status, `${list} ${JSON.stringify(query)}`).toBe(Number(status));
        }
      }
    }
  }
});

test('reveals no internals in errors', async () => {
  const { client } = await registerUser(server.client);
  const attempts = [
    await client.get("hubs/'; select 1 --/"),
    await client.get('hubs/', { query: { page: '1; drop table hub' } }),
    await client.post('hubs/', { name: { $ne: null }, domain_handle: ['a'] }),
    await client.post('invites/x/accept/'),
    await client.delete('auth/sessions/0/'),
  ];
  for (const response of attempts) expectRefusal(response, response.status);
});

test('forbids caches to store responses', async () => {
  const { client } = await registerUser(server.client);
  expect((await client.get('auth/me/')).headers.get('cache-control')).toBe('no-store');
  expect((await client.get('auth/me/')).headers.get('x-content-type-options')).toBe('nosniff');
});

test('ignores a forged host header when it builds links', async () => {
  const { token } = await registerUser(server.client);
  const { port } = new URL(server.url);
  const body = JSON.stringify({ name: 'Host', domain_handle: 'host-check' });
  const headers = { host: 'evil.example', authorization: `JWT ${token}`, 'content-type': 'application/json' };
  const responseText = await new Promise<string>((resolve, reject) => {
    const sent = rawRequest({ port, path: '/api/v1/hubs/', method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(JSON.stringify(response.headers) + text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  expect(responseText).not.toContain('evil.example');
});

test('describes every route in OpenAPI', async () => {
  const response = await server.client.fetch('GET', 'openapi.json');
  const description = await response.json();
  expect(description.openapi).toBe('3.1.0');
  expect(Object.keys(description.paths)).toContain('/hubs/{handle}/invites/');
  expect(description.paths['/auth/register/'].post.requestBody).toBeDefined();
  const { Failure, Problem } = description.components.schemas;
  expect(description.components.responses.Failure.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Failure',
  });
  expect(Failure.required).toEqual(['message', 'code']);
  expect(Problem.properties.code.enum).toContain('min_length');
});
