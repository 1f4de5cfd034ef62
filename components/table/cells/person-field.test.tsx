import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Organization } from '#lib/contract/account.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-base.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { RowDialog } from '../row/RowDialog.tsx';
import { CellEditor } from './CellEditor.tsx';
import { cellText } from './cell-text.ts';

const hub = { domain_handle: 'h', role: 'member' } as Partial<Organization> as Organization;
const person = (id: string, first_name: string) => ({ id, first_name, last_name: '', email: `${id}@x` });

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET hubs/h/members/': ({ query }) => ({
      body: {
        data: query.includes('gra') ? [person('u2', 'Grace')] : [],
        ...{ count: 1, page: 1, page_size: 6 },
      },
    }),
    'GET hubs/h/members/u1/': { body: { data: person('u1', 'Ada') } },
    'PATCH items/t/rows/': { body: { data: [] } },
  });
});
afterAll(() => api.stop());
beforeEach(() => document.body.focus());

const TEAM: WireColumn = { ...buildColumn('person', 'team'), multiple: true };
const LEAD: WireColumn = buildColumn('person', 'lead');
const LOST = '0199aaaa-0000-7000-8000-000000000001';
/** `gone` left the hub; the hub's loaded members do not have `u1`, and nobody knows `LOST`. */
const row = buildRow({
  values: { team: ['gone', 'u1', LOST], lead: 'gone' },
  people: { gone: 'Edith' },
});

const show = (element: ReactNode) =>
  renderWithMessages(
    <ShellProvider shell={buildShell({ hub })}>
      <QueryProvider>{element}</QueryProvider>
    </ShellProvider>,
  );

function edit(wire: WireColumn, seed?: string) {
  const [column] = shownColumns([wire]);
  if (!column) throw new Error('The column is not shown');
  const done = vi.fn();
  const value = row.values[column.name];
  const props = { column, row, value, seed, people: new Map(), onDone: done, onCancel: () => undefined };
  show(<CellEditor {...props} />);
  return done;
}
const chosen = (label: string) =>
  within(screen.getByRole('list', { name: `Chosen: ${label}` }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

test('adds somebody whom the server finds, and keeps all who were there, known or not', async () => {
  const user = userEvent.setup();
  const done = edit(TEAM);
  await waitFor(() => expect(chosen('team')).toEqual(['Remove Edith', 'Remove Ada', 'Remove Restricted']));
  const field = screen.getByRole('combobox', { name: 'team' });
  expect(field).toHaveFocus();
  await user.keyboard('gra');
  await screen.findByRole('option', { name: /Grace/ });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen('team').at(-1)).toBe('Remove Grace');
  expect(done).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(done).toHaveBeenCalledExactlyOnceWith(['gone', 'u1', LOST, 'u2'], 'Enter', false);
});

test('removes by keys whom the arrows reach, and stays in the editor', async () => {
  const user = userEvent.setup();
  const done = edit(TEAM);
  await user.keyboard('{Backspace}{ArrowLeft}');
  expect(document.activeElement).toBe(screen.getAllByRole('button')[1]);
  await user.keyboard('{Delete}');
  expect(screen.getByRole('button', { name: 'Remove Edith' })).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('combobox', { name: 'team' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(done).toHaveBeenCalledExactlyOnceWith(['gone', LOST], 'Enter', false);
});

test('searches by the character that opened the cell, and puts one person in the place of another', async () => {
  const user = userEvent.setup();
  const done = edit(LEAD, 'g');
  await user.keyboard('ra');
  await user.click(await screen.findByRole('option', { name: /Grace/ }));
  await user.keyboard('{Enter}');
  expect(done).toHaveBeenCalledExactlyOnceWith('u2', 'Enter', false);
});

test('leaves a cell as it was where nobody is chosen', async () => {
  const user = userEvent.setup();
  const done = edit(LEAD, 'x');
  expect(await screen.findByText('Nobody found')).toBeInTheDocument();
  await user.keyboard('{Tab}');
  expect(done).toHaveBeenCalledExactlyOnceWith('gone', 'Tab', false);
});

test('the form of a row sends everybody with the one who is added', async () => {
  const user = userEvent.setup();
  const columns = engineColumns([buildColumn('text', 'name'), TEAM]);
  const on = { onSaved: () => undefined, onClose: () => undefined };
  show(<RowDialog itemId="t" columns={columns} row={row} {...on} />);
  const field = await screen.findByRole('combobox', { name: /^team/ });
  await user.type(field, 'gra');
  await user.click(await screen.findByRole('option', { name: /Grace/ }));
  await user.click(screen.getByRole('button', { name: 'Remove Edith' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.paths()).toContain('PATCH items/t/rows/'));
  const sent = api.requests.find(({ method }) => method === 'PATCH')?.body ?? '';
  expect(JSON.parse(sent).rows[0].values).toEqual({ team: ['u1', LOST, 'u2'] });
});

test('a cell has the names that come with its row', () => {
  const [column] = shownColumns([TEAM]);
  const context = { locale: 'en', people: new Map([['u1', 'Ada']]), restricted: 'Restricted' };
  expect(column && cellText(column, row, row.values.team, context)).toBe('Edith; Ada; Restricted');
});
