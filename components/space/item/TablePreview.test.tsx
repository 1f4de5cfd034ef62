import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { TablePreview } from './TablePreview.tsx';

const sheet = (rows: string[][]) => ({ name: 'Plan', rows });

it('has no header without words where the first row of a sheet has an empty cell', () => {
  const rows = [
    ['Name', '', '  '],
    ['Lamp', '3', 'x'],
  ];
  renderWithMessages(<TablePreview id="t" title="Plan" sheets={[sheet(rows)]} />);
  const headers = [...document.querySelectorAll('th[scope="col"]')].map((cell) => cell.textContent);
  expect(headers).toEqual(['Row', 'Name']);
  expect(document.querySelectorAll('thead tr > *')).toHaveLength(4);
  expect(screen.getByText('Lamp').closest('tr')?.children).toHaveLength(4);
});

it('can be scrolled by the keyboard, under the name of the table', () => {
  renderWithMessages(<TablePreview id="t" title="Plan" sheets={[sheet([['Name'], ['Lamp']])]} />);
  const scroller = document.querySelector('table')?.parentElement;
  expect(scroller).toHaveAttribute('tabindex', '0');
  expect(scroller?.getAttribute('aria-label')).toContain('Plan');
});
