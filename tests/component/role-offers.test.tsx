import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AccessPanel } from '#components/sharing/AccessPanel.tsx';
import { LinksPanel } from '#components/sharing/LinksPanel.tsx';
import type { AccessControl } from '#components/sharing/use-access.ts';
import { WhoCanSeeRow } from '#components/sharing/WhoCanSeeRow.tsx';
import { AccessRequestForm } from '#components/space/members/AccessRequestForm.tsx';
import { AddPerson } from '#components/space/members/AddPerson.tsx';
import { RoleSelect } from '#components/space/members/RoleSelect.tsx';
import { rolesUpTo } from '#components/space/members/roles.ts';
import { VisibilitySection } from '#components/space/members/VisibilitySection.tsx';
import { SpaceForm } from '#components/space/view/SpaceForm.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { AuthProvider } from '#context/AuthProvider.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { NO_SHORTCUTS, type Shell, ShellProvider } from '#context/ShellContext.tsx';
import { FORM_ROLES, ITEM_ROLES, type ItemRole } from '#lib/access/roles.ts';
import type { ResourceAccess, WhoCanSeeEntry } from '#lib/contract/access.ts';
import type { Space } from '#lib/contract/space.ts';
import { sources } from '#tests/architecture/sources.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';

let api: FakeApi;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'GET items/plan/share-links/': { body: { data: [] } },
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.stop();
});

const nothing = () => {};
const person = { id: 'ida', name: 'Ida', email: null, avatar_url: null, hub_role: 'member' as const };

/** What the API says that may be given: every role that the contract knows. */
const access = (role: ItemRole) =>
  ({
    visibility: 'private',
    effective_visibility: 'private',
    grantable: [...ITEM_ROLES],
    hub: { name: 'Acme', domain_handle: 'acme' },
    people: [{ person, role, own_role: role, changeable: true, reasons: [] }],
    groups: [],
    granted_groups: [],
    invited: [],
  }) as Partial<ResourceAccess> as ResourceAccess;
const control = (role: ItemRole): AccessControl => ({
  access: access(role),
  busy: false,
  problem: null,
  invitations: [],
  peopleWith: () => [],
  change: async () => true,
});
const entry = (role: ItemRole): WhoCanSeeEntry => ({
  kind: 'person',
  role,
  person,
  link: null,
  reasons: [],
  own_role: role,
  allowed: ['change_role', 'remove'],
  roles: [...ITEM_ROLES],
});
const acts = {
  busy: false,
  problem: null,
  setRole: async () => {},
  remove: async () => {},
  revoke: async () => {},
};
const space = (role: Space['default_role']) =>
  ({
    id: 's',
    name: 'Plans',
    slug: 'plans',
    description: '',
    visibility: 'shared',
    default_role: role,
    my_role: 'owner',
    allowed: ['space.change', 'space.share'],
  }) as Partial<Space> as Space;

type Role = 'viewer' | 'commenter' | 'editor';
/** Every place that offers roles of a space, an item or a form, by its file; `role` is the role that is there. */
const OFFERS: Record<string, (role: Role) => ReactElement> = {
  'components/space/members/RoleSelect.tsx': (role) => (
    <RoleSelect label="Role" value={role} roles={ITEM_ROLES} onChange={nothing} />
  ),
  'components/space/members/AddPerson.tsx': () => (
    <AddPerson
      handle="acme"
      slug="plans"
      groups={[]}
      isGuest={false}
      roles={rolesUpTo('owner')}
      onAdded={nothing}
      onGroupAdded={nothing}
      onInvited={nothing}
    />
  ),
  'components/space/members/AccessRequestForm.tsx': () => (
    <AccessRequestForm slug="plans" onRequested={nothing} />
  ),
  'components/space/members/VisibilitySection.tsx': (role) => (
    <VisibilitySection space={space(role)} hubName="Acme" onChanged={nothing} onConflict={nothing} />
  ),
  'components/space/view/SpaceForm.tsx': (role) => (
    <SpaceForm
      hub={{ name: 'Acme', domain_handle: 'acme' }}
      initial={space(role)}
      onClose={nothing}
      onSaved={nothing}
    />
  ),
  'components/sharing/RoleOptions.tsx': (role) => <AccessPanel control={control(role)} />,
  'components/sharing/WhoCanSeeRow.tsx': (role) => (
    <WhoCanSeeRow entry={entry(role)} acts={acts} handle="acme" />
  ),
  'components/sharing/LinksPanel.tsx': () => (
    <LinksPanel resource={{ kind: 'item', id: 'plan' }} onChanged={nothing} />
  ),
};
const shell: Shell = {
  viewer: null,
  hub: null,
  shortcuts: NO_SHORTCUTS,
  config: { publicUrl: 'http://127.0.0.1' } as Shell['config'],
  theme: 'light',
  sidebarCollapsed: false,
  isPrivate: false,
  followsSteps: false,
  sessionEnded: null,
  failed: null,
  removed: null,
};

/** The roles that each choice of a screen offers. */
async function offered(element: ReactElement): Promise<string[][]> {
  const { unmount } = renderWithMessages(
    <ShellProvider shell={shell}>
      <NotificationProvider>
        <AuthProvider followsSteps={false}>
          <Toaster>{element}</Toaster>
        </AuthProvider>
      </NotificationProvider>
    </ShellProvider>,
  );
  await screen.findAllByText(/^Viewer/);
  const choices = [...document.querySelectorAll('select')].map((select) =>
    [...select.options].map(({ text }) => text.replace(/ \(.*/, '')),
  );
  unmount();
  return choices.filter((names) => names.includes('Viewer'));
}

it.each(Object.keys(OFFERS))('%s offers to let somebody comment', async (path) => {
  const choices = await offered(OFFERS[path]?.('viewer') ?? <p />);
  expect(choices.length).toBeGreaterThan(0);
  for (const names of choices) expect(names).toEqual(expect.arrayContaining(['Editor', 'Commenter']));
});

it('offers on a form no role that does nothing there, and still shows that somebody has it', async () => {
  const commenting = control('commenter');
  const onForm = { ...commenting.access, grantable: [...FORM_ROLES] } as ResourceAccess;
  const [first, ...others] = (
    await offered(<AccessPanel control={{ ...commenting, access: onForm }} />)
  ).toSorted((one, other) => Number(other.includes('Commenter')) - Number(one.includes('Commenter')));
  expect(first).toContain('Commenter');
  expect(others.length).toBeGreaterThan(0);
  for (const names of others) expect(names).not.toContain('Commenter');
});

it('covers every screen that lets somebody choose a role', () => {
  const choosing = sources('components', 'pages').filter(
    ({ text }) => text.includes('<option') && /`(?:sharing|space_people|hub|ask_access)\.role_\$/.test(text),
  );
  expect(choosing.map(({ path }) => path).sort()).toEqual(Object.keys(OFFERS).sort());
});
