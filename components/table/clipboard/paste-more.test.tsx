import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Row } from '#lib/contract/table.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';
import { refusedFile } from './refused-file.ts';

const ROWS = 'items/t/rows/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  cleanup();
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const FILE = { file_id: 'f1', name: 'plan.pdf', size: 4, mime: 'application/pdf' };
const COLUMNS = [
  buildColumn('text', 'name'),
  { ...buildColumn('link', 'boat'), table: 'boats' },
  buildColumn('attachment', 'papers'),
];
const row = (id: string, values: Row['values'] = {}) => buildRow({ id, values: { name: id, ...values } });

function show(rows: Row[]) {
  api.responses[`PATCH ${ROWS}`] = ({ body }) => ({
    body: {
      data: JSON.parse(body).rows.map(({ id, values }: { id: string; values: object }) => ({
        status: 'done',
        row: { ...row(id), revision: 2, values },
        previous: {},
      })),
    },
  });
  const first = {
    ...{
      columns: COLUMNS,
      views: [],
      view: '',
      rows,
      offset: 0,
      next: null,
      previous: null,
      requested: null,
    },
    ...{ count: rows.length, writtenIn: {}, country: null },
  };
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({
              ...{ id: 't', kind: 'table', title: 'Stock' },
              allowed: ['item.change', 'item.download'],
            })}
            first={first}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
const cell = (place: string) => document.querySelector(`[data-cell="${place}"]`) ?? document.body;
const sent = (path: string) =>
  api.requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));

/** A clipboard of one event after the other. */
function clipboard() {
  const data = new Map<string, string>();
  return {
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  };
}

test('pastes titles into a column of links, and says why one was left out', async () => {
  const user = userEvent.setup();
  api.responses['POST items/t/rows/read-links/'] = {
    body: { data: [{ value: ['b1'] }, { reason: 'boat names “Tub”, which several rows have' }] },
  };
  show([row('Ada'), row('Grace'), row('Alan')]);
  await user.click(cell('0:1'));
  await user.paste('Heron\nTub\nHeron');
  expect(await screen.findByRole('dialog')).toHaveTextContent('several rows');
  expect(sent('items/t/rows/read-links/')).toEqual([{ column: 'c_boat', texts: ['Heron', 'Tub'] }]);
  expect(sent(ROWS)).toEqual([
    {
      rows: [
        { id: 'Ada', values: { boat: ['b1'] } },
        { id: 'Alan', values: { boat: ['b1'] } },
      ],
    },
  ]);
  expect(screen.getByRole('button', { name: 'Download as CSV' })).toBeInTheDocument();
});

test('keeps files that are cut in their cell until their copies are pasted, and undoes both as one', async () => {
  const user = userEvent.setup();
  const copy = { id: 'f2', name: 'plan.pdf', size: 4, mime: 'application/pdf' };
  api.responses['POST items/t/row-files/copies/'] = { body: { data: [{ file: copy }] } };
  show([row('Ada', { papers: [FILE] }), row('Grace')]);
  const clipboardData = clipboard();
  await user.click(cell('0:2'));
  fireEvent.cut(cell('0:2'), { clipboardData });
  expect(await screen.findByText(/stay here until you paste them/)).toBeInTheDocument();
  expect(sent(ROWS)).toEqual([]);
  await user.click(cell('1:2'));
  fireEvent.paste(cell('1:2'), { clipboardData });
  await waitFor(() => expect(sent(ROWS)).toHaveLength(2));
  expect(sent('items/t/row-files/copies/')).toEqual([
    { field: 'c_papers', files: [{ item: 't', file_id: 'f1' }] },
  ]);
  const { id, ...about } = copy;
  expect(sent(ROWS)).toMatchObject([
    { rows: [{ id: 'Grace', values: { papers: [{ file_id: id, ...about }] } }] },
    { rows: [{ id: 'Ada', values: { papers: null } }] },
  ]);
  fireEvent.keyDown(cell('1:2'), { key: 'z', ctrlKey: true });
  await waitFor(() =>
    expect(
      sent(ROWS)
        .slice(2)
        .flatMap(({ rows }) => rows),
    ).toMatchObject([
      { id: 'Ada', values: { papers: [FILE] } },
      { id: 'Grace', values: { papers: null } },
    ]),
  );
  const count = sent(ROWS).length;
  // Pasted again, they are copies of emptied cells: nothing more is emptied.
  api.responses['POST items/t/row-files/copies/'] = { body: { data: [{ reason: 'The file is gone' }] } };
  fireEvent.paste(cell('1:2'), { clipboardData });
  expect(await screen.findByRole('dialog')).toHaveTextContent('The file is gone');
  expect(sent(ROWS)).toHaveLength(count);
});

test('writes what was not pasted into a file: a line for each row, with all cells of one that was not added', () => {
  const about = (name: string, text: string) => ({ name, label: name.toUpperCase(), text });
  const file = refusedFile({
    headers: { row: 'Row', problem: 'Problem' },
    notAdded: [{ row: 7, cells: [about('a', 'Lamp'), about('b', '=1')] }],
    problems: [
      { row: 7, ...about('b', '=1'), message: 'B is no number' },
      { row: 2, ...about('c', 'x, y'), message: 'C names no row.' },
    ],
  });
  expect(file).toBe(
    `\ufeffRow,A,B,C,Problem\r\n3,,,"x, y",C names no row.\r\n8,Lamp,'=1,,B is no number.\r\n`,
  );
});
