import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { PeoplePreview } from '#lib/contract/table-import.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn } from '#tests/component/table.ts';
import { ImportContactCards } from './ImportContactCards.tsx';

const JOB = { id: 'j', state: 'queued', progress: null, done: 0, rejected: 0, errors_url: null };
const PEOPLE = { added: 1, updated: 0, unchanged: 2 };
const DONE = { ...JOB, state: 'ready', progress: 1, done: 4, partial: 1, people: PEOPLE };
const PREVIEW: PeoplePreview = {
  ...{ people: 4, is_whole: true, added: 1, present: 1, repeated: 1, refused: 1, partial: 1 },
  first: [
    { name: 'Ada', email: 'ada@x.example', phone: '', state: 'added' },
    { name: 'Ben', email: '', phone: '', state: 'present' },
  ],
  reasons: [{ number: 4, name: '', reason: 'This line says nothing of a person', refused: true }],
};

let api: FakeApi;
let preview = PREVIEW;
beforeAll(async () => {
  api = await startFakeApi({
    'POST items/people/import/': () => ({ status: 202, body: { data: JOB } }),
    'GET jobs/j/people/': () => ({ body: { data: preview } }),
    'POST jobs/j/start/': () => ({ body: { data: JOB } }),
    'POST jobs/j/cancel/': () => ({ body: { data: null } }),
    'GET jobs/j/': () => ({ body: { data: DONE } }),
  });
});
beforeEach(() => {
  api.requests.length = 0;
  preview = PREVIEW;
});
afterAll(() => api.stop());

const columns = [buildColumn('text', 'name'), buildColumn('email', 'email')];
async function show() {
  renderWithMessages(
    <ShellProvider shell={buildShell({ hub: null })}>
      <NotificationProvider>
        <ImportContactCards itemId="people" columns={columns} onClose={() => undefined} />
      </NotificationProvider>
    </ShellProvider>,
  );
  const dialog = within(await screen.findByRole('dialog'));
  const file = new File(['BEGIN:VCARD\nEND:VCARD'], 'people.vcf', { type: 'text/vcard' });
  await userEvent.upload(dialog.getByLabelText(/vCard file/), file);
  return dialog;
}

it('shows what would become of the people of a file before they are imported', async () => {
  const dialog = await show();
  expect(await dialog.findByText(/4 people are in this file, 1 is added/)).toBeInTheDocument();
  expect(dialog.getByText(/1 is in the list already, and stays as they are/)).toBeInTheDocument();
  expect(dialog.getByText(/1 is left out\. 1 is taken without/)).toBeInTheDocument();
  expect(dialog.getByText('This line says nothing of a person')).toBeInTheDocument();
  expect(dialog.getByText('In the list already')).toBeInTheDocument();
  expect(api.paths()).not.toContain('POST jobs/j/start/');
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText(/1 person was imported without a number or address/)).toBeInTheDocument();
  // Also who was left as they are, and who comes twice.
  expect(
    dialog.getByText('1 person added, 0 updated, 2 already there, 1 repeated in the file.'),
  ).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Look for duplicates' })).toHaveAttribute(
    'href',
    expect.stringContaining('show=duplicates'),
  );
  const started = api.requests.find(({ path }) => path === 'jobs/j/start/');
  expect(JSON.parse(started?.body ?? '')).toEqual({ match_on: ['c_email', 'c_name'], on_match: 'skip' });
});

it('imports nothing of a file that was only looked at', async () => {
  const dialog = await show();
  await dialog.findByText(/4 people are in this file/);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(api.paths()).toContain('POST jobs/j/cancel/'));
  expect(api.paths()).not.toContain('POST jobs/j/start/');
});

it('imports nothing of a file whose people are all left out', async () => {
  preview = { ...PREVIEW, people: 1, added: 0, present: 0, repeated: 0, partial: 0, first: [] };
  const dialog = await show();
  await dialog.findByText(/1 person is in this file, nobody is new/);
  expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
});
