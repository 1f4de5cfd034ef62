import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { OtherCursor } from '../grid/other-cursors.ts';
import { CardCursors } from './CardCursors.tsx';
import { CursorsContext, useCardCursor } from './cursors-context.ts';

const at = (id: string, name: string, tab: string): OtherCursor => ({
  tab,
  row_id: 'r1',
  column_id: null,
  user: { id, name },
  seenAt: 0,
});

function Card({ id }: { id: string }) {
  return (
    <button type="button" {...useCardCursor(id)}>
      {id}
      <CardCursors rowId={id} />
    </button>
  );
}

test('names each person at the row of a card once, and notifies others while the focus is there', () => {
  const [move, leave] = [vi.fn(), vi.fn()];
  const byRow = new Map([['r1', [at('a', 'Ada', '1'), at('a', 'Ada', '2'), at('b', 'Bo', '3')]]]);
  render(
    <CursorsContext value={{ byRow, move, leave }}>
      <Card id="r1" />
      <Card id="r2" />
    </CursorsContext>,
  );
  expect(screen.getByText('Ada, Bo')).toBeVisible();
  expect(document.querySelectorAll('.other-cursor')).toHaveLength(1);
  fireEvent.focus(screen.getByText('r2'));
  expect(move).toHaveBeenLastCalledWith({ row_id: 'r2', column_id: null });
  fireEvent.blur(screen.getByText('r2'));
  expect(leave).toHaveBeenLastCalledWith({ row_id: 'r2', column_id: null });
});
