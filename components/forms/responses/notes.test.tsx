import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { SubmissionNote } from '#lib/contract/submissions.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { Notes } from './Notes.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const note = (id: string, more: Partial<SubmissionNote>): SubmissionNote => ({
  ...{ id, body: `Note ${id}`, created_at: '2026-05-04T09:30:00Z', author: { id: '', name: 'Noor' } },
  ...{ is_mine: false, may_delete: false, ...more },
});

function Shown({ first }: { first: SubmissionNote[] }) {
  const [notes, setNotes] = useState(first);
  return <Notes formId="f" formTitle="Sign up" submissionId="s" notes={notes} onChange={setNotes} />;
}

const show = (...first: SubmissionNote[]) =>
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <Shown first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );

it('has a note deleted that somebody left, once it is confirmed, and the focus goes to the heading', async () => {
  const user = userEvent.setup();
  api.responses['DELETE forms/f/submissions/s/notes/left/'] = { body: { data: null } };
  show(note('other', {}), note('left', { may_delete: true }));
  await user.click(screen.getByRole('button', { name: 'Delete this note' }));
  expect(api.requests).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete note' }));
  await waitFor(() => expect(screen.queryByText('Note left')).toBeNull());
  expect(screen.getByText('Note other')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notes' }));
});

it('has an own note deleted at once', async () => {
  const user = userEvent.setup();
  api.responses['DELETE forms/f/submissions/s/notes/own/'] = { body: { data: null } };
  show(note('own', { is_mine: true, may_delete: true }));
  await user.click(screen.getByRole('button', { name: 'Delete this note' }));
  expect(screen.queryByText('Note own')).toBeNull();
});
