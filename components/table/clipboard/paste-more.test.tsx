import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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
import { shownColumns } from '../columns/grid-columns.ts';
import { TableView } from '../TableView.tsx';
import { preparePastedCells } from './prepare-pasted-cells.ts';
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

function show(rows: Row[], columns: WireColumn[] = COLUMNS) {
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
      columns,
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
  api.requests.flatMap((one) => (one.path === path && one.body !== '' ? [JSON.parse(one.body)] : []));

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

const NOTED = [buildColumn('text', 'name'), buildColumn('attachment', 'papers'), buildColumn('text', 'note')];
const COPY = { id: 'f2', name: 'plan.pdf', size: 4, mime: 'application/pdf' };
const written = () =>
  api.requests
    .filter(({ method, path }) => method === 'PATCH' && path === ROWS)
    .flatMap(({ body }) => JSON.parse(body).rows);

/** How long code that is loaded when it is needed may take. */
const WITHIN = { timeout: 10_000 };

/** Cuts the name and the file of the first row. */
async function cutNameAndFile(user: ReturnType<typeof userEvent.setup>) {
  const clipboardData = clipboard();
  await user.click(cell('0:0'));
  await user.keyboard('{Shift>}');
  await user.click(cell('0:1'));
  await user.keyboard('{/Shift}');
  fireEvent.cut(cell('0:0'), { clipboardData });
  await waitFor(() => expect(written()).toEqual([{ id: 'Ada', values: { name: null } }]));
  return clipboardData;
}

test('keeps a cut file whose name alone was pasted, until the file is', async () => {
  const user = userEvent.setup();
  api.responses['POST items/t/row-files/copies/'] = { body: { data: [{ file: COPY }] } };
  show([row('Ada', { papers: [FILE] }), row('Grace')]);
  const clipboardData = clipboard();
  await user.click(cell('0:2'));
  fireEvent.cut(cell('0:2'), { clipboardData });
  await user.click(cell('1:0'));
  fireEvent.paste(cell('1:0'), { clipboardData });
  await waitFor(() => expect(written()).toEqual([{ id: 'Grace', values: { name: 'plan.pdf' } }]));
  await user.click(cell('1:2'));
  fireEvent.paste(cell('1:2'), { clipboardData });
  await waitFor(() => expect(written()).toHaveLength(3));
  expect(written().slice(1)).toMatchObject([
    { id: 'Grace', values: { papers: [{ file_id: 'f2' }] } },
    { id: 'Ada', values: { papers: null } },
  ]);
});

test('keeps a cut file that had no column to go to', async () => {
  const user = userEvent.setup();
  show([row('Ada', { papers: [FILE] }), row('Grace')], NOTED);
  const clipboardData = await cutNameAndFile(user);
  await user.click(cell('1:2'));
  fireEvent.paste(cell('1:2'), { clipboardData });
  await user.click(await screen.findByText('Paste only what fits', {}, WITHIN));
  // It is shown when the paste is over.
  expect(await screen.findByText(/1 column of the clipboard had no column/, {}, WITHIN)).toBeInTheDocument();
  expect(written().slice(1)).toEqual([{ id: 'Grace', values: { note: 'Ada' } }]);
});

test('keeps a cut file that became a text in an added column', async () => {
  const user = userEvent.setup();
  const columns: unknown[] = [...NOTED];
  api.responses['GET items/t/columns/'] = () => ({ body: { data: columns } });
  api.responses['POST items/t/columns/'] = () => {
    columns.push(buildColumn('text', 'more'));
    return { status: 201, body: { data: columns.at(-1) } };
  };
  api.responses[`GET ${ROWS}`] = { body: { data: [row('Ada'), row('Grace')], next: null } };
  show([row('Ada', { papers: [FILE] }), row('Grace')], NOTED);
  const clipboardData = await cutNameAndFile(user);
  await user.click(cell('1:2'));
  fireEvent.paste(cell('1:2'), { clipboardData });
  await user.click(await screen.findByText('Add 1 column and paste', {}, WITHIN));
  await waitFor(() =>
    expect(written().slice(1)).toEqual([{ id: 'Grace', values: { note: 'Ada', more: 'plan.pdf' } }]),
  );
  // Another change comes after all of the paste.
  await user.click(cell('0:2'));
  await user.paste('Last');
  await waitFor(() => expect(written()).toHaveLength(3));
  expect(written().at(-1)).toEqual({ id: 'Ada', values: { note: 'Last' } });
});

test('copies and writes a part of many files after the other', async () => {
  const user = userEvent.setup();
  const files = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...FILE, file_id: `f${from + at}` }));
  api.responses['POST items/t/row-files/copies/'] = ({ body }) => ({
    body: {
      data: JSON.parse(body).files.map(({ file_id }: { file_id: string }) => ({
        file: { ...COPY, id: `copy of ${file_id}` },
      })),
    },
  });
  show([
    row('Ada', { papers: files(0, 60) }),
    row('Grace', { papers: files(60, 60) }),
    row('Alan'),
    row('Mary'),
  ]);
  const clipboardData = clipboard();
  await user.click(cell('0:2'));
  await user.keyboard('{Shift>}');
  await user.click(cell('1:2'));
  await user.keyboard('{/Shift}');
  fireEvent.copy(cell('0:2'), { clipboardData });
  await user.click(cell('2:2'));
  fireEvent.paste(cell('2:2'), { clipboardData });
  await waitFor(() => expect(written().map(({ id }) => id)).toEqual(['Alan', 'Mary']));
  const paths = api.requests.map(({ path }) => path).filter((path) => /rows\/$|copies/.test(path));
  expect(paths).toEqual(['items/t/row-files/copies/', ROWS, 'items/t/row-files/copies/', ROWS]);
  fireEvent.keyDown(cell('2:2'), { key: 'z', ctrlKey: true });
  await waitFor(() => expect(written().slice(2)).toHaveLength(2));
});

test('stores what was typed over pasted titles after them, and undoes one after the other', async () => {
  const user = userEvent.setup();
  const response = Promise.withResolvers<{ body: unknown }>();
  api.responses['POST items/t/rows/read-links/'] = () => response.promise;
  show([row('Ada'), row('Grace')]);
  let now: Row['values'] = { name: 'Ada' };
  api.responses[`PATCH ${ROWS}`] = ({ body }) => {
    const [{ values }] = JSON.parse(body).rows;
    const previous = Object.fromEntries(Object.keys(values).map((name) => [name, now[name] ?? null]));
    now = { ...now, ...values };
    return {
      body: { data: [{ status: 'done', row: { ...row('Ada'), revision: 2, values: now }, previous }] },
    };
  };
  await user.click(cell('0:0'));
  await user.paste('Ida\tHeron');
  await waitFor(() => expect(sent('items/t/rows/read-links/')).toHaveLength(1));
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await user.click(cell('0:0'));
  await user.keyboard('Eva{Enter}');
  await waitFor(() => expect(cell('0:0')).toHaveTextContent('Eva'));
  expect(sent(ROWS)).toEqual([]);
  response.resolve({ body: { data: [{ value: ['b1'] }] } });
  await waitFor(() => expect(written()).toHaveLength(2));
  expect(written()).toEqual([
    { id: 'Ada', values: { name: 'Ida', boat: ['b1'] } },
    { id: 'Ada', values: { name: 'Eva' } },
  ]);
  await waitFor(() => expect(cell('0:0')).toHaveTextContent('Eva'));
  expect(screen.queryByText(/replaced/i)).toBeNull();
  fireEvent.keyDown(cell('0:0'), { key: 'z', ctrlKey: true });
  await waitFor(() => expect(written()[2]).toMatchObject({ values: { name: 'Ida' } }));
  fireEvent.keyDown(cell('0:0'), { key: 'z', ctrlKey: true });
  await waitFor(() => expect(written()[3]).toMatchObject({ values: { name: 'Ada', boat: null } }));
});

test('sends no text that is too long for titles, and no more of them at once than are read', async () => {
  api.responses['POST items/t/rows/read-links/'] = ({ body }) => ({
    body: { data: JSON.parse(body).texts.map((text: string) => ({ value: [text.slice(0, 2)] })) },
  });
  const [link] = shownColumns([{ ...buildColumn('link', 'boat'), table: 'boats' }]);
  if (!link) throw new Error('there is a column');
  const texts = [
    ...Array.from({ length: 60 }, (_, at) => `${at + 10}${'x'.repeat(9_998)}`),
    'y'.repeat(10_001),
  ];
  const { cells } = await preparePastedCells(
    't',
    texts.map((text) => [{ text }]),
    { left: 0, columns: [link] },
  );
  expect(sent('items/t/rows/read-links/').map((one) => one.texts.length)).toEqual([50, 10]);
  expect(cells.get('59:0')).toEqual({ value: ['69'] });
  expect(cells.get('60:0')).toEqual({ problem: 'boat cannot be longer than 10000 characters' });
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

test('pastes 10,000 cells as one change in parts, lists each that was refused, and undoes all of them', async () => {
  const [lines, bad] = [2_500, 100];
  api.responses[`POST ${ROWS}`] = ({ body }) => ({
    body: {
      data: JSON.parse(body).rows.map(({ values }: { values: Row['values'] }) =>
        values.b === -1
          ? { status: 'refused', errors: { b: ['b must be at least 0'] } }
          : { status: 'done', row: buildRow({ id: `new ${values.a}`, values }) },
      ),
    },
  });
  const names = ['a', 'b', 'c', 'd'];
  show(
    [row('first')],
    names.map((name) => buildColumn(name === 'b' ? 'number' : 'text', name)),
  );
  const number = (at: number) => (at > 0 && at % bad === 0 ? (at % 200 === 0 ? -1 : 'much') : at);
  const text = Array.from({ length: lines }, (_, at) => `${at}\t${number(at)}\tc${at}\td${at}`).join('\n');
  const clipboardData = clipboard();
  clipboardData.setData('text/plain', text);
  await userEvent.setup().click(cell('0:0'));
  fireEvent.paste(cell('0:0'), { clipboardData });
  const report = await screen.findByRole('dialog', {}, WITHIN);
  expect(report).toHaveTextContent('b must be at least 0');
  expect(report).toHaveTextContent('much');
  expect(screen.getByRole('button', { name: 'Download as CSV' })).toBeInTheDocument();
  // A line whose number is none is added without it; one that the server refuses is not.
  const refused = Array.from({ length: lines }, (_, at) => number(at)).filter(
    (one) => typeof one === 'string',
  );
  const [empty, minus] = [refused.length, 24 - refused.length];
  expect(report.querySelectorAll('tbody tr')).toHaveLength(empty + minus);
  const posted = api.requests.flatMap((one) =>
    one.method === 'POST' && one.path === ROWS ? [JSON.parse(one.body).rows] : [],
  );
  expect(posted.map(({ length }) => length)).toEqual([1_000, 1_000, 499]);
  expect(posted.flat().at(-1)).toEqual({ values: { a: '2499', b: 2_499, c: 'c2499', d: 'd2499' } });
  expect(written()).toEqual([{ id: 'first', values: { a: '0', b: 0, c: 'c0', d: 'd0' } }]);
  api.responses[`DELETE ${ROWS}`] = ({ body }) => ({
    body: { data: JSON.parse(body).rows.map(() => ({ status: 'done' })) },
  });
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  fireEvent.keyDown(cell('0:0'), { key: 'z', ctrlKey: true });
  await waitFor(() => {
    const deleted = api.requests.flatMap((one) =>
      one.method === 'DELETE' && one.path === ROWS ? JSON.parse(one.body).rows : [],
    );
    expect(deleted).toHaveLength(lines - 1 - minus);
  }, WITHIN);
}, 30_000);
