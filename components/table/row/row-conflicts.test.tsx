import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Row } from '#lib/contract/table.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { createOwnCells } from '../changes/own-cells.ts';
import { useRowConflicts } from './use-row-conflicts.tsx';

const columns = [buildColumn('number', 'amount'), buildColumn('text', 'name')];
const ownCells = createOwnCells();
const written: unknown[] = [];
const changes = {
  cells: { ownCells },
  write: async (cells: readonly unknown[]) => {
    written.push(...cells);
    return { cells: [], refused: [] };
  },
};

let showReplaced: (names: readonly string[]) => void;
beforeEach(() => {
  written.length = 0;
});

function Page({ row }: { row: Row }) {
  const conflicts = useRowConflicts(changes, columns, row);
  useEffect(() => {
    showReplaced = conflicts.showReplaced;
  });
  return <>{conflicts.notice}</>;
}
const page = (row: Row) => (
  <ShellProvider shell={buildShell()}>
    <Page row={row} />
  </ShellProvider>
);

test('shows on the page of a row that somebody changed a cell after its reader did, and restores theirs', async () => {
  const user = userEvent.setup();
  const own = buildRow({ id: 'lamp', revision: 2, values: { amount: 12 } });
  ownCells.note(own, ['amount']);
  const { rerender } = renderWithMessages(page(own));
  expect(screen.queryByText(/changed “amount”/)).not.toBeInTheDocument();
  const theirs = { ...own, revision: 3, values: { amount: 50 }, updated_by: { id: 'ann', name: 'Ann' } };
  rerender(page(theirs));
  expect(await screen.findByText(/Ann changed “amount” after you did/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Put mine back' }));
  expect(written).toEqual([{ row: theirs, name: 'amount', value: 12 }]);
  expect(screen.queryByText(/changed “amount”/)).not.toBeInTheDocument();
});

test('shows what others overwrote on the page of that row alone, and also after another cell was saved', async () => {
  const user = userEvent.setup();
  const own = buildRow({ id: 'mast', revision: 2, values: { amount: 12, name: 'Mast' } });
  ownCells.note(own, ['amount', 'name']);
  const { rerender } = renderWithMessages(page(own));
  rerender(page({ ...own, revision: 3, values: { amount: 50, name: 'Mast' } }));
  expect(await screen.findByText(/changed “amount” after you did/)).toBeInTheDocument();
  rerender(page(buildRow({ id: 'sail', values: { amount: 1 } })));
  expect(screen.queryByText(/changed “amount”/)).not.toBeInTheDocument();
  const theirs = { ...own, revision: 4, values: { amount: 50, name: 'Boom' } };
  rerender(page(theirs));
  act(() => showReplaced([]));
  expect(await screen.findByText(/changed “name” and 1 more cell after you did/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Put mine back' }));
  expect(written).toEqual([
    { row: theirs, name: 'name', value: 'Mast' },
    { row: theirs, name: 'amount', value: 12 },
  ]);
});
