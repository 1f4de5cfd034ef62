import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn } from '#tests/component/table.ts';
import { FilterDialog } from './FilterDialog.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const options = [
  { id: 'a', label: 'Open' },
  { id: 'b', label: 'Done' },
];
const COLUMNS: WireColumn[] = [
  buildColumn('text', 'name'),
  { ...buildColumn('select', 'state'), options },
  buildColumn('date', 'due'),
  buildColumn('person', 'lead'),
  { ...buildColumn('link', 'parts'), table: 't2' },
  { ...buildColumn('multi-select', 'tags'), options },
  { ...buildColumn('person', 'crew'), multiple: true },
  { ...buildColumn('rollup', 'count'), via: 'c_parts', function: 'count' },
  { ...buildColumn('rollup', 'sum'), via: 'c_parts', function: 'sum' },
  { ...buildColumn('rollup', 'highest'), via: 'c_parts', function: 'max', shown_as: { type: 'number' } },
  { ...buildColumn('rollup', 'last'), via: 'c_parts', function: 'max', shown_as: { type: 'date' } },
  { ...buildColumn('lookup', 'names'), via: 'c_parts' },
  { ...buildColumn('lookup', 'titles'), via: 'c_parts', shown_as: { type: 'text' } },
  { ...buildColumn('lookup', 'states'), via: 'c_parts', shown_as: { type: 'select', options } },
  { ...buildColumn('rollup', 'dues'), via: 'c_parts', function: 'list', shown_as: { type: 'date' } },
  { ...buildColumn('lookup', 'several'), via: 'c_parts', shown_as: { type: 'text', multiple: true } },
  {
    ...buildColumn('lookup', 'ports'),
    ...{ via: 'c_parts', shown_as: { type: 'link', multiple: true, table: 't3' } },
  },
  { ...buildColumn('lookup', 'papers'), via: 'c_parts', shown_as: { type: 'attachment', multiple: true } },
  { ...buildColumn('rollup', 'secret'), via: 'c_parts', function: 'count', restricted: true },
];

function show(filter: RowCondition | null = null) {
  const saved: (RowCondition | null)[] = [];
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <QueryProvider>
        <FilterDialog
          columns={COLUMNS}
          filter={filter}
          onSave={(one) => saved.push(one)}
          onClose={() => undefined}
        />
      </QueryProvider>
    </ShellProvider>,
  );
  return saved;
}
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ text }) => text);

it('offers the columns that rows can be filtered by, with the operators of each', async () => {
  const user = userEvent.setup();
  show();
  const fields = optionsOf('Column');
  expect(fields).toEqual(expect.arrayContaining(['parts', 'count', 'sum', 'highest', 'last', 'titles']));
  for (const name of ['names', 'several', 'secret']) expect(fields).not.toContain(name);
  await user.selectOptions(screen.getByLabelText('Column'), 'c_state');
  expect(optionsOf('Comparison')).toEqual(expect.arrayContaining(['is any of', 'is none of']));
  await user.selectOptions(screen.getByLabelText('Column'), 'c_highest');
  expect(optionsOf('Comparison')).toEqual(expect.arrayContaining(['is more than', 'is empty']));
  await user.selectOptions(screen.getByLabelText('Column'), 'c_parts');
  expect(optionsOf('Comparison')).toEqual(expect.arrayContaining(['has any of', 'has all of', 'contains']));
});

it('makes a tree of conditions: all of some, and in a group of its own none of others', async () => {
  const user = userEvent.setup();
  const saved = show();
  const compare = async (test: HTMLElement, column: string, op: string, value: string) => {
    await user.selectOptions(within(test).getByLabelText('Column'), column);
    await user.selectOptions(within(test).getByLabelText('Comparison'), op);
    await user.type(within(test).getByLabelText('Value'), value);
  };
  await compare(screen.getByRole('group', { name: 'Condition 1' }), 'c_name', 'contains', 'a');
  await user.click(screen.getByRole('button', { name: 'Group' }));
  const joins = screen.getAllByLabelText('How many of these must be true');
  await user.selectOptions(joins[1] ?? document.body, 'none of these is true');
  await user.click(screen.getAllByRole('button', { name: 'Condition' })[0] ?? document.body);
  const inner = screen.getAllByRole('group', { name: /^Condition/ }).slice(1);
  for (const [at, value] of ['b', 'c'].entries())
    await compare(inner[at] ?? document.body, 'c_name', 'starts_with', value);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const startsWith = (value: string) => ({ field: 'c_name', op: 'starts_with', value });
  expect(saved).toEqual([
    {
      and: [
        { field: 'c_name', op: 'contains', value: 'a' },
        { not: { or: [startsWith('b'), startsWith('c')] } },
      ],
    },
  ]);
});

it('moves the focus to a condition that is added, and to the one that takes the place of a removed one', async () => {
  const user = userEvent.setup();
  show();
  await user.click(screen.getByRole('button', { name: 'Condition' }));
  const second = screen.getByRole('group', { name: 'Condition 2' });
  expect(within(second).getByLabelText('Column')).toHaveFocus();
  await user.click(within(second).getByRole('button', { name: 'Remove condition 2' }));
  const first = screen.getByRole('group', { name: 'Condition 1' });
  expect(within(first).getByLabelText('Column')).toHaveFocus();
});

it('compares what a lookup shows as values of the linked column', async () => {
  const user = userEvent.setup();
  const saved = show();
  const choose = (column: string) => user.selectOptions(screen.getByLabelText('Column'), column);
  await choose('c_states');
  expect(optionsOf('Comparison')).toEqual([
    ...['has any of', 'has none of', 'is exactly', 'is empty', 'is filled'],
  ]);
  await choose('c_titles');
  expect(optionsOf('Comparison')).toEqual(expect.arrayContaining(['contains', 'does not contain']));
  await choose('c_states');
  await choose('c_dues');
  await user.selectOptions(screen.getByLabelText('Value'), 'Next week');
  await user.click(screen.getByText('Apply'));
  expect(saved).toEqual([{ field: 'c_dues', op: 'within', value: 'next_week' }]);
});

it('compares rows and files that a lookup shows, by whether there are any and, of rows, by which', async () => {
  const user = userEvent.setup();
  show();
  const choose = (column: string) => user.selectOptions(screen.getByLabelText('Column'), column);
  await choose('c_ports');
  expect(optionsOf('Comparison')).toEqual([
    ...['has any of', 'has none of', 'is exactly', 'is empty', 'is filled', 'contains', 'does not contain'],
  ]);
  await choose('c_papers');
  expect(optionsOf('Comparison')).toEqual(['is empty', 'is filled']);
});

it('compares a day with a period, and with a number of days', async () => {
  const user = userEvent.setup();
  const saved = show();
  await user.selectOptions(screen.getByLabelText('Column'), 'c_due');
  expect(screen.getByLabelText<HTMLSelectElement>('Comparison').value).toBe('within');
  await user.selectOptions(screen.getByLabelText('Value'), 'Next week');
  await user.click(screen.getByText('Apply'));
  await user.selectOptions(screen.getByLabelText('Value'), 'The past days');
  await user.clear(screen.getByLabelText('Number of days'));
  await user.click(screen.getByText('Apply'));
  expect(saved).toHaveLength(1);
  await user.type(screen.getByLabelText('Number of days'), '30');
  await user.click(screen.getByText('Apply'));
  expect(saved).toEqual([
    { field: 'c_due', op: 'within', value: 'next_week' },
    { field: 'c_due', op: 'within', value: 'past_30_days' },
  ]);
});

it('shows an older filter as it is, and stores it unchanged', async () => {
  const user = userEvent.setup();
  const filter: RowCondition = { field: 'c_lead', op: 'starts_with', value: '01' };
  const saved = show(filter);
  expect(screen.getByLabelText<HTMLSelectElement>('Comparison').value).toBe('starts_with');
  await user.click(screen.getByText('Apply'));
  expect(saved).toEqual([filter]);
});

it('says of which column a condition is that the reader may not compare by', () => {
  show({
    and: [
      { field: 'c_secret', op: 'greater', value: 2 },
      { field: 'c_gone', op: 'is_empty' },
    ],
  });
  const chosen = screen
    .getAllByLabelText<HTMLSelectElement>('Column')
    .map(({ selectedOptions }) => selectedOptions[0]?.text);
  expect(chosen).toEqual(['secret (restricted)', 'A deleted column']);
});

it('stores a list of choices, and asks for a value of a new operator', async () => {
  const user = userEvent.setup();
  const saved = show({ field: 'c_state', op: 'any_of', value: ['a', 'b'] });
  await user.click(screen.getByText('Apply'));
  await user.selectOptions(screen.getByLabelText('Comparison'), 'is');
  await user.click(screen.getByText('Apply'));
  expect(saved).toEqual([{ field: 'c_state', op: 'any_of', value: ['a', 'b'] }]);
});

it('compares lists with “is exactly”, which takes the values of another comparison with several', async () => {
  const user = userEvent.setup();
  const saved = show({ field: 'c_tags', op: 'all_of', value: ['a', 'b'] });
  const operator = screen.getByLabelText('Comparison');
  await user.selectOptions(operator, 'is exactly');
  await user.click(screen.getByText('Apply'));
  expect(saved).toEqual([{ field: 'c_tags', op: 'exactly', value: ['a', 'b'] }]);
  for (const name of ['c_parts', 'c_crew']) {
    await user.selectOptions(screen.getByLabelText('Column'), name);
    expect(optionsOf('Comparison')).toContain('is exactly');
  }
});

it('says which condition lacks a value', async () => {
  const user = userEvent.setup();
  const saved = show({
    and: [
      { field: 'c_name', op: 'contains', value: 'a' },
      { field: 'c_name', op: 'contains', value: 'b' },
    ],
  });
  const values = screen.getAllByLabelText('Value');
  await user.clear(values[1] ?? document.body);
  await user.click(screen.getByText('Apply'));
  expect(screen.getByText('Choose a column and a value for condition 2.')).toBeInTheDocument();
  expect(saved).toEqual([]);
  await user.type(values[1] ?? document.body, 'c');
  expect(screen.queryByText('Choose a column and a value for condition 2.')).toBeNull();
});
