import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { BulkChange } from '#lib/contract/bulk-change.ts';
import type { Item } from '#lib/contract/item.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { NOTHING_DONE } from './changes/undo-stack.ts';
import { storeUndoStack, undoKey } from './changes/undo-storage.ts';
import type { TableData } from './rows/table-data.ts';
import { TableView } from './TableView.tsx';

const ROWS = 'items/t/rows/';
const BULK = 'items/t/bulk-changes/';
const AS_OF = '2026-05-04T09:30:00.123456Z';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
  storeUndoStack(undoKey('', 't'), NOTHING_DONE);
});
afterAll(() => api.stop());

const buildBulk = (attributes: Partial<BulkChange>): { body: { data: BulkChange } } => ({
  body: {
    data: {
      ...{ id: 'b', action: 'delete', state: 'done', total: 12_345, changed: 12_345 },
      ...{ unchanged: 0, skipped: 0, refused: 0, problems: [], job: null, undoes: null, undone_by: null },
      made_at: '2026-05-04T09:30:00Z',
      ...attributes,
    },
  },
});
const preview = (count: number, attributes: object = {}) => ({
  body: { data: { count, as_of: AS_OF, checked: count, refused: 0, problems: [], ...attributes } },
});

/** Three rows of many are loaded. */
type ShowOptions = { allowed?: Item['allowed']; count?: number };

function show({ allowed = ['item.change'], count = 12_345 }: ShowOptions = {}) {
  const rowsFrom = (from: number, most: number) =>
    Array.from({ length: Math.min(most, count - from) }, (_, at) =>
      buildRow({ id: `row ${from + at}`, position: from + at + 1, values: { name: `Chair ${from + at}` } }),
    );
  const rows = rowsFrom(0, 3);
  api.responses[`GET ${ROWS}`] = ({ query }) => {
    const params = new URLSearchParams(query);
    const from = Number(params.get('after') ?? 0);
    const data = rowsFrom(from, Number(params.get('page_size')));
    const until = from + data.length;
    return {
      body: { data, count, next: until < count ? String(until) : null, previous: null, offset: from },
    };
  };
  api.responses['GET items/t/columns/'] ??= {
    body: { data: [buildColumn('text', 'name'), buildColumn('number', 'amount')] },
  };
  const first: TableData = {
    columns: [buildColumn('text', 'name'), buildColumn('number', 'amount')],
    ...{ views: [], view: '', rows, offset: 0, next: count > 3 ? '3' : null, previous: null },
    ...{ requested: null, count, writtenIn: {}, country: null },
  };
  const { unmount } = renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed })} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  return { unmount };
}

const sentBodies = () =>
  api.requests
    .filter(({ method, path }) => method === 'POST' && path === BULK)
    .map(({ body }) => JSON.parse(body));

const cell = (place: string) => document.querySelector(`[data-cell="${place}"]`) ?? document.body;
const bar = () => screen.findByRole('toolbar', { name: 'Selected rows' });

async function selectAll() {
  const user = userEvent.setup();
  await user.click(cell('0:0'));
  await user.keyboard('{Control>}a{/Control}');
  return { user, bar: await bar() };
}

test('shows how many rows are selected, also those that are not loaded, and clears the selection', async () => {
  show();
  const all = await selectAll();
  expect(within(all.bar).getByRole('status')).toHaveTextContent('12,345 rows selected');
  await all.user.keyboard('{Tab}');
  expect(within(all.bar).getByRole('button', { name: 'Edit' })).toHaveFocus();
  await all.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull());
  await waitFor(() => expect(cell('0:0')).toHaveFocus());
});

test('selects all rows by the box in the header, and clears the selection there', async () => {
  const user = userEvent.setup();
  show();
  await user.click(cell('-1:-1'));
  await bar();
  expect(cell('-1:-1')).toHaveAttribute('aria-selected', 'true');
  await user.click(cell('-1:-1'));
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull());
});

test('offers nothing for all rows to those who may not change the table', async () => {
  const user = userEvent.setup();
  show({ allowed: [] });
  await user.click(cell('0:0'));
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(cell('2:1')).toHaveAttribute('aria-selected', 'true'));
  expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull();
});

test('deletes all rows by the Delete key, with the count that was confirmed, and takes it back by the notice', async () => {
  api.responses[`POST ${BULK}`] = ({ body }) =>
    JSON.parse(body).dry_run ? preview(12_340) : buildBulk({ total: 12_340, changed: 12_338, skipped: 2 });
  api.responses[`POST ${BULK}b/undo/`] = buildBulk({
    id: 'u',
    action: 'restore',
    changed: 12_338,
    undoes: 'b',
  });
  show();
  const { user } = await selectAll();
  await user.keyboard('{Delete}');
  const dialog = await screen.findByRole('dialog', { name: 'Delete 12,340 rows?' });
  expect(sentBodies()).toEqual([{ filter: null, action: 'delete', dry_run: true }]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete 12,340 rows' }));
  expect(await screen.findByText(/12,338 rows are deleted/)).toHaveTextContent(
    '12,338 rows are deleted. 2 rows were left as they are.',
  );
  expect(sentBodies()[1]).toEqual({ filter: null, action: 'delete', as_of: AS_OF, count: 12_340 });
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/12,338 rows are restored/)).toBeInTheDocument();
});

test('changes nothing where more rows match by now, says so, and counts again', async () => {
  let count = 10;
  api.responses[`POST ${BULK}`] = ({ body }) => {
    if (JSON.parse(body).dry_run) return preview(count);
    count = 12;
    return { status: 409, body: { message: 'More rows match by now.', code: 'more_rows' } };
  };
  show();
  const { user } = await selectAll();
  await user.keyboard('{Delete}');
  await user.click(await screen.findByRole('button', { name: 'Delete 10 rows' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 12 rows?' });
  expect(within(dialog).getByRole('alert')).toHaveTextContent('More rows match by now.');
});

test('does not delete before the rows are counted, and offers a retry where they could not be', async () => {
  let isDown = true;
  api.responses[`POST ${BULK}`] = () =>
    isDown ? { status: 503, body: { message: 'The server is busy.', code: 'unavailable' } } : preview(3);
  show();
  const { user } = await selectAll();
  await user.keyboard('{Delete}');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toHaveTextContent('The server is busy.');
  isDown = false;
  await user.click(retry);
  expect(await screen.findByRole('button', { name: 'Delete 3 rows' })).toBeInTheDocument();
  expect(sentBodies().every(({ dry_run }) => dry_run === true)).toBe(true);
});

test('sets a column in all rows, after saying how many and which of them can’t have the value', async () => {
  api.responses[`POST ${BULK}`] = ({ body }) =>
    JSON.parse(body).dry_run
      ? preview(5000, { checked: 1000, refused: 7, problems: [{ message: 'Amount is too large', rows: 7 }] })
      : buildBulk({ action: 'set', state: 'running', job: 'j', total: 5000, changed: 0 });
  show();
  const { user, bar: shown } = await selectAll();
  await user.click(within(shown).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit selected rows' });
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Enter a value, or clear it.');
  await user.selectOptions(within(dialog).getByLabelText('Column'), 'amount');
  await user.type(await within(dialog).findByLabelText('amount'), '42');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await within(dialog).findByText(/Of the first 1,000 rows/)).toHaveTextContent(
    'Of the first 1,000 rows, 7 rows can’t have this value and will stay as they are:Amount is too large',
  );
  expect(sentBodies()).toEqual([{ filter: null, action: 'set', values: { amount: 42 }, dry_run: true }]);
  await user.click(within(dialog).getByRole('button', { name: 'Change 5,000 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentBodies()[1]).toEqual({
    ...{ filter: null, action: 'set', values: { amount: 42 } },
    ...{ as_of: AS_OF, count: 5000 },
  });
});

test('retains an entered value that the server refuses, and counts again after another value', async () => {
  api.responses[`POST ${BULK}`] = ({ body }) =>
    JSON.parse(body).values.name === 'Desk'
      ? { status: 422, body: { fields: { name: ['The same name can’t be in several rows'] } } }
      : preview(2);
  show();
  const { user, bar: shown } = await selectAll();
  await user.click(within(shown).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit selected rows' });
  const input = await within(dialog).findByLabelText('name');
  await user.type(input, 'Desk{Enter}');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'The same name can’t be in several rows',
  );
  expect(input).toHaveValue('Desk');
  await user.click(within(dialog).getByLabelText('Clear the value'));
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await within(dialog).findByText(/will be cleared in 2 rows/)).toBeInTheDocument();
  expect(sentBodies().at(-1)).toMatchObject({ values: { name: null } });
  await user.click(within(dialog).getByLabelText('Clear the value'));
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeInTheDocument();
});

test('shows how far a large change is, also after the page was loaded again, cancels it, and undoes it by key', async () => {
  const running = { action: 'set', state: 'running', job: 'j', total: 5000, changed: 2000 } as const;
  let state = buildBulk(running);
  api.responses[`POST ${BULK}`] = ({ body }) => (JSON.parse(body).dry_run ? preview(5000) : state);
  api.responses[`GET ${BULK}b/`] = () => state;
  api.responses['POST jobs/j/cancel/'] = () => {
    state = buildBulk({ ...running, state: 'cancelled', changed: 3000, reason: 'The change was cancelled.' });
    return { body: { message: 'The change is cancelled.', data: null } };
  };
  const { unmount } = show();
  const { user, bar: shown } = await selectAll();
  await user.click(within(shown).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit selected rows' });
  await user.type(await within(dialog).findByLabelText('name'), 'Desk{Enter}');
  await user.click(await within(dialog).findByRole('button', { name: 'Change 5,000 rows' }));
  expect(await screen.findByRole('progressbar', { name: 'Changing rows…' })).toBeInTheDocument();
  unmount();
  show();
  expect(await screen.findByText('2,000 of 5,000 rows')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(/3,000 rows are changed/, undefined, { timeout: 5000 })).toHaveTextContent(
    'The change was cancelled.',
  );
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(cell('0:0')).toHaveFocus();

  api.responses[`POST ${BULK}b/undo/`] = buildBulk({ id: 'u', action: 'revert', changed: 3000, undoes: 'b' });
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText(/3,000 rows are changed back/)).toBeInTheDocument();
  api.responses[`POST ${BULK}u/undo/`] = buildBulk({ id: 'r', action: 'revert', changed: 3000, undoes: 'u' });
  await user.keyboard('{Control>}y{/Control}');
  await waitFor(() => expect(api.paths()).toContain(`POST ${BULK}u/undo/`));
});

test('shows why a change failed', async () => {
  api.responses[`POST ${BULK}`] = ({ body }) =>
    JSON.parse(body).dry_run
      ? preview(3)
      : buildBulk({
          state: 'failed',
          total: 3,
          changed: 0,
          reason: 'You may not change this table any more.',
        });
  show({ count: 3 });
  const { user } = await selectAll();
  await user.keyboard('{Delete}');
  await user.click(await screen.findByRole('button', { name: 'Delete 3 rows' }));
  expect(await screen.findByText(/You may not change this table any more/)).toBeInTheDocument();
});

test('undoes what was done before where a change of all rows is undone already', async () => {
  api.responses[`POST ${BULK}`] = ({ body }) =>
    JSON.parse(body).dry_run ? preview(3) : buildBulk({ action: 'set', total: 3, changed: 2, unchanged: 1 });
  api.responses[`POST ${BULK}b/undo/`] = {
    status: 409,
    body: { message: 'This change is undone already.', code: 'already_undone' },
  };
  show({ count: 3 });
  const { user, bar: shown } = await selectAll();
  await user.click(within(shown).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit selected rows' });
  await user.type(await within(dialog).findByLabelText('name'), 'Desk{Enter}');
  await user.click(await within(dialog).findByRole('button', { name: 'Change 3 rows' }));
  expect(await screen.findByText(/2 rows are changed/)).toHaveTextContent('1 row had this value already.');
  await user.click(cell('0:0'));
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('This change is undone already.')).toBeInTheDocument();
  await user.keyboard('{Control>}z{/Control}');
  await user.keyboard('{Control>}z{/Control}');
  expect(api.paths().filter((path) => path === `POST ${BULK}b/undo/`)).toHaveLength(1);
});

test('keeps the selection when the dialog is closed while the change is made, and reports the change all the same', async () => {
  const made = Promise.withResolvers<void>();
  api.responses[`POST ${BULK}`] = async ({ body }) => {
    if (JSON.parse(body).dry_run) return preview(3);
    await made.promise;
    return buildBulk({ total: 3, changed: 3 });
  };
  show({ count: 3 });
  const { user, bar: shown } = await selectAll();
  await user.keyboard('{Delete}');
  await user.click(await screen.findByRole('button', { name: 'Delete 3 rows' }));
  await waitFor(() => expect(sentBodies()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  made.resolve();
  expect(await screen.findByText(/3 rows are deleted/)).toBeInTheDocument();
  expect(shown).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled();
});

test('counts no rows for a deletion that was cancelled while something was still being written', async () => {
  const written = Promise.withResolvers<object>();
  api.responses[`PATCH ${ROWS}`] = () => written.promise.then((body) => ({ body }));
  show({ count: 3 });
  const user = userEvent.setup();
  await user.click(cell('0:0'));
  await user.paste('Bench');
  await waitFor(() => expect(api.paths()).toContain(`PATCH ${ROWS}`));
  await user.keyboard('{Control>}a{/Control}');
  await bar();
  await user.keyboard('{Delete}');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const bench = buildRow({ id: 'row 0', position: 1, revision: 2, values: { name: 'Bench' } });
  written.resolve({ data: [{ status: 'done', row: bench, previous: { name: 'Chair 0' } }] });
  await waitFor(() => expect(cell('0:0')).toHaveTextContent('Bench'));
  await api.received();
  expect(sentBodies()).toEqual([]);
});
