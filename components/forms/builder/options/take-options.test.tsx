import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionSource } from '#lib/contract/form-settings.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { Option } from '#lib/fields/definition.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { createTestRouter } from '#tests/component/router.ts';
import { OptionsFromTable } from './OptionsFromTable.tsx';
import { findOptions, ROWS } from './options-from-table.ts';

const OPTIONS = [
  { id: 'open', label: 'Open' },
  { id: 'done', label: 'Done' },
];
const COLUMNS = [
  { id: 'f_who', name: 'who', label: 'Who', type: 'text' },
  { id: 'f_state', name: 'state', label: 'State', type: 'select', options: OPTIONS },
  { id: 'f_note', name: 'note', label: 'Note', type: 'textarea' },
] as WireColumn[];
const ROWS_NOW = [
  { id: 'r1', values: { who: 'Ada' } },
  { id: 'r2', values: { who: 'Bo' } },
];

let api: FakeApi;
beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  const groups = ['North quay', ' South quay ', null].map((group) => ({ group, count: 1 }));
  api = await startFakeApi({
    'GET spaces/harbour/items/': ({ query }) => ({
      body: {
        data: query.includes('kind=table') ? [{ id: 't', title: 'Berths', file_name: null }] : [],
        count: 0,
      },
    }),
    'GET items/t/columns/': { body: { data: COLUMNS } },
    'GET items/t/aggregate/': { body: { data: groups } },
    'GET items/t/rows/': { body: { data: ROWS_NOW, next: null } },
  });
});
afterAll(() => api.stop());

test('finds the options of a choice in a column’s values, in its own options, and in rows', async () => {
  const { signal } = new AbortController();
  const found = async (column: string) => (await findOptions('t', COLUMNS, column, signal)).options;
  expect(await found('f_who')).toEqual([
    { id: null, label: 'North quay' },
    { id: null, label: 'South quay' },
  ]);
  expect(await found('f_state')).toEqual(OPTIONS);
  expect(await found(ROWS)).toEqual([
    { id: 'r1', label: 'Ada' },
    { id: 'r2', label: 'Bo' },
  ]);
});

test('offers the tables of the space and what of them can be options, and takes those of the chosen column or rows', async () => {
  const { router } = createTestRouter();
  const taken: [Option[], OptionSource][] = [];
  renderWithMessages(
    <RouterContext value={{ ...router, query: { space: 'harbour' } }}>
      <OptionsFromTable before={[]} onTake={(...one) => taken.push(one)} onClose={() => {}} />
    </RouterContext>,
  );
  const [table] = await screen.findAllByRole('combobox');
  if (!table) throw new Error('there is no choice of tables');
  await screen.findByRole('option', { name: 'Berths' });
  await userEvent.selectOptions(table, 'Berths');
  await screen.findByRole('option', { name: 'State' });
  const [, column] = screen.getAllByRole('combobox');
  if (!column) throw new Error('there is no choice of columns');
  expect(screen.queryByRole('option', { name: 'Note' })).toBeNull();
  await userEvent.selectOptions(column, 'State');
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 options' }));
  await userEvent.selectOptions(column, ROWS);
  await screen.findByText(/Ada/);
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 options' }));
  expect(taken).toEqual([
    [OPTIONS, { table: 't', column: 'f_state' }],
    [
      [
        { id: 'r1', label: 'Ada' },
        { id: 'r2', label: 'Bo' },
      ],
      { table: 't', column: null },
    ],
  ]);
});
