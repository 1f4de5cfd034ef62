import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { ResourceAccess, WhoCanSeeEntry } from '#lib/contract/access.ts';
import type { AccessResource } from '#services/sharing.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { WhoCanSee } from './WhoCanSee.tsx';

const person = (id: string, name: string) => ({
  id,
  name,
  email: `${id}@acme.example`,
  avatar_url: null,
  hub_role: 'member' as const,
});
const IDA = person('ida', 'Ida Noddack');
const MAX = person('max', 'Max Frisch');

const entry = (more: Partial<WhoCanSeeEntry>): WhoCanSeeEntry => ({
  kind: 'person',
  role: 'viewer',
  person: IDA,
  link: null,
  reasons: [],
  own_role: 'viewer',
  allowed: ['change_role', 'remove'],
  roles: ['editor', 'commenter', 'viewer'],
  ...more,
});
const LINK = { id: 'link', has_password: false, expires_at: null, view: null };
const linkEntry = (allowed: WhoCanSeeEntry['allowed']) =>
  entry({ kind: 'link', person: null, link: LINK, own_role: null, allowed, roles: [] });

/** Ida and Max have access by name. */
const access = {
  revision: 7,
  people: [
    { person: IDA, role: 'viewer', own_role: 'viewer', changeable: true, reasons: [] },
    { person: MAX, role: 'editor', own_role: 'editor', changeable: true, reasons: [] },
  ],
  granted_groups: [],
  invited: [],
} as Partial<ResourceAccess> as ResourceAccess;

const shell = buildShell();

let api: FakeApi;
let entries: WhoCanSeeEntry[];
beforeAll(async () => {
  const list = () => ({ body: { data: entries, count: entries.length, page: 1, page_size: 25 } });
  const done = { body: { data: access } };
  api = await startFakeApi({
    'GET items/plan/who-can-see/': list,
    'GET spaces/plans/who-can-see/': list,
    'GET items/plan/access/': done,
    'PUT items/plan/access/': done,
    'DELETE items/plan/share-links/link/': { body: { data: null } },
    'DELETE items/plan/views/v1/share-links/link/': { body: { data: null } },
    'PATCH spaces/plans/members/ida/': { body: { data: null } },
    'DELETE spaces/plans/members/ida/': { body: { data: null } },
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

async function show(resource: AccessResource, shown: WhoCanSeeEntry[]) {
  entries = shown;
  const onChanged = vi.fn();
  renderWithMessages(
    <ShellProvider shell={shell}>
      <NotificationProvider>
        <Toaster>
          <WhoCanSee resource={resource} onChanged={onChanged} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  await screen.findByRole('list');
  return { onChanged };
}

/** Waits for the single request that changes something. */
async function change() {
  const isChange = ({ method }: { method: string }) => method !== 'GET';
  await waitFor(() => expect(api.requests.filter(isChange)).toHaveLength(1));
  const [request] = api.requests.filter(isChange);
  return {
    act: `${request?.method} ${request?.path}`,
    body: request?.body ? JSON.parse(request.body) : null,
    request,
  };
}

const press = (button: HTMLElement) => fireEvent.click(button);
const confirm = (label: string) =>
  press(within(screen.getByRole('dialog')).getByRole('button', { name: label }));

const ITEM = { kind: 'item', id: 'plan' } as const;
const SPACE = { kind: 'space', slug: 'plans' } as const;

it('gives a person another role in their line, and leaves the others theirs', async () => {
  const { onChanged } = await show(ITEM, [entry({})]);
  const select = screen.getByLabelText<HTMLSelectElement>('Role of Ida Noddack');
  expect([...select.options].map(({ text }) => text)).toEqual(['Viewer', 'Commenter', 'Editor']);
  fireEvent.change(select, { target: { value: 'editor' } });
  const { act, body, request } = await change();
  expect(act).toBe('PUT items/plan/access/');
  expect(request?.headers['if-match']).toBe('7');
  expect(body.people).toEqual([
    { user_id: 'max', role: 'editor' },
    { user_id: 'ida', role: 'editor' },
  ]);
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
});

it('takes a person out only after asking', async () => {
  await show(ITEM, [entry({})]);
  press(screen.getByLabelText('Remove Ida Noddack'));
  expect(api.paths()).not.toContain('PUT items/plan/access/');
  confirm('Remove');
  expect((await change()).body.people).toEqual([{ user_id: 'max', role: 'editor' }]);
});

it('ends a link only after asking', async () => {
  await show(ITEM, [linkEntry(['revoke'])]);
  press(screen.getByText('Revoke link'));
  confirm('Revoke link');
  expect((await change()).act).toBe('DELETE items/plan/share-links/link/');
});

it('names the view that a link shows a part of the table by, and revokes that link as the view’s', async () => {
  const view = { id: 'v1', name: 'Open ones' };
  const source = { kind: 'table', id: 'plan', name: 'Plan', space_slug: 'plans', is_this: true } as const;
  const reason = { code: 'link', role: 'viewer', source, by: 'Ida Noddack', at: null } as const;
  await show(ITEM, [{ ...linkEntry(['revoke']), link: { ...LINK, view }, reasons: [reason] }]);
  const list = within(screen.getByRole('list'));
  for (const name of ['Open ones', 'Ida Noddack']) expect(list.getByText(name)).toBeVisible();
  press(screen.getByText('Revoke link'));
  confirm('Revoke link');
  expect((await change()).act).toBe('DELETE items/plan/views/v1/share-links/link/');
});

it('changes the people of a space by its own addresses', async () => {
  await show(SPACE, [entry({})]);
  fireEvent.change(screen.getByLabelText('Role of Ida Noddack'), { target: { value: 'editor' } });
  expect(await change()).toMatchObject({ act: 'PATCH spaces/plans/members/ida/', body: { role: 'editor' } });
  api.requests.length = 0;
  await waitFor(() => expect(screen.getByLabelText('Remove Ida Noddack')).toBeEnabled());
  press(screen.getByLabelText('Remove Ida Noddack'));
  confirm('Remove');
  expect((await change()).act).toBe('DELETE spaces/plans/members/ida/');
});

it('offers nothing to who may change nothing, and says the roles', async () => {
  await show(ITEM, [
    entry({ allowed: [], roles: [] }),
    // Inherited: it is changed at its source.
    entry({ person: MAX, role: 'editor', own_role: null, allowed: [], roles: [] }),
    linkEntry([]),
  ]);
  const list = within(screen.getByRole('list'));
  expect(list.queryByRole('combobox')).toBeNull();
  expect(list.queryByRole('button')).toBeNull();
  expect(list.getByText('Editor')).toBeVisible();
});

it('says why a role could not be given', async () => {
  api.responses['PUT items/plan/access/'] = {
    status: 403,
    body: { message: 'You can’t give this role.', code: 'forbidden' },
  };
  const { onChanged } = await show(ITEM, [entry({})]);
  fireEvent.change(screen.getByLabelText('Role of Ida Noddack'), { target: { value: 'editor' } });
  expect(await screen.findByText('You can’t give this role.')).toBeVisible();
  expect(onChanged).not.toHaveBeenCalled();
});
