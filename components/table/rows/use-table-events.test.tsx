import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { fakeChangeEvents } from '#tests/component/fake-change-events.ts';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn } from '#tests/component/table.ts';
import { useTableEvents } from './use-table-events.ts';

const send = fakeChangeEvents();

const LINK: WireColumn = { ...buildColumn('link', 'by'), table: 'customers' };

/** A page of the table `orders`. @returns how often it was loaded again */
function open(columns: readonly WireColumn[]) {
  const shell = buildShell({ hub: { id: 'h', name: 'Hub', domain_handle: 'hub', role: 'member' } });
  const onChange = vi.fn();
  renderHook(() => useTableEvents('orders', columns, onChange), {
    wrapper: ({ children }) => <ShellProvider shell={shell}>{children}</ShellProvider>,
  });
  return onChange;
}

test.each<[string, WireColumn[]]>([
  ['itself', []],
  ['a table that it links to', [{ ...LINK, table: 'changed' }]],
  [
    'a table whose rows a lookup shows',
    [{ ...buildColumn('lookup', 'ships'), shown_as: { type: 'link', table: 'changed' } }],
  ],
  [
    'a table behind the linked one',
    [LINK, { ...buildColumn('rollup', 'sum'), reads: ['countries', 'changed'] }],
  ],
])('a page of a table is loaded again after a change of %s', async (_which, columns) => {
  const onChange = open(columns);
  await send({ about: 'item', id: columns.length === 0 ? 'orders' : 'changed' });
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a page of a table is loaded once after changes that come together', async () => {
  const onChange = open([LINK]);
  await send([
    { about: 'item', id: 'orders' },
    { about: 'item', id: 'customers' },
  ]);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a page of a table is not loaded after changes of other tables, nor after comments in a linked one', async () => {
  const onChange = open([LINK, { ...buildColumn('lookup', 'country'), reads: ['countries'] }]);
  await send([
    { about: 'item', id: 'elsewhere' },
    { about: 'comments', id: 'countries' },
    { about: 'comments', id: 'customers' },
  ]);
  expect(onChange).not.toHaveBeenCalled();
  await send({ about: 'gap', id: 'h' });
  expect(onChange).toHaveBeenCalledTimes(1);
});
