import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { TableImport } from '#lib/contract/table-import.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const RUNNING: TableImport = {
  id: 'j',
  state: 'running',
  progress: 0.5,
  done: 4,
  rejected: 1,
  errors_url: '/api/v1/jobs/j/errors/',
  file_name: 'people.csv',
  created_at: '2026-05-04T09:30:00.000Z',
  updated_at: '2026-05-04T09:30:00.000Z',
  created_by: { id: 'u', name: 'Ada Lovelace' },
};

function show(allowed: Item['allowed'] = ['item.change', 'item.download']) {
  const first = {
    columns: [buildColumn('text', 'name')],
    views: [],
    view: '',
    rows: [buildRow({ id: 'lamp', values: { name: 'Lamp' } })],
    offset: 0,
    next: null,
    previous: null,
    requested: null,
    count: 1,
    writtenIn: {},
    country: null,
  };
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed })} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}

it('shows a running import after a reload of the page, and its result until it is closed', async () => {
  let job: TableImport = RUNNING;
  let isPaused = false;
  api.responses = {
    'GET items/t/imports/': () => ({ body: { data: [job] } }),
    'GET jobs/j/': () => ({ body: { data: { ...job, ...(isPaused ? { paused: true } : {}) } } }),
    'POST jobs/j/pause/': () => {
      isPaused = true;
      return { body: { data: null } };
    },
    'POST jobs/j/resume/': () => {
      isPaused = false;
      return { body: { data: null } };
    },
    'GET items/t/columns/': { body: { data: [buildColumn('text', 'name')] } },
    'GET items/t/rows/': { body: { data: [], count: 0 } },
  };
  const user = userEvent.setup();
  show();
  const bar = await screen.findByRole('region', { name: 'Import of “people.csv”' });
  expect(api.requests[0]?.query).toContain('state=open');
  expect(within(bar).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await user.click(within(bar).getByRole('button', { name: 'Pause' }));
  expect(await within(bar).findByRole('button', { name: 'Resume' })).toBeInTheDocument();
  job = { ...RUNNING, state: 'ready', progress: 1, done: 8, rejected: 2 };
  await user.click(within(bar).getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(bar).toHaveTextContent('8 lines imported, 2 left out.'), { timeout: 5_000 });
  expect(within(bar).getByRole('link', { name: /Download the lines/ })).toHaveAttribute(
    'href',
    '/api/v1/jobs/j/errors/',
  );
  await waitFor(() => expect(api.paths()).toContain('GET items/t/rows/'));
  await user.click(within(bar).getByRole('button', { name: 'Close' }));
  expect(bar).not.toBeInTheDocument();
});

it('asks for no imports where nothing may be changed', async () => {
  show(['item.download']);
  expect(await screen.findAllByText('Lamp')).not.toEqual([]);
  expect(api.paths()).not.toContain('GET items/t/imports/');
});

it('lists the imports of a table with their reports', async () => {
  const failed: TableImport = {
    ...RUNNING,
    id: 'k',
    state: 'failed',
    reason: 'The table was full.',
    file_name: null,
    errors_format: 'vcf',
  };
  api.responses = {
    'GET items/t/imports/': ({ query }) => ({
      body: {
        data: query.includes('state=open') ? [] : [{ ...RUNNING, state: 'ready', progress: 1 }, failed],
      },
    }),
  };
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'More actions for this table' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Imports' }));
  const dialog = await screen.findByRole('dialog', { name: 'Imports' });
  const [first, second] = await within(dialog).findAllByRole('listitem');
  expect(first).toHaveTextContent('people.csv');
  expect(first).toHaveTextContent('Ada Lovelace');
  expect(first).toHaveTextContent('4 lines imported, 1 left out.');
  expect(within(first ?? dialog).getByRole('link')).toHaveAttribute('href', '/api/v1/jobs/j/errors/');
  expect(within(first ?? dialog).getByRole('link')).toHaveTextContent(/^Download the lines/);
  expect(second).toHaveTextContent('The table was full.');
  // Of a file of cards.
  expect(within(second ?? dialog).getByRole('link')).toHaveTextContent(/^Download the cards/);
});

it('goes back to the choice of columns for a file that was sent, and not chosen for yet', async () => {
  const waiting: TableImport = {
    ...RUNNING,
    state: 'queued',
    progress: null,
    done: 0,
    rejected: 0,
    paused: true,
    awaits_choice: true,
    errors_url: null,
  };
  api.responses = {
    'GET items/t/imports/': { body: { data: [waiting] } },
    'GET jobs/j/preview/': { body: { data: { lines: [['Title'], ['Lamp']] } } },
  };
  const user = userEvent.setup();
  show();
  const bar = await screen.findByRole('region', { name: 'Import of “people.csv”' });
  expect(within(bar).queryByRole('button', { name: 'Resume' })).toBeNull();
  await user.click(within(bar).getByRole('button', { name: 'Choose columns' }));
  expect(await screen.findByRole('combobox', { name: 'Import into Title' })).toBeInTheDocument();
  expect(screen.queryByLabelText(/^File/)).toBeNull();
});

it('fetches the progress of an import seldom on the page of a table', async () => {
  api.responses = {
    'GET items/t/imports/': { body: { data: [RUNNING] } },
    'GET jobs/j/': { body: { data: RUNNING } },
  };
  show();
  await screen.findByRole('region', { name: 'Import of “people.csv”' });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(api.paths()).not.toContain('GET jobs/j/');
});
