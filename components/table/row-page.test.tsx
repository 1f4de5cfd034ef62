import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from './TableView.tsx';

const ROWS = 'items/t/rows/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const row = (name: string, amount: number): Row => buildRow({ id: name, values: { name, amount } });
const rows = [row('Chair', 1), row('Lamp', 9), row('Table', 40)];

const COLUMNS: WireColumn[] = [buildColumn('text', 'name'), buildColumn('number', 'amount')];

function show(allowed: Item['allowed'] = ['item.change'], { columns = COLUMNS, rows: shown = rows } = {}) {
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed })}
            first={{
              columns,
              views: [],
              view: '',
              rows: shown,
              offset: 0,
              next: null,
              previous: null,
              requested: null,
              count: shown.length,
              writtenIn: {},
              country: null,
            }}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
const page = (name: string) => screen.findByRole('dialog', { name });
const button = (name: string) => screen.getByRole('button', { name });

test('shows the rows beside a row, and is saved and left without losing the place in the table', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = () => ({
    body: { data: [{ status: 'done', row: { ...row('Lamp', 12), revision: 2 } }] },
  });
  show();
  await user.click(button('Open Chair'));
  expect(within(await page('Chair')).getByRole('heading', { name: 'Chair' })).toHaveFocus();
  expect(screen.getByRole('grid', { hidden: true }).closest('[inert]')).not.toBeNull();
  expect(button('Previous row')).toBeDisabled();
  await user.click(button('Next row'));
  const lamp = within(await page('Lamp'));
  const amount = await lamp.findByLabelText('amount');
  await waitFor(() => expect(amount).toHaveValue('9'));
  await user.clear(amount);
  await user.type(amount, '12');
  await user.click(lamp.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The row is saved.')).toBeInTheDocument();
  const [sent] = api.requests.filter(({ method }) => method === 'PATCH');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    rows: [{ id: 'Lamp', values: { amount: 12 } }],
  });
  // The form of the saved row is another one.
  await waitFor(() => expect(lamp.getByRole('button', { name: 'Save' })).toHaveFocus());
  await user.click(button('Back to the rows'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('grid').closest('[inert]')).toBeNull();
  await waitFor(() => expect(button('Open Chair')).toHaveFocus());
  expect(document.querySelector('[data-cell="1:1"]')).toHaveTextContent('12');
  expect(button('Undo last change')).toBeEnabled();
});

test('saves over a cell that somebody else changed meanwhile, says so, and brings theirs back on undo', async () => {
  const user = userEvent.setup();
  const saved = { ...row('Lamp', 12), revision: 3 };
  api.responses[`PATCH ${ROWS}`] = () => ({
    body: { data: [{ status: 'done', row: saved, previous: { amount: 40 } }] },
  });
  show();
  await user.click(button('Open Lamp'));
  const lamp = within(await page('Lamp'));
  await user.type(await lamp.findByLabelText('amount'), '2');
  await user.click(lamp.getByRole('button', { name: 'Save' }));
  expect(
    await lamp.findByText(/had changed “amount” meanwhile. Your value replaced theirs/),
  ).toBeInTheDocument();
  await user.click(button('Back to the rows'));
  await user.click(button('Undo last change'));
  const patches = () =>
    api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body));
  await waitFor(() =>
    expect(patches()[1]?.rows).toEqual([{ id: 'Lamp', revision: 3, values: { amount: 40 } }]),
  );
});

test('asks before typed values are lost by a change to another row, and stays on cancel', async () => {
  const user = userEvent.setup();
  show();
  await user.click(button('Open Chair'));
  const amount = await within(await page('Chair')).findByLabelText('amount');
  await user.type(amount, '5');
  await user.click(button('Next row'));
  const question = await screen.findByRole('dialog', { name: 'Discard what you typed?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(amount).toHaveValue('15');
  await user.click(button('Next row'));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await page('Lamp')).toBeInTheDocument();
});

test('shows that a date is unfinished, also as the first input, and what the server refuses', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = () => ({
    body: { data: [{ status: 'refused', errors: { due: ['due is not a valid date'] } }] },
  });
  show(undefined, { columns: [...COLUMNS, buildColumn('date', 'due')] });
  await user.click(button('Open Chair'));
  const chair = within(await page('Chair'));
  const due = await chair.findByLabelText<HTMLInputElement>('due');
  vi.spyOn(due, 'validity', 'get').mockReturnValue({ ...due.validity, badInput: true });
  due.focus();
  await user.tab();
  await waitFor(() => expect(due).toHaveAttribute('aria-invalid', 'true'));
  await user.click(chair.getByRole('button', { name: 'Save' }));
  expect(await chair.findByRole('alert')).toHaveTextContent('due is not a valid date');
  expect(due).toHaveAttribute('aria-invalid', 'true');
});

test('preserves values that a form does not edit, and undoes only what was changed in it', async () => {
  const user = userEvent.setup();
  const columns: WireColumn[] = [
    ...COLUMNS,
    buildColumn('attachment', 'papers'),
    { ...buildColumn('link', 'parts'), table: 'other' },
    { ...buildColumn('formula', 'twice'), formula: '{amount} * 2' },
    buildColumn('updated_at', 'changed'),
  ];
  const values = (amount: number, changed: string): Row['values'] => ({
    name: 'Lamp',
    amount,
    papers: [{ file_id: 'file-1', name: 'plan.pdf', size: 3, mime: 'application/pdf' }],
    parts: ['part-1'],
    twice: amount * 2,
    changed,
  });
  const lamp = buildRow({
    id: 'Lamp',
    values: values(9, '2026-01-15T12:00:00Z'),
    files: { 'file-1': { name: 'plan.pdf', size: 3, mime: 'application/pdf' } },
  });
  const saved = { ...lamp, revision: 2, values: values(12, '2026-02-15T12:00:00Z') };
  api.responses[`PATCH ${ROWS}`] = () => ({ body: { data: [{ status: 'done', row: saved }] } });
  show(['item.change'], { columns, rows: [lamp] });
  await user.click(button('Open Lamp'));
  const shown = within(await page('Lamp'));
  expect(await shown.findByText('plan.pdf')).toBeInTheDocument();
  const amount = await shown.findByLabelText('amount');
  await user.clear(amount);
  await user.type(amount, '12');
  await user.click(shown.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The row is saved.')).toBeInTheDocument();
  await user.click(button('Back to the rows'));
  await user.click(button('Undo last change'));
  await waitFor(() => expect(api.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
  const sent = api.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }): unknown => JSON.parse(body ?? ''));
  expect(sent).toEqual([
    { rows: [{ id: 'Lamp', values: { amount: 12 } }] },
    { rows: [{ id: 'Lamp', revision: 2, values: { amount: 9 } }] },
  ]);
});

test('has computed values besides the fields, and the history of the row with who changed it', async () => {
  const user = userEvent.setup();
  api.responses[`GET ${ROWS}Lamp/history/`] = {
    body: {
      data: [
        {
          ...{ kind: 'changed', revision: 2, at: '2026-01-20T12:00:00Z', by: { id: 'ann', name: 'Ann Day' } },
          changes: [{ column_id: 'c_amount', label: 'amount', from: 8, to: 9 }],
        },
      ],
    },
  };
  const twice = { ...buildColumn('formula', 'twice'), formula: 'amount * 2', result: 'number' as const };
  const lamp = buildRow({ id: 'Lamp', values: { name: 'Lamp', amount: 9, twice: 18 } });
  show(['item.change'], { columns: [...COLUMNS, twice], rows: [lamp] });
  await user.click(button('Open Lamp'));
  const shown = within(await page('Lamp'));
  expect(await shown.findByText('18')).toBeVisible();
  expect(shown.queryByRole('textbox', { name: 'twice' })).toBeNull();
  await user.click(shown.getByRole('button', { name: 'History' }));
  expect(await shown.findByText(/Ann Day/)).toBeVisible();
  expect(shown.getByText(/^amount:/)).toHaveTextContent('amount: 8 → 9');
});

test('deletes the row of its page, and restores it on undo', async () => {
  const user = userEvent.setup();
  api.responses[`DELETE ${ROWS}`] = { body: { data: [{ status: 'done' }] } };
  api.responses[`POST ${ROWS}restore/`] = { body: { data: [{ status: 'done', row: row('Lamp', 9) }] } };
  show();
  await user.click(button('Open Lamp'));
  await page('Lamp');
  await user.click(button('Delete row'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Open Lamp' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Open Lamp' })).toBeInTheDocument();
});

test('shows values without a form to those who may only read', async () => {
  const user = userEvent.setup();
  show([]);
  await user.click(button('Open Table'));
  const table = within(await page('Table'));
  expect(table.getByText('40')).toBeInTheDocument();
  expect(table.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete row' })).not.toBeInTheDocument();
  expect(button('Next row')).toBeDisabled();
});
