import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { CellValue } from './CellValue.tsx';
import type { CellContext } from './cell-text.ts';

const context: CellContext = {
  ...{ locale: 'en', people: new Map(), restricted: 'Restricted' },
  fileUrl: (id) => `/own/${id}`,
  rowAddress: (table, row) => `/acme/~/${table}?open=${row}`,
};

function show(
  shown_as: NonNullable<WireColumn['shown_as']>,
  value: unknown,
  row: Partial<Row>,
  cellContext = context,
) {
  const [column] = shownColumns([{ ...buildColumn('lookup', 'of'), via: 'c_link', of: 'c', shown_as }]);
  if (!column) throw new Error('a column is shown');
  return render(
    <CellValue itemId="t" column={column} row={buildRow(row)} value={value} context={cellContext} />,
  );
}

const LINKED = { a: { title: 'Cochin' }, b: { restricted: true as const }, c: { title: '' } };

it('leads from a lookup of links to the rows of the third table, except to those that the reader may not see', () => {
  show({ type: 'link', multiple: true, table: 'h' }, ['a', 'b', 'c'], { linked: LINKED });
  expect(screen.getByRole('link', { name: 'Cochin' })).toHaveAttribute('href', '/acme/~/h?open=a');
  expect(screen.getByRole('link', { name: '—' })).toHaveAttribute('href', '/acme/~/h?open=c');
  expect(screen.getByText('Restricted').tagName).toBe('SPAN');
});

it('shows a lookup of links as titles alone where no address of their rows is known', () => {
  const { rowAddress: _, ...without } = context;
  show({ type: 'link', multiple: true, table: 'h' }, ['a'], { linked: LINKED }, without);
  expect(screen.getByText('Cochin').tagName).toBe('SPAN');
  show({ type: 'link', multiple: true }, ['c'], { linked: LINKED });
  expect(screen.queryByRole('link')).toBeNull();
});

it('opens the files of a lookup where their table has them', () => {
  const file = { file_id: 'f', name: 'plan.txt', size: 3, mime: 'text/plain' };
  show({ type: 'attachment', multiple: true, table: 'ships' }, [file], {});
  const opened = screen.getByRole('link', { name: 'plan.txt' });
  expect(opened.getAttribute('href')).toMatch(/items\/ships\/row-files\/f\/$/);
});

it.each([
  [3, 5, 3, 5],
  // Of many as many as there is space for, in proportion.
  [8, 20, 4, 10],
])('shows %i of %i as stars, and says the numbers', (value, max, full, all) => {
  const [column] = shownColumns([{ ...buildColumn('rating', 'stars'), max }]);
  if (!column) throw new Error('a column is shown');
  render(<CellValue itemId="t" column={column} row={buildRow()} value={value} context={context} />);
  const stars = [...screen.getByRole('img', { name: `${value} / ${max}` }).querySelectorAll('svg')];
  expect(stars).toHaveLength(all);
  expect(stars.filter((star) => star.getAttribute('fill') === 'currentColor')).toHaveLength(full);
});
