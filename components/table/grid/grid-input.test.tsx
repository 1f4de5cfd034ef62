import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
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

const ROWS = 'items/t/rows/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  // What is shown of columns is remembered.
  localStorage.clear();
  vi.restoreAllMocks();
  // What columns look like is remembered.
  localStorage.clear();
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const shell = buildShell();

/** A table with these amounts, one a row. */
function show(amounts: readonly (number | null)[], name?: string, help?: string) {
  const rows = amounts.map((amount, at): Row => {
    const values = { name: name ?? `Row ${at}`, ...(amount === null ? {} : { amount }) };
    return buildRow({ id: `r${at}`, position: at, values });
  });
  renderWithMessages(
    <ShellProvider shell={shell}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] })}
            first={{
              columns: [
                buildColumn('text', 'name'),
                { ...buildColumn('number', 'amount'), ...(help ? { help } : {}) },
              ],
              ...{ views: [], view: '', rows, offset: 0, next: null, previous: null, requested: null },
              ...{ count: rows.length, writtenIn: {}, country: null },
            }}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}

function cell(place: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-cell="${place}"]`);
  if (!found) throw new Error(`there is no cell ${place}`);
  return found;
}
/** Presses a key, and tells whether it was left to the browser. */
function press(element: HTMLElement, init: KeyboardEventInit): boolean {
  const event = createEvent.keyDown(element, init);
  fireEvent(element, event);
  return !event.defaultPrevented;
}

test('a character that is typed with AltGr begins to edit a cell', async () => {
  const user = userEvent.setup();
  show([1]);
  await user.click(cell('0:0'));
  expect(press(cell('0:0'), { key: '@', ctrlKey: true, altKey: true })).toBe(false);
  expect(await screen.findByRole('textbox', { name: /name/ })).toHaveValue('@');
});

test('an accent begins to edit a cell, and is typed into the editor', async () => {
  const user = userEvent.setup();
  show([1]);
  await user.click(cell('0:0'));
  expect(press(cell('0:0'), { key: 'Dead', code: 'Equal' })).toBe(true);
  const editor = screen.getByRole('textbox', { name: /name/ });
  expect(editor).toHaveValue('');
  expect(editor).toHaveFocus();
});

test('a column is made wider and narrower by keys at its header', async () => {
  const user = userEvent.setup();
  show([1]);
  await user.click(cell('0:1'));
  await user.keyboard('{ArrowUp}');
  const width = () => Number.parseInt(cell('-1:1').style.width, 10);
  const before = width();
  press(cell('-1:1'), { key: 'ArrowRight', altKey: true, shiftKey: true });
  expect(width()).toBe(before + 10);
  for (let n = 0; n < 3; n += 1) press(cell('-1:1'), { key: 'ArrowLeft', altKey: true, shiftKey: true });
  expect(width()).toBe(before - 20);
});

test('a column has the width that is typed in the dialog of columns', async () => {
  const user = userEvent.setup();
  show([1]);
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns' });
  const field = within(dialog).getByRole('spinbutton', { name: 'Width of amount, in pixels' });
  await user.clear(field);
  await user.type(field, '5000{Enter}');
  expect(cell('-1:1').style.width).toBe('1000px');
});

/** The rows of all changes that were sent. */
const sentRows = (): { id: string; values: Row['values'] }[] =>
  api.requests
    .filter(({ method, path }) => method === 'PATCH' && path === ROWS)
    .flatMap(({ body }) => JSON.parse(body).rows);
const sentAmounts = (): unknown[] => sentRows().map(({ id, values }) => [id, values.amount]);

test('Ctrl+D repeats the first of the selected cells', async () => {
  api.responses[`PATCH ${ROWS}`] = { body: { data: [] } };
  const user = userEvent.setup();
  show([1, 3, null]);
  await user.click(cell('0:1'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  await waitFor(() =>
    expect(sentAmounts()).toEqual([
      ['r1', 1],
      ['r2', 1],
    ]),
  );
});

test('the handle continues a series of numbers', async () => {
  api.responses[`PATCH ${ROWS}`] = { body: { data: [] } };
  const user = userEvent.setup();
  show([1, 3, null, null]);
  await user.click(cell('0:1'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  const handle = document.querySelector('[data-fill]');
  if (!handle) throw new Error('there is a handle');
  fireEvent.mouseDown(handle);
  fireEvent.mouseMove(cell('3:1'));
  fireEvent.mouseUp(window);
  await waitFor(() =>
    expect(sentAmounts()).toEqual([
      ['r2', 5],
      ['r3', 7],
    ]),
  );
});

/** Drags the handle of the selected cells to a cell. */
function dragHandle(place: string): void {
  const handle = document.querySelector('[data-fill]');
  if (!handle) throw new Error('there is a handle');
  fireEvent.mouseDown(handle);
  fireEvent.mouseMove(cell(place));
  fireEvent.mouseUp(window);
}

test('the handle that is dragged up continues a series backwards', async () => {
  api.responses[`PATCH ${ROWS}`] = { body: { data: [] } };
  const user = userEvent.setup();
  show([null, null, 5, 7]);
  await user.click(cell('2:1'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  dragHandle('0:1');
  await waitFor(() =>
    expect(sentAmounts()).toEqual([
      ['r1', 3],
      ['r0', 1],
    ]),
  );
  expect(cell('0:1')).toHaveFocus();
  expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4);
});

test('the handle is dragged by a finger, too', async () => {
  api.responses[`PATCH ${ROWS}`] = { body: { data: [] } };
  const user = userEvent.setup();
  show([1, null, null]);
  await user.click(cell('0:1'));
  const handle = document.querySelector('[data-fill]');
  if (!handle) throw new Error('there is a handle');
  const byFinger = { pointerType: 'touch', bubbles: true };
  const elementFromPoint = vi.fn(() => cell('2:1'));
  Object.defineProperty(document, 'elementFromPoint', { value: elementFromPoint, configurable: true });
  fireEvent.pointerDown(handle, byFinger);
  await waitFor(() => {
    fireEvent.pointerMove(document.body, { ...byFinger, clientX: 8, clientY: 90 });
    expect(cell('2:1')).toHaveFocus();
  });
  expect(elementFromPoint).toHaveBeenCalledWith(8, 90);
  // The handle that was touched is another one by now.
  fireEvent.pointerUp(document.body, byFinger);
  await waitFor(() =>
    expect(sentAmounts()).toEqual([
      ['r1', 1],
      ['r2', 1],
    ]),
  );
  Reflect.deleteProperty(document, 'elementFromPoint');
});

test.each([
  ['left', '0:1', '0:0', { name: '12' }],
  ['right', '0:0', '0:1', { amount: 12 }],
])(
  'the handle that is dragged %s writes what the other column can read',
  async (_direction, from, to, values) => {
    api.responses[`PATCH ${ROWS}`] = { body: { data: [] } };
    const user = userEvent.setup();
    show([12], '12');
    await user.click(cell(from));
    dragHandle(to);
    await waitFor(() => expect(sentRows()).toEqual([{ id: 'r0', values }]));
  },
);

test('shows what could not be filled into a column of another type', async () => {
  const user = userEvent.setup();
  show([12], 'Lamp');
  await user.click(cell('0:0'));
  dragHandle('0:1');
  const report = await screen.findByRole('dialog');
  expect(report).toHaveTextContent('Lamp');
  expect(sentRows()).toEqual([]);
});

test('Ctrl+R fills from the column before, and Ctrl+D from the row above, a single cell', async () => {
  api.responses[`PATCH ${ROWS}`] = { body: { data: [] } };
  const user = userEvent.setup();
  show([1, 3], '8');
  await user.click(cell('0:1'));
  expect(press(cell('0:1'), { key: 'r', ctrlKey: true })).toBe(false);
  await waitFor(() => expect(sentAmounts()).toEqual([['r0', 8]]));
  await user.click(cell('1:1'));
  await user.keyboard('{Control>}d{/Control}');
  await waitFor(() =>
    expect(sentAmounts()).toEqual([
      ['r0', 8],
      ['r1', 8],
    ]),
  );
});

test('Ctrl+Shift+D continues the series of the selected cells', async () => {
  api.responses[`PATCH ${ROWS}`] = { body: { data: [] } };
  const user = userEvent.setup();
  show([1, 3, null, null]);
  await user.click(cell('0:1'));
  await user.keyboard(
    '{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{Control>}{Shift>}D{/Shift}{/Control}',
  );
  await waitFor(() =>
    expect(sentAmounts()).toEqual([
      ['r2', 5],
      ['r3', 7],
    ]),
  );
});

test('leaves Ctrl+R to the browser at a header', async () => {
  const user = userEvent.setup();
  show([1]);
  await user.click(cell('0:1'));
  await user.keyboard('{ArrowUp}');
  expect(press(cell('-1:1'), { key: 'r', ctrlKey: true })).toBe(true);
});

test('cells are selected on where the pointer is dragged beyond the edge', async () => {
  show([1, 2, 3, 4]);
  const area = { top: 0, left: 0, right: 400, bottom: 100, width: 400, height: 100, x: 0, y: 0 };
  vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockReturnValue({
    ...area,
    toJSON: () => area,
  });
  fireEvent.mouseDown(cell('0:1'));
  await waitFor(() => {
    fireEvent.mouseMove(window, { clientX: 200, clientY: 160 });
    expect(cell('3:1')).toHaveFocus();
  });
  fireEvent.mouseUp(window);
  expect(cell('0:1')).toHaveAttribute('aria-selected', 'true');
});

test('a column’s description is said with its header, and shown by its menu', async () => {
  const user = userEvent.setup();
  show([1], undefined, 'In euros, without tax');
  const header = screen.getByRole('columnheader', { name: /amount/ });
  await waitFor(() => expect(header).toHaveAccessibleDescription('In euros, without tax'));
  expect(screen.getByRole('columnheader', { name: /^name/ })).not.toHaveAttribute('aria-describedby');
  await user.click(await within(header).findByText('i'));
  const menu = await screen.findByRole('menu', { name: 'Actions for the column amount' });
  expect(within(menu).getByText('In euros, without tax')).toBeVisible();
});

/** The headers of the columns, in their order. */
const headers = () =>
  screen.getAllByRole('columnheader').flatMap((header) => {
    const label = header.querySelector('.label')?.textContent;
    return label ? [{ label, isFrozen: header.classList.contains('frozen') }] : [];
  });
const labels = () => headers().map(({ label }) => label);

test('the menu of a column moves it, freezes it with those that are frozen, and hides it', async () => {
  const user = userEvent.setup();
  show([1]);
  const choose = async (label: string, entry: string) => {
    await user.click(screen.getByRole('button', { name: `Actions for the column ${label}` }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  // The first one is frozen where nothing is chosen.
  expect(headers()).toEqual([
    { label: 'name', isFrozen: true },
    { label: 'amount', isFrozen: false },
  ]);
  await choose('amount', 'Move left');
  expect(labels()).toEqual(['amount', 'name']);
  await choose('amount', 'Move right');
  expect(labels()).toEqual(['name', 'amount']);
  await choose('amount', 'Freeze column');
  expect(headers().map(({ isFrozen }) => isFrozen)).toEqual([true, true]);
  await choose('name', 'Unfreeze column');
  expect(headers()).toEqual([
    { label: 'amount', isFrozen: true },
    { label: 'name', isFrozen: false },
  ]);
  await choose('amount', 'Unfreeze column');
  expect(headers().map(({ isFrozen }) => isFrozen)).toEqual([false, false]);
  await choose('amount', 'Hide column');
  expect(labels()).toEqual(['name']);
  // As after the page was loaded again.
  cleanup();
  show([1]);
  await waitFor(() => expect(labels()).toEqual(['name']));
});

test('a column is hidden, shown again, moved and frozen in the dialog of columns', async () => {
  const user = userEvent.setup();
  show([1]);
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns' });
  await user.click(within(dialog).getByRole('button', { name: 'Move amount up' }));
  await waitFor(() => expect(labels()).toEqual(['amount', 'name']));
  const frozen = () => headers().map(({ isFrozen }) => isFrozen);
  const pin = within(dialog).getByRole('button', { name: 'Freeze amount' });
  // The first one is frozen where nothing is chosen.
  await user.click(pin);
  await waitFor(() => expect(frozen()).toEqual([false, false]));
  await user.click(pin);
  await waitFor(() => expect(frozen()).toEqual([true, false]));
  expect(pin).toHaveAttribute('aria-pressed', 'true');
  // As once the grid is scrolled sideways.
  screen.getByRole('grid', { hidden: true }).dataset.shifted = '';
  const positions = ['-1:0', '0:0', '-1:1', '0:1'].map((place) => getComputedStyle(cell(place)).position);
  expect(positions.map((position) => position === 'sticky')).toEqual([true, true, false, false]);
  await user.click(pin);
  await user.click(within(dialog).getByRole('button', { name: 'Move amount down' }));
  const box = within(dialog).getByRole('checkbox', { name: 'amount' });
  await user.click(box);
  await waitFor(() => expect(labels()).toEqual(['name']));
  await user.click(box);
  await waitFor(() => expect(labels()).toEqual(['name', 'amount']));
});

test('a column is dragged before another one by its header', () => {
  show([1]);
  const dataTransfer = { setData: () => undefined };
  fireEvent.dragStart(cell('-1:1'), { dataTransfer });
  fireEvent.dragOver(cell('-1:0'), { dataTransfer });
  fireEvent.drop(cell('-1:0'), { dataTransfer });
  expect(labels()).toEqual(['amount', 'name']);
});

test('a column is made wider by the border at its end, and stays as it was where the drag is broken off', () => {
  show([1]);
  const handle = () => {
    const found = cell('-1:1').querySelector<HTMLElement>('.resize');
    if (!found) throw new Error('there is no border to drag');
    found.setPointerCapture = () => undefined;
    return found;
  };
  const width = () => Number.parseInt(cell('0:1').style.width, 10);
  const before = width();
  const drag = (by: number, last: 'pointerUp' | 'pointerCancel') => {
    const dragged = handle();
    fireEvent.pointerDown(dragged, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(dragged, { clientX: 100 + by / 2, pointerId: 1 });
    fireEvent[last](dragged, { clientX: 100 + by, pointerId: 1 });
  };
  drag(60, 'pointerUp');
  expect(width()).toBe(before + 60);
  drag(40, 'pointerCancel');
  expect([width(), Number.parseInt(cell('-1:1').style.width, 10)]).toEqual([before + 60, before + 60]);
});
