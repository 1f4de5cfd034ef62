import { act, renderHook, waitFor } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactNode } from 'react';
import { createIntl, RawIntlProvider } from 'react-intl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';
import { subscribeToChangeEvents } from '#services/change-events.ts';
import { get, plainClient } from '#services/http.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { createTestRouter } from '#tests/component/router.ts';
import { AuthProvider, useAuth } from './AuthProvider.tsx';
import { NotificationProvider, useNotification } from './NotificationProvider.tsx';

const { code, messages } = LOCALES[DEFAULT_LOCALE];
const intl = createIntl({ locale: code, messages });

const hub = { id: 'h', name: 'Nordwind', domain_handle: 'nordwind', role: 'owner' as const };
const amina = {
  id: 'u',
  email: 'amina@nordwind.example',
  first_name: 'Amina',
  last_name: 'Keller',
  current_step: 'completed' as const,
  organization: hub,
  active_organization: hub,
  organization_list: [hub],
  profile_role: 'founder',
  about: '',
  avatar_url: null,
  is_email_verified: true,
};

let api: FakeApi;
let replaced: string[];

beforeEach(async () => {
  replaced = [];
  let storedToken: string | null = 'saved-token';
  api = await startFakeApi({
    'GET /api/token/': () => ({ body: { data: { token: storedToken } } }),
    'POST /api/token/': ({ body }) => {
      storedToken = JSON.parse(body).token;
      return { body: { data: null } };
    },
    'DELETE /api/token/': () => {
      storedToken = null;
      return { body: { data: null } };
    },
    'GET auth/me/': { body: { data: amina } },
    'GET auth/logout/': { body: { data: null } },
    'POST auth/login/': { body: { data: { token: 'new-token', user: amina } } },
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api.stop();
});

type Options = { initialUser?: typeof amina; isPrivate?: boolean; asPath?: string };

function openSession({ asPath = '/', ...props }: Options = {}) {
  const { router, led } = createTestRouter(asPath);
  replaced = led;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContext.Provider value={router}>
      <RawIntlProvider value={intl}>
        <NotificationProvider>
          <AuthProvider {...props}>{children}</AuthProvider>
        </NotificationProvider>
      </RawIntlProvider>
    </RouterContext.Provider>
  );
  const use = () => ({ auth: useAuth(), said: useNotification() });
  return renderHook(use, { wrapper }).result;
}

const loaded = async (result: ReturnType<typeof openSession>) =>
  waitFor(() => expect(result.current.auth.isLoading).toBe(false));
const requestOf = (path: string) => api.requests.find((request) => request.path === path);

describe('starting', () => {
  test('is loading, signed out', async () => {
    const result = openSession();
    expect(result.current.auth).toMatchObject({
      user: null,
      isAuthenticated: false,
      isLoading: true,
      visitorId: null,
    });
    await loaded(result);
  });

  test('knows at once whom the server rendered the page for', async () => {
    const result = openSession({ initialUser: amina });
    expect(result.current.auth).toMatchObject({ user: amina, isAuthenticated: true, isLoading: true });
    await loaded(result);
  });

  test('keeps the token when the page is left while the person loads', async () => {
    let arrived = () => {};
    const requested = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    api.responses['GET auth/me/'] = () => {
      arrived();
      return { status: 500, body: { message: 'x', code: 'internal' } };
    };
    const result = openSession();
    window.dispatchEvent(new Event('pagehide'));
    await requested;
    await loaded(result);
    expect(api.paths()).not.toContain('DELETE /api/token/');
  });

  test('with a stored token loads the person, and nothing else', async () => {
    const result = openSession();
    await loaded(result);
    expect(result.current.auth).toMatchObject({ user: amina, isAuthenticated: true });
    expect(api.paths()).toEqual(['GET /api/token/', 'GET auth/me/']);
    expect(requestOf('auth/me/')?.headers.authorization).toBe('JWT saved-token');
    expect(replaced).toEqual([]);
  });

  test('without one ends signed out and asks nothing else', async () => {
    api.responses['GET /api/token/'] = { body: { data: { token: null } } };
    const result = openSession();
    await loaded(result);
    expect(result.current.auth).toMatchObject({ user: null, isAuthenticated: false });
    expect(api.paths()).toEqual(['GET /api/token/']);
  });

  test('clears the token when its user can’t be loaded', async () => {
    api.responses['GET auth/me/'] = { status: 401, body: { message: 'Sign in again', code: 'unauthorized' } };
    const result = openSession({ initialUser: amina, isPrivate: true, asPath: '/nordwind/handbook' });
    await loaded(result);
    expect(result.current.auth).toMatchObject({ user: null, isAuthenticated: false });
    expect(api.paths()).toContain('DELETE /api/token/');
    expect(replaced).toEqual(['/auth/signin?next=%2Fnordwind%2Fhandbook&ended=ended']);
  });

  test.each([
    ['the server is broken for now', { status: 503, body: { message: 'x', code: 'unavailable' } }],
    ['something in between answers', { status: 200, raw: '<h1>Sign in to the Wi-Fi</h1>' }],
    ['there were too many requests', { status: 429, body: { message: 'x', code: 'limited' } }],
  ])('stays signed in while %s, shows it, and continues when it is over', async (_name, response) => {
    api.responses['GET auth/me/'] = response;
    const result = openSession({ initialUser: amina, isPrivate: true });
    await waitFor(() => expect(result.current.said.error).toMatch(/can’t be reached\. You stay signed in/));
    expect(console.warn).toHaveBeenCalled();
    expect(result.current.auth).toMatchObject({ user: amina, isAuthenticated: true, isLoading: false });
    api.responses['GET auth/me/'] = { body: { data: amina } };
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(result.current.said.message).toBe('Connected again.'));
    expect(api.paths()).not.toContain('DELETE /api/token/');
    expect(replaced).toEqual([]);
  });

  test('reads the token again when its reading failed, and holds back what needs it', async () => {
    const stored = api.responses['GET /api/token/'];
    api.responses['GET /api/token/'] = { status: 502, body: {} };
    const result = openSession({ initialUser: amina });
    await waitFor(() => expect(result.current.said.error).not.toBeNull());
    expect(api.paths()).not.toContain('GET auth/me/');
    if (stored) api.responses['GET /api/token/'] = stored;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(requestOf('auth/me/')).toBeDefined());
    expect(requestOf('auth/me/')?.headers.authorization).toBe('JWT saved-token');
  });

  test.each([
    ['profile', null, '/basic-profile'],
    ['organization', null, '/create-hub'],
    ['join_organization', hub, '/join-hub'],
    ['verify-email', null, '/verify-email'],
  ])('leads a person at the step %s on', async (current_step, organization, path) => {
    api.responses['GET auth/me/'] = { body: { data: { ...amina, current_step, organization } } };
    await loaded(openSession());
    expect(replaced).toEqual([path]);
  });

  test('logs that a browser without a canvas has no fingerprint, and continues', async () => {
    const result = openSession();
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith(
        'Failed to generate the finger print of this browser',
        expect.anything(),
      ),
    );
    await loaded(result);
    expect(result.current.auth).toMatchObject({ visitorId: null, isAuthenticated: true });
  });
});

describe('signing in and out', () => {
  test('keeps the token through the app’s own server, and takes the person from the response: one call of the API', async () => {
    api.responses['GET /api/token/'] = { body: { data: { token: null } } };
    const result = openSession();
    await loaded(result);
    await act(() => result.current.auth.signIn({ email: amina.email, password: 'Right-1pass' }));
    expect(result.current.auth.user).toEqual(amina);
    const storedToken = api.requests.find(({ method, path }) => method === 'POST' && path === '/api/token/');
    expect(storedToken?.body).toBe('{"token":"new-token"}');
    expect(api.paths()).toEqual(['GET /api/token/', 'POST auth/login/', 'POST /api/token/']);
    await get('auth/me/');
    expect(requestOf('auth/me/')?.headers).toMatchObject({
      authorization: 'JWT new-token',
      'org-handle': 'nordwind',
    });
  });

  test('passes on what the server refuses, and stays signed out', async () => {
    api.responses['GET /api/token/'] = { body: { data: { token: null } } };
    api.responses['POST auth/login/'] = { status: 401, body: { message: 'They don’t match', code: 'x' } };
    const result = openSession();
    await loaded(result);
    await expect(result.current.auth.signIn({ email: 'a@b.c', password: 'x' })).rejects.toMatchObject({
      response: { status: 401 },
    });
    expect(result.current.auth.isAuthenticated).toBe(false);
    expect(api.paths()).not.toContain('POST /api/token/');
  });

  test('revokes the session, clears token, user and plan on sign-out', async () => {
    const result = openSession();
    await loaded(result);
    await act(() => result.current.auth.signOut());
    expect(api.paths().slice(-2)).toEqual(['GET auth/logout/', 'DELETE /api/token/']);
    expect(requestOf('auth/logout/')?.headers.authorization).toBe('JWT saved-token');
    expect(result.current.auth).toMatchObject({ user: null, isAuthenticated: false });
  });

  test('signs out here even when the server can’t be reached', async () => {
    const result = openSession();
    await loaded(result);
    api.responses['GET auth/logout/'] = { status: 500, body: { message: 'x', code: 'internal' } };
    await act(() => result.current.auth.signOut());
    expect(result.current.auth.isAuthenticated).toBe(false);
    expect(api.paths()).toContain('DELETE /api/token/');
  });
});

describe('a session that ends while the page is open', () => {
  const ENDED = {
    status: 401,
    body: { message: 'x', code: 'not_signed_in', data: { ended: 'password_changed' } },
  };

  test('keeps the page and its person, says why, and continues after the same person signs in', async () => {
    const result = openSession({ initialUser: amina, isPrivate: true });
    await loaded(result);
    api.responses['GET items/1/'] = ENDED;
    await act(async () => {
      await get('items/1/').catch(() => undefined);
    });
    expect(result.current.auth).toMatchObject({ user: amina, sessionEnded: 'password_changed' });
    expect(replaced).toEqual([]);
    await act(() => result.current.auth.signIn({ email: amina.email, password: 'Right-1pass' }));
    const login = api.requests.find(({ path }) => path === 'auth/login/');
    expect(login?.headers.authorization).toBeUndefined();
    expect(result.current.auth.sessionEnded).toBeNull();
    api.responses['GET items/1/'] = { body: { data: null } };
    await get('items/1/');
    expect(api.requests.at(-1)?.headers.authorization).toBe('JWT new-token');
  });

  test('continues once the same person has signed in in another tab', async () => {
    const result = openSession({ initialUser: amina, isPrivate: true });
    await loaded(result);
    api.responses['GET items/1/'] = ENDED;
    await act(async () => {
      await get('items/1/').catch(() => undefined);
    });
    await plainClient.request({ method: 'POST', url: '/api/token/', data: { token: 'tab-token' } });
    const tab = new BroadcastChannel('hubkeep-session');
    tab.postMessage({ userId: amina.id });
    await waitFor(() => expect(result.current.auth.sessionEnded).toBeNull());
    tab.close();
    expect(api.requests.findLast(({ path }) => path === 'auth/me/')?.headers.authorization).toBe(
      'JWT tab-token',
    );
  });
});

describe('another tab', () => {
  const publish = (userId: string | null) => {
    const tab = new BroadcastChannel('hubkeep-session');
    tab.postMessage({ userId });
    return tab;
  };

  test('that signs out is followed at once, and leads to sign in', async () => {
    const result = openSession({ initialUser: amina, isPrivate: true, asPath: '/profile' });
    await loaded(result);
    const tab = publish(null);
    await waitFor(() => expect(result.current.auth.isAuthenticated).toBe(false));
    tab.close();
    expect(replaced).toEqual(['/auth/signin?next=%2Fprofile&ended=signed_out']);
    // The other tab ended the session.
    expect(api.paths()).not.toContain('GET auth/logout/');
  });

  test('that signs out has the sockets of this page closed, so that their end does not load it again', async () => {
    const closed: string[] = [];
    class Socket {
      readonly address: string;
      constructor(address: URL) {
        this.address = `${address.pathname}?hub=${address.searchParams.get('hub')}`;
      }
      close() {
        closed.push(this.address);
      }
    }
    vi.stubGlobal('WebSocket', Socket);
    const stopListening = subscribeToChangeEvents('nordwind', { onChangeEvent: () => undefined });
    const result = openSession({ initialUser: amina, isPrivate: true, asPath: '/nordwind' });
    await loaded(result);
    const tab = publish(null);
    await waitFor(() => expect(result.current.auth.isAuthenticated).toBe(false));
    tab.close();
    expect(closed).toEqual(['/ws?hub=nordwind']);
    stopListening();
    vi.unstubAllGlobals();
  });

  test('that signs out leads to sign in from a page for everybody too', async () => {
    const result = openSession({ initialUser: amina, asPath: '/nordwind' });
    await loaded(result);
    const tab = publish(null);
    await waitFor(() => expect(replaced).toEqual(['/auth/signin?next=%2Fnordwind&ended=signed_out']));
    tab.close();
    expect(result.current.auth.isAuthenticated).toBe(false);
  });

  test('that signs in as somebody else has the page rendered for that person', async () => {
    const result = openSession({ initialUser: amina });
    await loaded(result);
    const tab = publish(amina.id);
    tab.postMessage({ userId: 'another' });
    await waitFor(() => expect(replaced).toEqual(['reload']));
    tab.close();
  });

  test('that opens a page in this tab as somebody else has it reloaded, without the other’s lists and uploads', async () => {
    await loaded(openSession({ initialUser: amina }));
    const led = replaced;
    await loaded(openSession({ initialUser: { ...amina, id: 'another' } }));
    expect(led).toEqual([]);
    await waitFor(() => expect(replaced).toEqual(['reload']));
  });

  test('receives change events after signing in', async () => {
    const received: unknown[] = [];
    const tab = new BroadcastChannel('hubkeep-session');
    tab.onmessage = ({ data }: MessageEvent<unknown>) => received.push(data);
    const result = openSession();
    await loaded(result);
    await act(() => result.current.auth.signOut());
    await act(() =>
      result.current.auth.signIn({ email: amina.email, password: 'Right-1pass' }).then(() => {}),
    );
    await waitFor(() => expect(received).toEqual([{ userId: null }, { userId: amina.id }]));
    tab.close();
  });
});
