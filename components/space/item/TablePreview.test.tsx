import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { TablePreview } from './TablePreview.tsx';

afterEach(() => {
  window.location.hash = '';
});

const sheet = (rows: string[][]) => ({ name: 'Plan', rows });

it('renders no empty header when the first row of a sheet has an empty cell', () => {
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

const BOOK = [
  { name: 'Budget', rows: [['Name'], ['Lamp'], ['Rope']] },
  { name: 'Grants', rows: [['Donor'], ['Thistledown'], ['Harbour fund']] },
];
const sheetButton = (name: string) => screen.getByRole('button', { name });

it('opens at the row and in the sheet that the address names, and marks it', () => {
  Element.prototype.scrollIntoView = () => undefined;
  window.location.hash = '#row=2&sheet=Grants';
  const { unmount } = renderWithMessages(<TablePreview id="t" title="Plan" sheets={BOOK} />);
  expect(sheetButton('Grants')).toHaveAttribute('aria-pressed', 'true');
  const marked = document.querySelectorAll('tr[aria-current]');
  expect([...marked].map((row) => row.textContent)).toEqual(['2Thistledown']);
  expect(marked[0]).toHaveFocus();
  unmount();
  // The sheet was renamed, or is not part of the preview.
  window.location.hash = '#row=2&sheet=Elsewhere';
  renderWithMessages(<TablePreview id="t" title="Plan" sheets={BOOK} />);
  expect(document.querySelector('tr[aria-current]')).toBeNull();
});

it('comes back to the first sheet for a row of it that is found later', () => {
  Element.prototype.scrollIntoView = () => undefined;
  window.location.hash = '#row=2&sheet=Grants';
  const view = renderWithMessages(<TablePreview id="t" title="Plan" sheets={BOOK} />);
  window.location.hash = '#row=3&sheet=Budget';
  // The router renders again for each new address.
  view.rerender(<TablePreview id="t" title="Plan" sheets={[...BOOK]} />);
  expect(sheetButton('Budget')).toHaveAttribute('aria-pressed', 'true');
  expect(document.querySelector('tr[aria-current]')).toHaveTextContent('Rope');
});
