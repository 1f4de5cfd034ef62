import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { WireColumn } from '#lib/contract/table.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn } from '#tests/component/table.ts';
import { SortDialog } from './SortDialog.tsx';

const rollup = (name: string, more: Partial<WireColumn>): WireColumn => ({
  ...buildColumn('rollup', name),
  via: 'c_parts',
  ...more,
});
const COLUMNS: WireColumn[] = [
  buildColumn('text', 'name'),
  { ...buildColumn('link', 'parts'), table: 't2' },
  rollup('count', { function: 'count' }),
  rollup('sum', { function: 'sum', shown_as: { type: 'number' } }),
  rollup('last', { function: 'max', shown_as: { type: 'date' } }),
  rollup('first', { function: 'min', shown_as: { type: 'text' } }),
  rollup('list', { function: 'list', shown_as: { type: 'number' } }),
  { ...buildColumn('lookup', 'ages'), via: 'c_parts', shown_as: { type: 'number' } },
  { ...buildColumn('lookup', 'state'), via: 'c_part', single: true, shown_as: { type: 'select' } },
  { ...buildColumn('lookup', 'states'), via: 'c_part', single: true, shown_as: { type: 'multi-select' } },
  { ...buildColumn('lookup', 'names'), via: 'c_parts', shown_as: { type: 'text' } },
  rollup('leads', { function: 'list', shown_as: { type: 'created_by' } }),
  { ...buildColumn('lookup', 'times'), via: 'c_parts', shown_as: { type: 'datetime' } },
  { ...buildColumn('lookup', 'notes'), via: 'c_part', shown_as: { type: 'text', multiple: true } },
  { ...buildColumn('lookup', 'ports'), via: 'c_part', shown_as: { type: 'link', multiple: true } },
  { ...buildColumn('lookup', 'papers'), via: 'c_part', shown_as: { type: 'attachment', multiple: true } },
  rollup('least', { function: 'min', shown_as: { type: 'select' } }),
  rollup('smallest', { function: 'min', shown_as: { type: 'number', multiple: true } }),
  { ...buildColumn('link', 'secret'), table: 't3', untitled: true },
  { ...buildColumn('lookup', 'bays'), via: 'c_part', untitled: true, shown_as: { type: 'link' } },
  rollup('hidden', { function: 'count', restricted: true }),
  buildColumn('multi-select', 'tags'),
];

it.each([
  [
    'sort',
    [
      'name',
      'parts',
      'count',
      'sum',
      'last',
      'first',
      'list',
      'ages',
      'state',
      'states',
      'names',
      'leads',
      'times',
      'smallest',
      'tags',
    ],
  ],
  [
    'group',
    [
      ...['name', 'parts', 'count', 'sum', 'last', 'first', 'state', 'states', 'names', 'leads', 'ports'],
      ...['smallest', 'tags'],
    ],
  ],
] as const)('offers to %s by columns with an order', (kind, names) => {
  const noop = () => undefined;
  renderWithMessages(
    <SortDialog kind={kind} type="grid" columns={COLUMNS} chosen={['c_name']} onSave={noop} onClose={noop} />,
  );
  const options = within(screen.getByLabelText(/Column/)).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(names);
});

it.each([
  ['hidden', 'hidden (restricted)'],
  ['secret', 'secret (no titles)'],
])('names a column of an order that the reader may not compare by, and keeps it: %s', async (name, label) => {
  const saved: string[][] = [];
  const order = [`-c_${name}`, 'c_name'];
  const save = (one: string[]) => void saved.push(one);
  renderWithMessages(
    <SortDialog
      {...{ kind: 'sort', type: 'grid', columns: COLUMNS, chosen: order, onSave: save }}
      onClose={() => undefined}
    />,
  );
  const [first] = screen.getAllByLabelText<HTMLSelectElement>(/Column/);
  expect(first?.selectedOptions[0]?.text).toBe(label);
  await userEvent.click(screen.getByText('Apply'));
  expect(saved).toEqual([order]);
});

it('chooses the direction of groups, but not of the lists of a board', async () => {
  const saved: string[][] = [];
  const dialog = (type: 'grid' | 'board') => (
    <SortDialog
      {...{ kind: 'group', type, columns: COLUMNS, chosen: ['c_name'] }}
      onSave={(one) => void saved.push(one)}
      onClose={() => undefined}
    />
  );
  const { unmount } = renderWithMessages(dialog('grid'));
  await userEvent.selectOptions(screen.getByLabelText('Direction 1'), 'Sort descending');
  await userEvent.click(screen.getByText('Apply'));
  expect(saved).toEqual([['-c_name']]);
  unmount();
  renderWithMessages(dialog('board'));
  expect(screen.queryByLabelText('Direction 1')).toBeNull();
});
