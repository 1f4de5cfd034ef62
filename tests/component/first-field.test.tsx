import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SignOutProvider } from '#components/auth/SignOut.tsx';
import { FirstSpace } from '#components/hub/home/FirstSpace.tsx';
import { LinkPassword } from '#components/links/LinkPassword.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { AuthProvider } from '#context/AuthProvider.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { NO_SHORTCUTS, type Shell, ShellProvider } from '#context/ShellContext.tsx';
import type { Organization, User } from '#lib/contract/account.ts';
import type { Invite } from '#lib/contract/invite.ts';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';
import { sources } from '#tests/architecture/sources.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import ConfirmSignOnPage from '../../pages/auth/confirm.tsx';
import ForgotPasswordPage from '../../pages/auth/forgot-password.tsx';
import ResetPasswordPage from '../../pages/auth/reset-password.tsx';
import SignInPage from '../../pages/auth/signin.tsx';
import SignUpPage from '../../pages/auth/signup.tsx';
import BasicProfilePage from '../../pages/basic-profile.tsx';
import CreateHubPage from '../../pages/create-hub.tsx';
import InvitePage from '../../pages/invite/[token].tsx';
import JoinHubPage from '../../pages/join-hub.tsx';
import VerifyEmailPage from '../../pages/verify-email.tsx';
import { createTestRouter } from './router.ts';

let api: FakeApi;
beforeAll(async () => {
  // A test's page has no drawing that distinguishes it from others, which is logged to the console.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'POST auth/login/': { status: 401, body: { message: 'Code please', code: 'second_factor_required' } },
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.stop();
});

const hub = { id: 'h', name: 'Harbour', domain_handle: 'harbour' } as Partial<Organization> as Organization;
const ada: User = {
  ...{ id: 'a', email: 'ada@example.org', first_name: '', last_name: '', profile_role: null, about: '' },
  ...{ current_step: 'profile', organization: null, active_organization: null, organization_list: [] },
  ...{ avatar_url: null, is_email_verified: true },
};
const shellOf = (viewer: User | null): Shell => ({
  viewer,
  hub: null,
  shortcuts: NO_SHORTCUTS,
  config: { apiHost: '', publicUrl: 'http://127.0.0.1', mail: true, demo: null, signOn: null },
  theme: 'light',
  sidebarCollapsed: false,
  isPrivate: false,
  followsSteps: false,
  sessionEnded: null,
  failed: null,
  removed: null,
});

function page(element: (shell: Shell) => ReactElement, viewer: User | null = null): ReactElement {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  const shell = shellOf(viewer);
  return (
    <RouterContext.Provider value={createTestRouter().router}>
      <IntlProvider locale={code} messages={messages}>
        <ShellProvider shell={shell}>
          <NotificationProvider>
            <AuthProvider followsSteps={false}>
              <Toaster>
                <SignOutProvider>{element(shell)}</SignOutProvider>
              </Toaster>
            </AuthProvider>
          </NotificationProvider>
        </ShellProvider>
      </IntlProvider>
    </RouterContext.Provider>
  );
}

const profileRoles = [{ code: 'engineer', name: 'Engineer', department: 'IT' }];
const pending = { email: ada.email, is_change: false, sent_at: '2026-01-15T12:00:00Z', expires_at: null };
const invite: Invite = {
  ...{ hub: { ...hub, description: '', logo_url: null }, role: 'member', email: null },
  ...{ invited_by: 'Grace', expires_at: '2026-02-15T12:00:00Z' },
};

/** Every page without the app around it that has a field, by its file, and the name of its first one. */
const FIRST: [file: string, name: string, element: ReactElement][] = [
  ['pages/auth/signin.tsx', 'Email', page(() => <SignInPage />)],
  ['pages/auth/signup.tsx', 'Email', page((shell) => <SignUpPage shell={shell} invited="" />)],
  ['pages/auth/forgot-password.tsx', 'Email', page(() => <ForgotPasswordPage />)],
  [
    'pages/auth/reset-password.tsx',
    'New password',
    page((shell) => <ResetPasswordPage shell={shell} token="t" />),
  ],
  [
    'pages/auth/confirm.tsx',
    'Password',
    page((shell) => (
      <ConfirmSignOnPage
        shell={shell}
        email={ada.email}
        needs={{ password: true, code: true }}
        problem={null}
      />
    )),
  ],
  [
    'pages/verify-email.tsx',
    'Code',
    page((shell) => <VerifyEmailPage shell={shell} pending={pending} />, ada),
  ],
  [
    'pages/basic-profile.tsx',
    'First name',
    page((shell) => <BasicProfilePage shell={shell} roles={profileRoles} />, ada),
  ],
  ['pages/create-hub.tsx', 'Name', page((shell) => <CreateHubPage shell={shell} deleted={[]} />, ada)],
  [
    'components/hub/home/FirstSpace.tsx',
    'Name',
    page(() => <FirstSpace hub={hub} onCreated={() => {}} />, ada),
  ],
  ['components/links/LinkPassword.tsx', 'Password', page(() => <LinkPassword problem={null} />)],
];
/** What is answered there is answered by a button. */
const WITHOUT_FIELD: [file: string, element: ReactElement][] = [
  ['pages/join-hub.tsx', page(() => <JoinHubPage />, { ...ada, organization: hub })],
  ['pages/invite/[token].tsx', page((shell) => <InvitePage shell={shell} token="t" invite={invite} />, ada)],
];

const FIELDS = 'input:not([type="hidden"]), select, textarea';

/** The page as a link within the app shows it. */
async function show(element: ReactElement) {
  await act(async () => void render(element));
}

describe.each(FIRST)('%s', (_, name, element) => {
  it('focuses its first field when a link leads to it', async () => {
    await show(element);
    const first = document.querySelector(FIELDS);
    expect(first).toHaveFocus();
    expect(first).toHaveAccessibleName(new RegExp(`^${name}`));
  });

  it('has the browser focus its first field when its address is opened', () => {
    const served = document.createElement('div');
    served.innerHTML = renderToString(element);
    expect(served.querySelector(FIELDS)).toHaveAttribute('autofocus');
    expect(served.querySelectorAll('[autofocus]')).toHaveLength(1);
  });
});

it.each(WITHOUT_FIELD)('%s has no field', async (_, element) => {
  await show(element);
  expect(screen.getAllByRole('button').length).toBeGreaterThan(0);
  expect(document.querySelector(FIELDS)).toBeNull();
});

it('covers every page of the entry', () => {
  const entries = sources('pages').filter(({ text }) => text.includes('<AuthLayout'));
  const covered = [...FIRST, ...WITHOUT_FIELD].map(([file]) => file);
  expect(entries.map(({ path }) => path).filter((path) => !covered.includes(path))).toEqual([]);
});

it('selects the name that a first space is given, so that typing replaces it', async () => {
  await show(page(() => <FirstSpace hub={hub} onCreated={() => {}} />, ada));
  await userEvent.keyboard('Boats');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Boats');
});

it('focuses the code when signing in asks for one', async () => {
  const user = userEvent.setup();
  await show(page(() => <SignInPage />));
  await user.keyboard('ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'Secret-word-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('textbox', { name: 'Code' })).toHaveFocus();
});

it('focuses the address when another one is to be verified, and the code again after that', async () => {
  const user = userEvent.setup();
  await show(page((shell) => <VerifyEmailPage shell={shell} pending={pending} />, ada));
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  expect(screen.getByRole('textbox', { name: 'New email' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus();
});
