import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';

const ROWS = 'items/t/rows/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const shell = buildShell();
const COLUMNS: WireColumn[] = [buildColumn('text', 'name'), buildColumn('number', 'amount')];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) =>
    buildRow({ id: `r${at}`, position: at, values: { name: `Row ${at}`, amount: at } }),
  );

/** A table whose server has these rows, and changes them. @returns shows what the server has now, as after changes of others */
function show(served: Row[], columns = COLUMNS) {
  api.responses = {
    'GET items/t/columns/': { body: { data: columns } },
    [`GET ${ROWS}`]: ({ query }) => {
      const params = new URLSearchParams(query);
      const size = Number(params.get('page_size'));
      const from = Number(params.get('after') ?? (Number(params.get('page') ?? 1) - 1) * size);
      const data = served.slice(from, from + size);
      const after = from + data.length;
      const next = after < served.length ? String(after) : null;
      return { body: { data, count: served.length, next, previous: null } };
    },
    [`PATCH ${ROWS}`]: ({ body }) => ({
      body: {
        data: JSON.parse(body).rows.map(({ id, values }: Pick<Row, 'id' | 'values'>) => ({
          status: 'done',
          row: buildRow({ id, revision: 2, values }),
          previous: {},
        })),
      },
    }),
  };
  const whole = () => (
    <ShellProvider shell={shell}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] })}
            first={{
              ...{ columns, views: [], view: '', rows: served.slice(0, 100), offset: 0 },
              next: served.length > 100 ? '100' : null,
              ...{ previous: null, requested: null, count: served.length, writtenIn: {}, country: null },
            }}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>
  );
  const { rerender } = renderWithMessages(whole());
  return () => rerender(whole());
}

const placed = (place: string) => document.querySelector<HTMLElement>(`[data-cell="${place}"]`);
function cell(place: string): HTMLElement {
  const found = placed(place);
  if (!found) throw new Error(`there is no cell ${place}`);
  return found;
}
const written = (): Pick<Row, 'id' | 'values'>[] =>
  api.requests
    .filter(({ method, path }) => method === 'PATCH' && path === ROWS)
    .flatMap(({ body }) => JSON.parse(body).rows);

test('the click that leaves an editor is one on what was clicked in its row', async () => {
  const user = userEvent.setup();
  show(rowsOf(2));
  await user.click(cell('0:0'));
  await user.keyboard('New');
  const opener = within(cell('0:-1')).getByRole('button', { name: /^Open/ });
  await user.click(opener);
  expect(opener).toBeInTheDocument();
  expect(await screen.findByRole('dialog')).toBeVisible();
  await waitFor(() => expect(written()).toEqual([{ id: 'r0', values: { name: 'New' } }]));
});

test('what is typed in a row that is scrolled out of sight waits for its end while others change rows', async () => {
  const user = userEvent.setup();
  const served = rowsOf(400);
  const refresh = show(served);
  await user.click(cell('3:0'));
  await user.keyboard('Ha');
  const grid = screen.getByRole('grid');
  grid.scrollTop = 330 * 36;
  fireEvent.scroll(grid);
  await waitFor(() => expect(cell('335:0')).toHaveTextContent('Row 335'));
  served[335] = buildRow({ id: 'r335', revision: 2, values: { name: 'Changed' } });
  refresh();
  await waitFor(() => expect(cell('335:0')).toHaveTextContent('Changed'));
  expect(written()).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'name' })).toHaveFocus();
  await user.keyboard('lf{Enter}');
  await waitFor(() => expect(written()).toEqual([{ id: 'r3', values: { name: 'Half' } }]));
  await waitFor(() => expect(placed('4:0')).toHaveFocus());
});

test('the code of an editor is loaded once a cell of its kind has the focus', async () => {
  const user = userEvent.setup();
  const options = ['Open', 'Done'].map((label) => ({ id: label, label }));
  show(rowsOf(2), [...COLUMNS, { ...buildColumn('select', 'state'), options }]);
  await user.click(cell('0:2'));
  await act(() => new Promise((later) => setTimeout(later, 50)));
  fireEvent.keyDown(cell('0:2'), { key: 'd' });
  expect(screen.getByRole('combobox', { name: 'state' })).toHaveValue('d');
});
