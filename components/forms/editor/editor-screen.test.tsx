import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { NO_HUB_FORMATS } from '#components/forms/builder/page/form-formats.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { NO_SHORTCUTS, type Shell, ShellProvider } from '#context/ShellContext.tsx';
import type { ChangeFormRequest, Form } from '#lib/contract/form.ts';
import { DEFAULT_SETTINGS } from '#lib/contract/form-settings.ts';
import { closeChangeEvents } from '#services/change-events.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { EditorScreen } from './EditorScreen.tsx';

/** The jsdom instance of the test, whose sockets connect to its URL. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const BEGUN: Form = {
  ...{ id: 'f', slug: 'f', space_slug: 'space', title: 'Camp', description: '' },
  ...{ visibility: 'shared', effective_visibility: 'shared', revision: 1, published_version: null },
  ...{ is_changed: true, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  ...{ trashed_at: null, my_role: 'editor', state: null, translations: {}, settings: DEFAULT_SETTINGS },
  ...{ notify_has_answers: null, updated_by: null, setting_changes: {} },
  allowed: ['form.change', 'form.read_submissions'],
  counts: { submissions: 3 },
  fields: [
    { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: true },
    {
      ...{ id: 'f_guest', name: 'guest', label: 'Guest', type: 'form', required: true },
      fields: [
        { id: 'f_first', name: 'first', label: 'First name', type: 'text', required: true },
        { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', required: true },
      ],
    },
  ],
  layout: {
    pages: [
      {
        id: 'p',
        blocks: [
          { kind: 'field', field: 'f_name' },
          { kind: 'field', field: 'f_guest' },
        ],
      },
    ],
  },
};

const SHELL = {
  viewer: { id: 'u' },
  hub: { id: 'h', name: 'Hub', domain_handle: 'hub', role: 'member' },
  shortcuts: NO_SHORTCUTS,
} as Shell;

let form: Form;
let api: FakeApi;
let http: Server;
let sockets: WebSocketServer;
const open = new Set<WebSocket>();

beforeAll(async () => {
  // A wide screen; and a socket of this process, because Node's own fires events that jsdom does not accept.
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.startsWith('(min-width') });
  Object.assign(globalThis, { WebSocket });
  await Promise.all([
    import('#components/forms/builder/saving/ConflictDialog.tsx'),
    import('#components/forms/builder/actions/MoveFieldDialog.tsx'),
  ]);
});

beforeEach(async () => {
  form = BEGUN;
  api = await startFakeApi({
    'GET forms/f/': () => ({ body: { data: form } }),
    'POST forms/f/editing/': { body: { data: { others: [] } } },
    'PATCH forms/f/': ({ headers, body }) => {
      if (headers['if-match'] !== String(form.revision))
        return { status: 409, body: { code: 'stale_revision', message: 'Stale', data: form } };
      const change: ChangeFormRequest = JSON.parse(body);
      form = { ...form, ...(change as Partial<Form>), revision: form.revision + 1 };
      return { body: { data: form } };
    },
  });
  http = createServer();
  sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => open.add(socket));
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` });
});
afterEach(async () => {
  closeChangeEvents();
  for (const socket of open) socket.terminate();
  open.clear();
  await new Promise((closed) => http.close(closed));
  await api.stop();
});

/** Opens the form's screen and subscribes to changes of it. */
async function openEditor(): Promise<ReturnType<typeof userEvent.setup>> {
  await act(
    async () =>
      void renderWithMessages(
        <ShellProvider shell={SHELL}>
          <NotificationProvider>
            <Toaster>
              <EditorScreen form={form} path="/hub/space/forms/f" crumbs={[]} hub={NO_HUB_FORMATS} />
            </Toaster>
          </NotificationProvider>
        </ShellProvider>,
      ),
  );
  await waitFor(() => expect(open.size).toBe(1));
  return userEvent.setup({ delay: null });
}

/** Publishes a change event to the page, like the server. */
const publish = (about: string, id = 'f') => {
  for (const socket of open) socket.send(JSON.stringify({ about, id }));
};

const submissionsTab = () => within(screen.getByRole('navigation', { name: 'Parts of this form' }));

test('updates the count of submissions while another tab is shown', async () => {
  await openEditor();
  expect(submissionsTab().getByRole('link', { name: /Answers.*3/ })).toBeInTheDocument();
  form = { ...form, counts: { submissions: 5 } };
  publish('answers', 'another');
  publish('answers');
  expect(await submissionsTab().findByRole('link', { name: /Answers.*5/ })).toBeInTheDocument();
  form = { ...form, counts: { submissions: 4 } };
  publish('answers');
  expect(await submissionsTab().findByRole('link', { name: /Answers.*4/ })).toBeInTheDocument();
});

test('chooses field by field between what two people changed, and saves just that', async () => {
  const user = await openEditor();
  const rename = async (from: string, to: string) => {
    await user.click(screen.getByRole('button', { name: new RegExp(`^${from}`) }));
    // By its label: jsdom evaluates no style sheets for the width.
    const label = await screen.findByLabelText('Label');
    expect(label).toHaveValue(from);
    await user.clear(label);
    await user.type(label, to);
  };
  // Somebody else saves meanwhile.
  form = {
    ...BEGUN,
    revision: 2,
    updated_by: { id: 'v', name: 'Vera' },
    title: 'Their camp',
    fields: BEGUN.fields.map((one) => ({
      ...one,
      label: one.id === 'f_name' ? 'Their name' : 'Their guest',
    })),
  };
  await rename('Name', 'My name');
  await rename('Guest', 'My guest');
  await user.click(await screen.findByRole('button', { name: 'Compare and choose' }));
  const dialog = within(await screen.findByRole('dialog'));
  const labels = dialog.getAllByRole('group');
  expect(labels.map((group) => group.textContent)).toHaveLength(2);
  const [ofName, ofGuest] = labels;
  if (!ofName || !ofGuest) throw new Error('There are not two things to choose');
  expect(ofName).toHaveTextContent('My name');
  expect(ofName).toHaveTextContent('Their name');
  await user.click(within(ofName).getByRole('radio', { name: /Of Vera/ }));
  await user.click(within(ofGuest).getByRole('radio', { name: /^Yours/ }));
  await user.click(dialog.getByRole('button', { name: 'Apply choices' }));
  await waitFor(() => expect(form.revision).toBe(3));
  expect(form.title).toBe('Their camp');
  expect(form.fields.map(({ label }) => label)).toEqual(['Their name', 'My guest']);
  expect(screen.queryByRole('button', { name: 'Compare and choose' })).toBeNull();
});

test('a field is moved out of its group by keyboard alone, through its menu', async () => {
  const user = await openEditor();
  const more = screen.getByRole('button', { name: /More.*Mail/ });
  more.focus();
  await user.keyboard('{Enter}');
  const move = await screen.findByRole('menuitem', { name: 'Move to…' });
  while (document.activeElement !== move) await user.keyboard('{ArrowDown}');
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  const where = dialog.getByLabelText(/Where/);
  expect(where).toHaveFocus();
  await user.selectOptions(where, 'page 0');
  dialog.getByRole('button', { name: 'Move' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(form.revision).toBe(2));
  expect(form.fields).toMatchObject([
    { id: 'f_name' },
    { id: 'f_guest', fields: [{ id: 'f_first' }] },
    { id: 'f_mail' },
  ]);
  expect(form.layout.pages[0]?.blocks).toEqual([
    { kind: 'field', field: 'f_name' },
    { kind: 'field', field: 'f_guest' },
    { kind: 'field', field: 'f_mail' },
  ]);
});
