import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';
import type { UndoStep } from './undo-stack.ts';
import { storeUndoStack, undoKey } from './undo-storage.ts';

const ROWS = 'items/t/rows/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
const COLUMNS = [
  buildColumn('text', 'name'),
  buildColumn('number', 'amount'),
  { ...buildColumn('select', 'state'), options: [{ id: 'new', label: 'New' }] },
];
const row = (name: string, amount: number, revision = 1): Row =>
  buildRow({ id: name, revision, values: { name, amount, state: 'new' } });
const page = (data: Row[]) => ({ body: { data, count: data.length, next: null, previous: null } });
beforeEach(() => {
  api.responses[`GET ${ROWS}`] = page([row('Chair', 1), row('Lamp', 9)]);
  api.responses['GET items/t/columns/'] = { body: { data: COLUMNS } };
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const done = (...acts: UndoStep[]) => storeUndoStack(undoKey('', 't'), { done: acts, undone: [] });

function show(settings: Partial<View> = {}) {
  const view: View = {
    ...{ id: 'v', name: 'V', type: 'grid', personal: false, columns: [], filter: null },
    ...{ sort: [], group: [], layout: {}, revision: 1, ...settings },
  };
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] })}
            first={{
              ...{ columns: COLUMNS, views: [view], view: 'v', rows: [row('Chair', 1), row('Lamp', 9)] },
              ...{ offset: 0, next: null, previous: null, requested: null, count: 2 },
              ...{ writtenIn: {}, country: null },
            }}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
const undo = () => screen.getByRole('button', { name: 'Undo last change' });
const redo = () => screen.getByRole('button', { name: 'Redo last change' });
const sent = (method: string) =>
  api.requests.filter((one) => one.method === method).map(({ body }) => JSON.parse(body).rows);

test('can repeat an undo whose request failed, and shows no refused value in its cells', async () => {
  const user = userEvent.setup();
  done({
    kind: 'cells',
    cells: [
      { id: 'Lamp', name: 'amount', from: 5, to: 9 },
      { id: 'elsewhere', name: 'amount', from: 1, to: 2 },
    ],
  });
  api.responses[`PATCH ${ROWS}`] = { status: 413, body: { code: 'too_large', message: 'Too large.' } };
  show();
  await waitFor(() => expect(undo()).toBeEnabled());
  await user.click(undo());
  expect(await screen.findByText('Too large.')).toBeInTheDocument();
  await waitFor(() => expect(undo()).toBeEnabled());
  expect(redo()).toBeDisabled();
  expect(document.querySelector('[data-cell="1:1"]')).toHaveTextContent('9');
  await user.click(undo());
  await waitFor(() => expect(sent('PATCH')).toHaveLength(2));
});

test('deletes a restored row again only as it was then, and names one that others have changed since', async () => {
  const user = userEvent.setup();
  done({ kind: 'deleted', ids: ['Lamp'] });
  api.responses[`POST ${ROWS}restore/`] = { body: { data: [{ status: 'done', row: row('Lamp', 9, 4) }] } };
  api.responses[`DELETE ${ROWS}`] = { body: { data: [{ status: 'stale', row: row('Lamp', 40, 5) }] } };
  show();
  await waitFor(() => expect(undo()).toBeEnabled());
  await user.click(undo());
  await waitFor(() => expect(redo()).toBeEnabled());
  await user.click(redo());
  expect(await screen.findByText(/1 row was changed by others since and stays: Lamp/)).toBeInTheDocument();
  expect(sent('DELETE')).toEqual([[{ id: 'Lamp', revision: 4, unless_changed_by_others: true }]]);
});

test('leaves the focus to the other button where there is nothing more to undo, or to do again', async () => {
  const user = userEvent.setup();
  done({ kind: 'cells', cells: [{ id: 'Lamp', name: 'amount', from: 5, to: 9 }] });
  api.responses[`PATCH ${ROWS}`] = ({ body }) => ({
    body: {
      data: JSON.parse(body).rows.map(({ values }: { values: { amount: number } }) => ({
        ...{ status: 'done', row: row('Lamp', values.amount, 2), previous: {} },
      })),
    },
  });
  show();
  await waitFor(() => expect(undo()).toBeEnabled());
  await user.click(undo());
  await waitFor(() => expect(redo()).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(undo()).toHaveFocus());
});

test('removes a row that an undo finds missing from its group', async () => {
  const user = userEvent.setup();
  done({ kind: 'cells', cells: [{ id: 'Lamp', name: 'amount', from: 5, to: 9 }] });
  api.responses['GET items/t/aggregate/'] = { body: { data: [{ group: 'new', values: { count: 2 } }] } };
  api.responses[`PATCH ${ROWS}`] = { body: { data: [{ status: 'missing' }] } };
  show({ group: ['c_state'] });
  const lamps = () => screen.queryAllByRole('rowheader', { name: /Lamp/ });
  await waitFor(() => expect(lamps()).toHaveLength(1));
  await user.click(undo());
  expect(await screen.findByText('1 row is no longer here.')).toBeInTheDocument();
  expect(lamps()).toEqual([]);
  expect(within(document.body).queryByText(/deleted this row meanwhile/)).not.toBeInTheDocument();
});

test('restores a deleted column with what it had, also after a reload, says what is not as it was, and deletes it again', async () => {
  const user = userEvent.setup();
  const amount = buildColumn('number', 'amount');
  const without = { body: { data: COLUMNS.filter(({ id }) => id !== amount.id) } };
  done({
    kind: 'columns deleted',
    columns: [{ id: amount.id, name: 'amount', label: 'amount', type: 'number', isFilled: true }],
  });
  api.responses['GET items/t/columns/'] = without;
  const restored = { column: { ...amount, name: 'amount_2' }, notes: ['renamed'] };
  api.responses[`POST items/t/deleted-columns/${amount.id}/restore/`] = () => {
    api.responses['GET items/t/columns/'] = { body: { data: COLUMNS } };
    return { body: { data: restored } };
  };
  api.responses[`DELETE items/t/columns/${amount.id}/`] = () => {
    api.responses['GET items/t/columns/'] = without;
    return { body: { data: { label: 'amount', rows: 2 } } };
  };
  show();
  await waitFor(() => expect(undo()).toBeEnabled());
  await user.click(undo());
  expect(await screen.findByText(/“amount” is restored\. Another column has its name/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('columnheader', { name: /amount/ })).toBeInTheDocument());
  await waitFor(() => expect(redo()).toBeEnabled());
  await user.click(redo());
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /amount/ })).not.toBeInTheDocument());
  // Whatever others wrote into it since: it can be restored again.
  expect(api.requests.some(({ path }) => path === 'items/t/aggregate/')).toBe(false);
  expect(undo()).toBeEnabled();
});

test('offers to restore a column again that could not be restored', async () => {
  const user = userEvent.setup();
  const column = { id: 'gone', name: 'gone', label: 'Gone', type: 'text', isFilled: true } as const;
  done({ kind: 'columns deleted', columns: [column] });
  const message = '“Gone” can’t be restored: the table that it links to was deleted.';
  api.responses['POST items/t/deleted-columns/gone/restore/'] = {
    status: 409,
    body: { code: 'linked_table_gone', message },
  };
  show();
  await waitFor(() => expect(undo()).toBeEnabled());
  await user.click(undo());
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(undo()).toBeEnabled());
  expect(api.requests.some(({ method, path }) => method === 'POST' && path === 'items/t/columns/')).toBe(
    false,
  );
});

test('deletes a column after a question, and brings it back by the button that is offered', async () => {
  const user = userEvent.setup();
  const amount = buildColumn('number', 'amount');
  api.responses[`DELETE items/t/columns/${amount.id}/`] = () => {
    api.responses['GET items/t/columns/'] = { body: { data: COLUMNS.filter(({ id }) => id !== amount.id) } };
    return { body: { data: { label: 'amount', rows: 2 } } };
  };
  api.responses[`POST items/t/deleted-columns/${amount.id}/restore/`] = () => {
    api.responses['GET items/t/columns/'] = { body: { data: COLUMNS } };
    return { body: { data: { column: amount, notes: [] } } };
  };
  done();
  show();
  await user.pointer({
    keys: '[MouseRight]',
    target: await screen.findByRole('columnheader', { name: /amount/ }),
  });
  await user.click(await screen.findByText('Delete column'));
  expect(await screen.findByText(/For 30 days it can be restored/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Delete column' }));
  expect(await screen.findByText('“amount” is deleted.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /amount/ })).not.toBeInTheDocument());
  expect(undo()).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getByRole('columnheader', { name: /amount/ })).toBeInTheDocument());
  // It was undone: there is nothing to undo by Ctrl+Z.
  await waitFor(() => expect(undo()).toBeDisabled());
});
