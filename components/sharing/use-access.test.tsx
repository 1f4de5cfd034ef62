import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { ResourceAccess } from '#lib/contract/access.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { type AccessControl, useAccess } from './use-access.ts';

const PUT = 'PUT items/plan/access/';
let api: FakeApi;
let control: AccessControl;
const changed = vi.fn();

beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
  changed.mockClear();
});
afterAll(() => api.stop());

const ACCESS = {
  revision: 1,
  visibility: 'shared',
  people: [],
  granted_groups: [],
  invited: [],
} as Partial<ResourceAccess>;

function Shown() {
  control = useAccess({
    resource: { kind: 'item', id: 'plan' },
    initial: ACCESS as ResourceAccess,
    onChanged: changed,
    conflict: 'Changed by others',
  });
  const { access, busy, problem } = control;
  return (
    <p data-testid="access">
      {access.visibility} {access.revision} {busy ? 'busy' : 'quiet'} {problem}
    </p>
  );
}

const show = () =>
  renderWithMessages(
    <DisclosureProvider>
      <QueryProvider>
        <Shown />
      </QueryProvider>
    </DisclosureProvider>,
  );
const shown = () => screen.getByTestId('access').textContent?.trim();

/** Chooses `private` and holds the response back. */
async function choosePrivate() {
  const pendingResponse = Promise.withResolvers<{ status?: number; body: object }>();
  api.responses = { [PUT]: () => pendingResponse.promise };
  let result: Promise<boolean> | undefined;
  act(() => {
    result = control.change({ visibility: 'private' });
  });
  // In the event itself: a controlled radio button would fall back.
  expect(shown()).toMatch(/^private 1/);
  await waitFor(() => expect(shown()).toBe('private 1 busy'));
  return { pendingResponse, result };
}

test('shows a choice in the event itself, and what the server made of it', async () => {
  show();
  const { pendingResponse, result } = await choosePrivate();
  pendingResponse.resolve({
    body: { data: { ...ACCESS, visibility: 'private', revision: 2, invitations: [] } },
  });
  expect(await act(() => result)).toBe(true);
  await waitFor(() => expect(shown()).toBe('private 2 quiet'));
  expect(changed).toHaveBeenCalledOnce();
});

test('rolls a choice back where the server refuses it, and shows why', async () => {
  show();
  const { pendingResponse, result } = await choosePrivate();
  pendingResponse.resolve({ status: 403, body: { message: 'Not yours', code: 'forbidden' } });
  expect(await act(() => result)).toBe(false);
  await waitFor(() => expect(shown()).toBe('shared 1 quiet Not yours'));
  expect(changed).not.toHaveBeenCalled();
});

test('shows the current access where somebody else changed it first', async () => {
  show();
  const { pendingResponse, result } = await choosePrivate();
  const current = { ...ACCESS, visibility: 'public', revision: 5 };
  pendingResponse.resolve({ status: 409, body: { message: 'Changed', code: 'conflict', data: current } });
  expect(await act(() => result)).toBe(false);
  await waitFor(() => expect(shown()).toBe('public 5 quiet Changed by others'));
});
