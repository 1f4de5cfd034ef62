import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { View } from '#lib/contract/table-views.ts';
import type { Values } from '#lib/fields/definition.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { NOTHING_DONE } from '../changes/undo-stack.ts';
import { storeUndoStack, undoKey } from '../changes/undo-storage.ts';
import type { TableData } from '../rows/table-data.ts';
import { TableView } from '../TableView.tsx';

const options = ['open', 'done'].map((id) => ({ id, label: id }));
const COLUMNS = [
  buildColumn('text', 'name'),
  { ...buildColumn('select', 'state'), options },
  buildColumn('date', 'due'),
];
const ROWS = ['Mast', 'Sail', 'Keel'].map((name) => buildRow({ id: name, values: { name, state: 'open' } }));
const BULK = 'items/t/bulk-changes/';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET items/t/rows/': { body: { data: ROWS, count: 3, next: null, previous: null } },
    'GET items/t/aggregate/': { body: { data: [{ group: 'open', values: { count: 3 } }] } },
    'PATCH items/t/rows/': ({ body }) => ({
      body: {
        data: JSON.parse(body).rows.map(({ id, values }: { id: string; values: object }) => ({
          status: 'done',
          row: buildRow({ id, revision: 2, values: { name: id, state: 'open', ...values } }),
        })),
      },
    }),
    'DELETE items/t/rows/': { body: { data: [{ status: 'done' }, { status: 'done' }] } },
    [`POST ${BULK}`]: {
      body: { data: { count: 3, as_of: '2026-05-04T09:30:00Z', checked: 3, refused: 0, problems: [] } },
    },
  });
});
afterEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

function show(type: View['type'], { group = [], allowed = ['item.change'] }: ShowOptions = {}) {
  const view: View = {
    ...{ id: 'v', name: 'All', type, personal: false, sort: [], group, filter: null },
    ...{ revision: 1, columns: [], layout: {} },
  };
  const first: TableData = {
    ...{ columns: COLUMNS, views: [view], view: 'v', rows: ROWS, offset: 0, next: null, previous: null },
    ...{ requested: null, count: 3, writtenIn: {}, country: null },
  };
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', allowed })} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
type ShowOptions = { group?: string[]; allowed?: Item['allowed'] };

const sent = (method: string) =>
  JSON.parse(api.requests.findLast((one) => one.method === method && one.body !== '')?.body ?? 'null');
const bar = () => screen.findByRole('toolbar', { name: 'Selected rows' });

async function select(...names: string[]) {
  const user = userEvent.setup();
  for (const name of names) {
    // The lists of a board have the same rows here.
    const [box] = await screen.findAllByRole('checkbox', { name: `Select ${name}` });
    await user.click(box ?? document.body);
  }
  return { user, bar: await bar() };
}

test.each<[View['type'], string[]]>([
  ['list', []],
  ['gallery', []],
  ['list', ['c_state']],
  ['board', ['c_state']],
])('deletes the selected rows of a %s, grouped by %j', async (type, group) => {
  show(type, { group });
  const { user, bar: shown } = await select('Mast', 'Keel');
  expect(within(shown).getByRole('status')).toHaveTextContent('2 rows selected');
  await user.click(within(shown).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.paths()).toContain('DELETE items/t/rows/'));
  expect(sent('DELETE')).toEqual({ rows: [{ id: 'Mast' }, { id: 'Keel' }] });
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull());
});

test.each<[View['type'], string[]]>([
  ['list', []],
  ['board', ['c_state']],
])(
  'moves the focus of a %s to the next card, or the one before, when the selected rows are deleted',
  async (type, group) => {
    show(type, { group });
    const first = await select('Sail');
    await first.user.click(within(first.bar).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Keel'));
    const second = await select('Keel');
    await second.user.click(within(second.bar).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Mast'));
  },
);

test.each<[View['type'], string[], HTMLElement['tagName']]>([
  ['list', [], 'DIV'],
  ['list', ['c_state'], 'BUTTON'],
  ['board', ['c_state'], 'H2'],
])(
  'moves the focus to what names the cards of a %s, grouped by %j, when all are deleted',
  async (type, group, tag) => {
    show(type, { group });
    const { user, bar: shown } = await select('Mast', 'Sail', 'Keel');
    await user.click(within(shown).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(document.activeElement?.tagName).toBe(tag));
    if (tag === 'DIV') expect(screen.getByRole('group', { name: 'Rows' })).toHaveFocus();
    else expect(document.activeElement).toHaveTextContent(/^(open|done)/);
  },
);

test('moves the focus to the box of the last row when nothing is selected any more, or its rows were changed', async () => {
  show('list');
  const { user, bar: shown } = await select('Mast', 'Sail');
  await user.click(within(shown).getByRole('button', { name: 'Clear selection' }));
  expect(await screen.findByRole('checkbox', { name: 'Select Sail' })).toHaveFocus();
  const again = await select('Keel');
  await user.click(within(again.bar).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit selected rows' });
  await user.type(await within(dialog).findByLabelText('name'), 'Spare');
  await user.click(within(dialog).getByRole('button', { name: 'Change 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('checkbox', { name: /Select (Keel|Spare)/ })).toHaveFocus();
});

test('sets a column of the selected rows at once', async () => {
  show('list');
  const { user, bar: shown } = await select('Mast', 'Sail');
  await user.click(within(shown).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit selected rows' });
  await user.type(await within(dialog).findByLabelText('name'), 'Spare');
  await user.click(within(dialog).getByRole('button', { name: 'Change 2 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('2 rows are changed.')).toBeInTheDocument();
  expect(sent('PATCH').rows).toMatchObject([
    { id: 'Mast', values: { name: 'Spare' } },
    { id: 'Sail', values: { name: 'Spare' } },
  ]);
  expect(api.paths()).not.toContain(`POST ${BULK}`);
});

test('changes selected rows once an undo of them is over, and takes that for nobody else’s change', async () => {
  const { responses } = api;
  let now: Values = { name: 'Mast', state: 'open' };
  const first = Promise.withResolvers<void>();
  api.responses = {
    ...responses,
    'PATCH items/t/rows/': async ({ body }) => {
      const [{ values }] = JSON.parse(body).rows;
      const previous = now;
      now = { ...now, ...values };
      const row = buildRow({ id: 'Mast', revision: values.name === 'Boom' ? 2 : 3, values: now });
      await first.promise;
      return { body: { data: [{ status: 'done', row, previous }] } };
    },
  };
  const key = undoKey('', 't');
  const cells = [{ id: 'Mast', name: 'name', from: 'Boom', to: 'Mast' }];
  storeUndoStack(key, { done: [{ kind: 'cells', cells }], undone: [] });
  onTestFinished(() => {
    api.responses = responses;
    storeUndoStack(key, NOTHING_DONE);
  });
  show('list');
  const { user, bar: shown } = await select('Mast');
  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  await waitFor(() => expect(api.paths()).toContain('PATCH items/t/rows/'));
  await user.click(within(shown).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit selected rows' });
  await user.type(await within(dialog).findByLabelText('name'), 'Spare');
  await user.click(within(dialog).getByRole('button', { name: 'Change 1 row' }));
  first.resolve();
  expect(await screen.findByText('1 row is changed.')).toBeInTheDocument();
  expect(sent('PATCH').rows).toMatchObject([{ id: 'Mast', values: { name: 'Spare' } }]);
  expect(screen.queryByText(/Somebody else/)).toBeNull();
});

test('selects all rows of the view, which are counted before they are deleted', async () => {
  show('list');
  const { user, bar: shown } = await select('Mast');
  await user.click(within(shown).getByRole('button', { name: 'Select all 3' }));
  expect(screen.getByRole('checkbox', { name: 'Select Keel' })).toBeChecked();
  await user.click(within(shown).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Delete 3 rows?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  within(shown).getByRole('button', { name: 'Edit' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull());
  expect(screen.getByRole('checkbox', { name: 'Select Keel' })).not.toBeChecked();
});

test('selects the entries of a calendar by boxes and clicks with keys, and deletes them together', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  api.responses = {
    ...responses,
    'GET items/t/rows/': ({ query }) => {
      const rows = query.includes('is_empty')
        ? []
        : ROWS.map(({ id, values }) => buildRow({ id, values: { ...values, due: day } }));
      return { body: { data: rows, count: rows.length, next: null, previous: null } };
    },
  };
  show('calendar', { group: ['c_due'] });
  const user = userEvent.setup();
  const entry = (name: string) => screen.getByRole('button', { name });
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Mast' }));
  await user.keyboard('{Shift>}');
  await user.click(entry('Keel'));
  await user.keyboard('{/Shift}{Control>}');
  await user.click(entry('Sail'));
  await user.keyboard('{/Control}');
  for (const [name, isSelected] of [
    ['Mast', true],
    ['Sail', false],
    ['Keel', true],
  ] as const)
    expect((box(name) as HTMLInputElement).checked, name).toBe(isSelected);
  // No row was opened by that.
  expect(screen.queryByRole('dialog')).toBeNull();
  const shown = await bar();
  await user.click(within(shown).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.paths()).toContain('DELETE items/t/rows/'));
  expect(sent('DELETE')).toEqual({ rows: [{ id: 'Mast' }, { id: 'Keel' }] });
  await waitFor(() => expect(entry('Sail')).toHaveFocus());
});

test('shows all entries of a day on request, with the focus on the first of those that were not shown', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  const names = Array.from({ length: 8 }, (_, at) => `Boat ${at}`);
  api.responses = {
    ...responses,
    'GET items/t/rows/': ({ query }) => {
      const rows = query.includes('is_empty')
        ? []
        : names.map((name) => buildRow({ id: name, values: { name, due: day } }));
      return { body: { data: rows, count: rows.length, next: null, previous: null } };
    },
  };
  show('calendar', { group: ['c_due'] });
  const user = userEvent.setup();
  const more = await screen.findByRole('button', { name: /more$/ });
  const shown = screen.getAllByRole('button', { name: /^Boat \d$/ }).length;
  expect(shown).toBeLessThan(names.length);
  await user.click(more);
  expect(screen.getAllByRole('button', { name: /^Boat \d$/ })).toHaveLength(names.length);
  expect(screen.getByRole('button', { name: `Boat ${shown}` })).toHaveFocus();
});

test('moves an entry of a calendar by keys to another month, where it keeps the focus', async () => {
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  const now = new Date();
  // A week after the last day of a month is in none of the weeks that show it, whatever day it is today.
  const dayOfNext = (day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10);
  let mast = buildRow({ id: 'Mast', values: { name: 'Mast', due: dayOfNext(0) } });
  api.responses = {
    ...responses,
    'GET items/t/rows/': ({ query }) => {
      const rows = query.includes('is_empty') ? [] : [mast];
      return { body: { data: rows, count: rows.length, next: null, previous: null } };
    },
    'PATCH items/t/rows/': async ({ body }) => {
      const [{ values }] = JSON.parse(body).rows;
      // Meanwhile the days of another month are loaded, as they were.
      await new Promise((done) => setTimeout(done, 150));
      mast = buildRow({ id: 'Mast', values: { ...mast.values, ...values }, revision: mast.revision + 1 });
      return { body: { data: [{ status: 'done', row: mast }] } };
    },
  };
  show('calendar', { group: ['c_due'] });
  const user = userEvent.setup();
  const entry = () => screen.getByRole('button', { name: 'Mast' });
  (await screen.findByRole('button', { name: 'Mast' })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(mast.values.due).toBe(dayOfNext(7)));
  await waitFor(() => expect(entry()).toHaveFocus());
});

test('moves an entry of a calendar by each of many keys, into the next month too, however late responses are', async () => {
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  const now = new Date();
  const dayAfter = (days: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 24 + days)).toISOString().slice(0, 10);
  let mast = buildRow({ id: 'Mast', values: { name: 'Mast', due: dayAfter(0) } });
  // A day that has more entries than it shows.
  const others = Array.from({ length: 8 }, (_, at) =>
    buildRow({ id: `Boat ${at}`, values: { name: `Boat ${at}`, due: dayAfter(3) } }),
  );
  const written: unknown[] = [];
  const isReleased = Promise.withResolvers<void>();
  api.responses = {
    ...responses,
    'GET items/t/rows/': async ({ query }) => {
      const rows = query.includes('is_empty') ? [] : [...others, mast];
      // As they were when they were read.
      await new Promise((done) => setTimeout(done, 50));
      return { body: { data: rows, count: rows.length, next: null, previous: null } };
    },
    'PATCH items/t/rows/': async ({ body }) => {
      const [{ values }] = JSON.parse(body).rows;
      if (written.length === 2) await isReleased.promise;
      const previous = { due: mast.values.due };
      written.push(values.due);
      mast = buildRow({ id: 'Mast', values: { ...mast.values, ...values }, revision: written.length + 1 });
      return { body: { data: [{ status: 'done', row: mast, previous }] } };
    },
  };
  show('calendar', { group: ['c_due'] });
  await screen.findByRole('button', { name: 'Mast' });
  const entry = () => document.querySelector<HTMLElement>('[data-entry="Mast"]');
  const dayShown = () => Number(/\d+/.exec(entry()?.closest('td')?.ariaLabel ?? '')?.[0]);
  const press = (key: string, days: number) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, altKey: true });
    expect(entry()).toHaveFocus();
    expect(dayShown()).toBe(Number(dayAfter(days).slice(8)));
  };
  entry()?.focus();
  // Each while the rows are read again that the one before has changed.
  for (const days of [1, 2]) {
    press('ArrowRight', days);
    await waitFor(() => expect(written).toHaveLength(days));
  }
  // All while the first of them is being stored, and months are loaded.
  for (let days = 3; days <= 18; days += 1) {
    press('ArrowRight', days);
    if (days % 4 === 0) await new Promise((done) => setTimeout(done, 60));
  }
  isReleased.resolve();
  await waitFor(() => expect(mast.values.due).toBe(dayAfter(18)));
  expect(written).toHaveLength(4);
  expect(await screen.findByText(/^Moved to/)).toBeVisible();
  await waitFor(() => expect(document.querySelector('table')).toHaveAttribute('aria-busy', 'false'));
  expect(entry()).toHaveFocus();
  press('ArrowLeft', 17);
  await waitFor(() => expect(mast.values.due).toBe(dayAfter(17)));
  expect(screen.queryByText(/Somebody else/)).toBeNull();
});

test('an entry of a calendar whose move is refused is on its former day again, with the focus', async () => {
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  const due = `${new Date().toISOString().slice(0, 8)}15`;
  const mast = buildRow({ id: 'Mast', values: { name: 'Mast', due } });
  api.responses = {
    ...responses,
    'GET items/t/rows/': ({ query }) => {
      const rows = query.includes('is_empty') ? [] : [mast];
      return { body: { data: rows, count: rows.length, next: null, previous: null } };
    },
    'PATCH items/t/rows/': {
      body: { data: [{ status: 'refused', errors: { due: ['It is too late.'] } }] },
    },
  };
  show('calendar', { group: ['c_due'] });
  const day = () => screen.getByRole('button', { name: 'Mast' }).closest('td')?.getAttribute('aria-label');
  const before = (await screen.findByRole('button', { name: 'Mast' }))
    .closest('td')
    ?.getAttribute('aria-label');
  screen.getByRole('button', { name: 'Mast' }).focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight', altKey: true });
  expect(day()).not.toBe(before);
  expect(await screen.findByText('It is too late.')).toBeVisible();
  await waitFor(() => expect(day()).toBe(before));
  expect(screen.getByRole('button', { name: 'Mast' })).toHaveFocus();
});

test('offers no boxes to those who may not change the table', async () => {
  show('list', { allowed: [] });
  expect(await screen.findByRole('button', { name: 'Mast' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
