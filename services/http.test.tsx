import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import {
  apiBase,
  apiClient,
  failureOf,
  fieldErrorsOf,
  get,
  getPage,
  messageOf,
  patch,
  plainClient,
  post,
  postForm,
  postMultipart,
  put,
  putMultipart,
  remove,
  setAuthorization,
  setOrgHandle,
  setSessionGate,
} from './http.ts';

let api: FakeApi;
const last = () => api.requests.at(-1);

beforeEach(async () => {
  const ok = { body: { data: { id: 'a' } } };
  api = await startFakeApi({
    'GET things/': ok,
    'POST things/': ok,
    'PUT things/': ok,
    'PATCH things/': ok,
    'DELETE things/': { status: 204, raw: '' },
    'GET /api/token/': { body: { data: { token: null } } },
  });
});
afterEach(() => api.stop());

const failing = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!error) throw new Error('It should have failed');
  return error;
};

describe('the two clients', () => {
  test('both say what kind of app asks', async () => {
    await plainClient.request({ method: 'GET', url: '/api/token/' });
    expect(last()?.headers['app-type']).toBe('social');
    await get('things/');
    expect(last()?.headers['app-type']).toBe('social');
  });

  test('the token is set and removed on both, with its prefix', async () => {
    setAuthorization('secret');
    await plainClient.request({ method: 'GET', url: '/api/token/' });
    expect(last()?.headers.authorization).toBe('JWT secret');
    await get('things/');
    expect(last()?.headers.authorization).toBe('JWT secret');
    setAuthorization(null);
    await plainClient.request({ method: 'GET', url: '/api/token/' });
    expect(last()?.headers.authorization).toBeUndefined();
    await get('things/');
    expect(last()?.headers.authorization).toBeUndefined();
  });

  test('the hub is set and removed on the versioned one alone', async () => {
    setOrgHandle('nordwind');
    await get('things/');
    expect(last()?.headers['org-handle']).toBe('nordwind');
    await plainClient.request({ method: 'GET', url: '/api/token/' });
    expect(last()?.headers['org-handle']).toBeUndefined();
    setOrgHandle(null);
    await get('things/');
    expect(last()?.headers['org-handle']).toBeUndefined();
  });

  test('the versioned one asks the own origin where no host is configured', () => {
    expect(apiBase()).toBe('/api/v1/');
  });

  test('a request that comes before the session is known waits, and carries its token', async () => {
    setSessionGate(async () => {
      await Promise.resolve();
      setAuthorization('late');
    });
    await get('things/');
    expect(last()?.headers.authorization).toBe('JWT late');
  });

  test('errors of the versioned one pass on unchanged', async () => {
    const error = await failing(apiClient.request({ method: 'GET', url: 'nothing/' }));
    expect(error).toMatchObject({ reason: null, response: { status: 404 } });
  });
});

describe('the helpers', () => {
  test('each sends its method and JSON', async () => {
    await post('things/', { a: 1 });
    expect(last()).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(last()?.headers['content-type']).toContain('application/json');
    await put('things/', { a: 2 });
    expect(last()).toMatchObject({ method: 'PUT', body: '{"a":2}' });
    await patch('things/', { a: 3 });
    expect(last()).toMatchObject({ method: 'PATCH', body: '{"a":3}' });
    await remove('things/', { password: 'x' });
    expect(last()).toMatchObject({ method: 'DELETE', body: '{"password":"x"}' });
  });

  test('text parameters lose the blanks around them', async () => {
    await get('things/', { q: '  boat house ', page: 2, none: undefined });
    expect(last()?.query).toBe('?q=boat+house&page=2');
  });

  test('files go as multipart, with progress', async () => {
    const shares: number[] = [];
    const form = new FormData();
    form.append('files', new Blob(['hello']), 'a.txt');
    await postMultipart('things/', form, { onProgress: (share) => shares.push(share) });
    expect(last()?.headers['content-type']).toContain('multipart/form-data; boundary=');
    expect(last()?.body).toContain('filename="a.txt"');
    await putMultipart('things/', form);
    expect(last()).toMatchObject({ method: 'PUT' });
    expect(shares.at(-1)).toBe(1);
  });

  test('a form goes form-encoded', async () => {
    await postForm('things/', { name: 'a b', sign: '&' });
    expect(last()?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(last()?.body).toBe('name=a+b&sign=%26');
  });

  test.each([200, 201, 202, 203, 204])('%i is success', async (status) => {
    api.responses['POST things/'] = { status, ...(status === 204 ? { raw: '' } : { body: { data: 1 } }) };
    await expect(post('things/')).resolves.toBeDefined();
  });

  test.each([205, 206, 400, 500])('%i is none', async (status) => {
    api.responses['POST things/'] = { status, raw: '' };
    await failing(post('things/'));
  });
});

describe('lists', () => {
  test('ask for the first ten, and know of more by a full page', async () => {
    api.responses['GET list/'] = { body: { data: Array.from({ length: 10 }, (_, n) => n), count: 12 } };
    const page = await getPage<number>('list/');
    expect(last()?.query).toBe('?page=1&page_size=10');
    expect(page).toMatchObject({ count: 12, page: 1, hasMore: true, error: null });
    api.responses['GET list/'] = { body: { data: [1, 2], count: null } };
    expect(await getPage('list/', { page: 2 })).toMatchObject({ hasMore: false, count: null, page: 2 });
  });

  test('fall back to their default when they fail, and say why', async () => {
    api.responses['GET list/'] = { status: 500, body: { message: 'The database is away', code: 'internal' } };
    expect(await getPage('list/')).toMatchObject({ data: [], hasMore: false, error: 'The database is away' });
    expect(await getPage('list/', {}, { otherwise: ['kept'] })).toMatchObject({ data: ['kept'] });
  });
});

describe('the message of a failure', () => {
  test('the body’s error first, then its message, then the client’s own message', async () => {
    api.responses['GET a/'] = { status: 403, body: { error: 'First', message: 'Second', code: 'x' } };
    api.responses['GET b/'] = { status: 403, body: { message: 'Second', code: 'x' } };
    api.responses['GET c/'] = { status: 502, raw: '<html>' };
    expect(messageOf(await failing(get('a/')))).toBe('First');
    expect(messageOf(await failing(get('b/')))).toBe('Second');
    expect(messageOf(await failing(get('c/')))).toBe('Request failed with status code 502');
  });

  test('a server that can’t be reached gives the client’s own message, and no response', async () => {
    await api.stop();
    const error = await failing(get('things/'));
    expect(failureOf(error)).toBeNull();
    expect(messageOf(error)).toBe('Network Error');
  });

  test('the first message of each refused field', async () => {
    api.responses['POST things/'] = {
      status: 422,
      body: {
        message: 'Not valid',
        code: 'invalid',
        fields: { email: ['Please enter Email', 'x'], none: [] },
      },
    };
    const error = await failing(post('things/'));
    expect(fieldErrorsOf(error)).toEqual({ email: 'Please enter Email' });
    expect(failureOf(error)).toMatchObject({ status: 422, code: 'invalid' });
  });
});
