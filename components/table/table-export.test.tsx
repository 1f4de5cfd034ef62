import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn } from '#tests/component/table.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { ANY, type TableQuery } from './rows/row-queries.ts';

afterEach(() => vi.restoreAllMocks());

const COLUMNS = [buildColumn('text', 'name'), buildColumn('number', 'amount')];

function show(query: Partial<TableQuery>, hidden: string[] = []) {
  const downloaded: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(new URL(this.href).search);
  });
  renderWithMessages(
    <ExportDialog
      itemId="t"
      table={{ columns: COLUMNS, query: { ...ANY, ...query } }}
      settings={{ columns: hidden.map((id) => ({ id, hidden: true })) }}
      onClose={() => undefined}
    />,
  );
  return downloaded;
}

test('downloads what is shown: its filter, order, search and columns', async () => {
  const user = userEvent.setup();
  const downloaded = show({ q: 'a b', sort: '-c_amount' }, ['c_amount']);
  await user.click(screen.getByRole('radio', { name: 'CSV' }));
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect(downloaded).toEqual(['?format=csv&sort=-c_amount&q=a+b&fields=c_name']);
});

test('downloads the whole table on request, and offers nothing else where all of it is shown', async () => {
  const user = userEvent.setup();
  const downloaded = show({ q: 'a' });
  await user.click(screen.getByRole('radio', { name: 'The whole table' }));
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect(downloaded).toEqual(['?format=xlsx']);
});

test('asks for the format alone where the whole table is shown', async () => {
  const downloaded = show({});
  expect(screen.queryByRole('radio', { name: 'The whole table' })).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Download' }));
  expect(downloaded).toEqual(['?format=xlsx']);
});
