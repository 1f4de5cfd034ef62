import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { TablePreview } from './TablePreview.tsx';

let api: FakeApi | null = null;
afterEach(async () => {
  await api?.stop();
  api = null;
  window.location.hash = '';
});

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
  // The sheet was renamed, or is beyond what is shown.
  window.location.hash = '#row=2&sheet=Elsewhere';
  renderWithMessages(<TablePreview id="t" title="Plan" sheets={BOOK} />);
  expect(document.querySelector('tr[aria-current]')).toBeNull();
});

it('comes back to the first sheet for a row of it that is found later', () => {
  Element.prototype.scrollIntoView = () => undefined;
  window.location.hash = '#row=2&sheet=Grants';
  const view = renderWithMessages(<TablePreview id="t" title="Plan" sheets={BOOK} />);
  window.location.hash = '#row=3&sheet=Budget';
  // As the router does with each new address.
  view.rerender(<TablePreview id="t" title="Plan" sheets={[...BOOK]} />);
  expect(sheetButton('Budget')).toHaveAttribute('aria-pressed', 'true');
  expect(document.querySelector('tr[aria-current]')).toHaveTextContent('Rope');
});

it('shows no row of a sheet that was left before its rows came', async () => {
  const long = { name: 'Budget', rows: [['Name'], ['Lamp']], has_more: true };
  const late = { rows: [{ number: 3, cells: ['Rope'] }], from: 3, to: 4, has_more: false };
  api = await startFakeApi({ 'GET items/t/preview/': { body: { data: late } } });
  renderWithMessages(<TablePreview id="t" title="Plan" sheets={[long, ...BOOK.slice(1)]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await userEvent.click(sheetButton('Grants'));
  await waitFor(() => expect(api?.asked).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect(screen.queryByText('Rope')).toBeNull();
  expect(screen.getByText('Thistledown')).toBeInTheDocument();
});
