import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import {
  buildRows,
  cellAt,
  GRID_COLUMNS,
  renderedCell,
  showGrid,
  writtenRows,
} from '#tests/component/shown-grid.tsx';
import { buildColumn, buildRow } from '#tests/component/table.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

test('the click that leaves an editor is one on what was clicked in its row', async () => {
  const user = userEvent.setup();
  showGrid(api, buildRows(2));
  await user.click(cellAt('0:0'));
  await user.keyboard('New');
  const opener = within(cellAt('0:-1')).getByRole('button', { name: /^Open/ });
  await user.click(opener);
  expect(opener).toBeInTheDocument();
  expect(await screen.findByRole('dialog')).toBeVisible();
  await waitFor(() => expect(writtenRows(api)).toEqual([{ id: 'r0', values: { name: 'New' } }]));
});

test('an editor that is scrolled out of sight stays open, and stores nothing, while others change rows', async () => {
  const user = userEvent.setup();
  const served = buildRows(400);
  const refresh = showGrid(api, served);
  await user.click(cellAt('3:0'));
  await user.keyboard('Ha');
  const grid = screen.getByRole('grid');
  grid.scrollTop = 330 * 36;
  fireEvent.scroll(grid);
  await waitFor(() => expect(cellAt('335:0')).toHaveTextContent('Row 335'));
  served[335] = buildRow({ id: 'r335', revision: 2, values: { name: 'Changed' } });
  refresh();
  await waitFor(() => expect(cellAt('335:0')).toHaveTextContent('Changed'));
  expect(writtenRows(api)).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'name' })).toHaveFocus();
  await user.keyboard('lf{Enter}');
  await waitFor(() => expect(writtenRows(api)).toEqual([{ id: 'r3', values: { name: 'Half' } }]));
  await waitFor(() => expect(renderedCell('4:0')).toHaveFocus());
});

test('the code of an editor is loaded once a cell of its kind has the focus', async () => {
  const user = userEvent.setup();
  const options = ['Open', 'Done'].map((label) => ({ id: label, label }));
  showGrid(api, buildRows(2), {
    columns: [...GRID_COLUMNS, { ...buildColumn('select', 'state'), options }],
  });
  await user.click(cellAt('0:2'));
  await act(() => new Promise((later) => setTimeout(later, 50)));
  fireEvent.keyDown(cellAt('0:2'), { key: 'd' });
  expect(screen.getByRole('combobox', { name: 'state' })).toHaveValue('d');
});
