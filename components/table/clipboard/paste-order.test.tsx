import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Values } from '#lib/fields/definition.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { storeUndoStack, undoKey } from '../changes/undo-storage.ts';
import { TableView } from '../TableView.tsx';

const ROWS = 'items/t/rows/';
const READ_LINKS = 'POST items/t/rows/read-links/';
const COLUMNS = [buildColumn('text', 'name'), { ...buildColumn('link', 'boat'), table: 'boats' }];
const ADD = 'POST items/t/columns/';
const LINKED = { body: { data: [{ value: ['b1'] }] } };

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterAll(() => api.stop());

const cell = (place: string) => document.querySelector(`[data-cell="${place}"]`) ?? document.body;
const written = () =>
  api.requests
    .filter(({ method, path }) => method === 'PATCH' && path === ROWS)
    .flatMap(({ body }) => JSON.parse(body).rows);

const pathOf = (column: { id: string }) => `DELETE items/t/columns/${column.id}/`;
const [NAME, BOAT] = COLUMNS as [(typeof COLUMNS)[0], (typeof COLUMNS)[0]];

/** A table into which a text may be pasted, whose titles are read until `read` is resolved. */
function showTable() {
  const user = userEvent.setup();
  const read = Promise.withResolvers<typeof LINKED>();
  api.requests.length = 0;
  let now: Values = { name: 'Ada' };
  api.responses = {
    [`GET ${ROWS}`]: {
      body: { data: [buildRow({ id: 'r', values: now })], count: 1, next: null, previous: null },
    },
    'GET items/t/columns/': { body: { data: COLUMNS } },
    [READ_LINKS]: () => read.promise,
    [`PATCH ${ROWS}`]: ({ body }) => {
      const [{ values }] = JSON.parse(body).rows;
      const previous = now;
      now = { ...now, ...values };
      return {
        body: { data: [{ status: 'done', row: buildRow({ id: 'r', revision: 2, values: now }), previous }] },
      };
    },
    [pathOf(NAME)]: { body: { data: { label: 'name', rows: 1 } } },
    [ADD]: { body: { data: buildColumn('text', 'note') } },
  };
  const first = {
    ...{ columns: COLUMNS, views: [], view: '', rows: [buildRow({ id: 'r', values: now })], offset: 0 },
    ...{ next: null, previous: null, requested: null, count: 1, writtenIn: {}, country: null },
  };
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', allowed: ['item.change'] })} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  return { user, read };
}

/** The same, into which a text is being pasted. */
async function pasteSlowly() {
  const { user, read } = showTable();
  await user.click(cell('0:0'));
  await user.paste('Ida\tHeron');
  await waitFor(() => expect(api.paths()).toContain(READ_LINKS));
  return { user, read };
}

async function openDeletion(user: UserEvent) {
  const target = await screen.findByRole('columnheader', { name: /name/ });
  await user.pointer({ keys: '[MouseRight]', target });
  await user.click(await screen.findByText('Delete column'));
  return screen.findByRole('dialog');
}

async function openNewColumn(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Add column' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/^Label/), 'Note');
  return dialog;
}

const confirm = async (user: UserEvent, dialog: HTMLElement, name: string) => {
  const button = within(dialog).getByRole('button', { name });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
};

beforeEach(() =>
  storeUndoStack(undoKey('', 't'), {
    done: [{ kind: 'cells', cells: [{ id: 'r', name: 'name', from: 'Ada', to: 'Eve' }] }],
    undone: [],
  }),
);

test('undoes a running paste by the button, once it is over, and nothing that was done before it', async () => {
  const { user, read } = await pasteSlowly();
  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  expect(written()).toEqual([]);
  read.resolve(LINKED);
  await waitFor(() => expect(written()).toHaveLength(2));
  expect(written()).toMatchObject([
    { values: { name: 'Ida', boat: ['b1'] } },
    { values: { name: 'Ada', boat: null } },
  ]);
});

test('stores a column that is added during a paste once the paste is over', async () => {
  const { user, read } = await pasteSlowly();
  await confirm(user, await openNewColumn(user), 'Add');
  expect(api.paths()).not.toContain(ADD);
  read.resolve(LINKED);
  await waitFor(() => expect(api.paths()).toContain(ADD));
  const paths = api.paths();
  expect(paths.indexOf(ADD)).toBeGreaterThan(paths.indexOf(`PATCH ${ROWS}`));
});

test.each([
  ['added', 'Cancel', openNewColumn, 'Add'],
  ['deleted', 'Close', openDeletion, 'Delete column'],
] as const)(
  'leaves a column that was to be %s after a paste when the dialog is closed by %s meanwhile',
  async (_, close, open, submit) => {
    const { user, read } = await pasteSlowly();
    const dialog = await open(user);
    await confirm(user, dialog, submit);
    await user.click(within(dialog).getByRole('button', { name: close }));
    const other = await openNewColumn(user);
    read.resolve(LINKED);
    await waitFor(() => expect(written()).toHaveLength(1));
    // What is requested next would come after it.
    await confirm(user, other, 'Add');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.paths().filter((one) => one === ADD)).toHaveLength(1);
    expect(api.paths()).not.toContain(pathOf(NAME));
  },
);

test('leaves another dialog open when a column was added whose dialog was closed during the request', async () => {
  const { user } = showTable();
  const response = Promise.withResolvers<{ body: unknown }>();
  api.responses[ADD] = () => response.promise;
  const dialog = await openNewColumn(user);
  await confirm(user, dialog, 'Add');
  await waitFor(() => expect(api.paths()).toContain(ADD));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  const other = await openDeletion(user);
  api.requests.length = 0;
  response.resolve({ body: { data: buildColumn('text', 'note') } });
  await waitFor(() => expect(api.paths()).toContain('GET items/t/columns/'));
  expect(other).toBeInTheDocument();
});

test('links rows that are chosen during a paste, and takes what was pasted for nobody else’s change', async () => {
  const { user, read } = await pasteSlowly();
  api.responses['GET items/boats/columns/'] = { body: { data: [NAME] } };
  api.responses['GET items/boats/rows/'] = {
    body: { data: [buildRow({ id: 'b2', values: { name: 'Yawl' } })], count: 1, next: null, previous: null },
  };
  await user.click(cell('0:1'));
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: BOAT.label });
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Yawl' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  read.resolve(LINKED);
  await waitFor(() => expect(written()).toHaveLength(2));
  expect(written()[1]).toMatchObject({ values: { boat: ['b2'] } });
  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  await waitFor(() => expect(written()).toHaveLength(3));
  expect(written()[2]).toMatchObject({ values: { boat: ['b1'] } });
  expect(screen.queryByText(/Somebody else/)).toBeNull();
});

/** Undoes the addition of rows that are not shown; their deletion lasts until `deletion` is resolved. */
async function undoSlowly() {
  storeUndoStack(undoKey('', 't'), {
    done: [
      { kind: 'cells', cells: [{ id: 'r', name: 'name', from: 'Eve', to: 'Ada' }] },
      { kind: 'added', ids: ['x', 'y'] },
    ],
    undone: [],
  });
  const { user, read } = showTable();
  read.resolve(LINKED);
  const deletion = Promise.withResolvers<{ body: unknown }>();
  api.responses[`DELETE ${ROWS}`] = () => deletion.promise;
  await user.click(cell('0:0'));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(api.paths()).toContain(`DELETE ${ROWS}`));
  return {
    user,
    complete: () => deletion.resolve({ body: { data: [{ status: 'done' }, { status: 'done' }] } }),
  };
}

test.each([
  ['a paste', (user: UserEvent) => user.paste('Ida\tHeron'), { name: 'Ida' }],
  ['another undo', (user: UserEvent) => user.keyboard('{Control>}z{/Control}'), { name: 'Eve' }],
])('begins %s once an undo is over that deletes rows in parts', async (_, begin, values) => {
  const { user, complete } = await undoSlowly();
  await begin(user);
  await api.received();
  expect(api.paths().at(-1)).toBe(`DELETE ${ROWS}`);
  complete();
  await waitFor(() => expect(written()).toMatchObject([{ values }]));
});

test('deletes a column once an undo is over that deletes rows in parts', async () => {
  const { user, complete } = await undoSlowly();
  await confirm(user, await openDeletion(user), 'Delete column');
  await api.received();
  expect(api.paths()).not.toContain(pathOf(NAME));
  complete();
  await waitFor(() => expect(api.paths()).toContain(pathOf(NAME)));
});

test('undoes the cell that was just typed while it is being stored, and no step before it', async () => {
  const { user } = showTable();
  const stored = Promise.withResolvers<void>();
  const respond = api.responses[`PATCH ${ROWS}`];
  api.responses[`PATCH ${ROWS}`] = async (request) => {
    await stored.promise;
    return typeof respond === 'function' ? respond(request) : { body: null };
  };
  await user.click(cell('0:0'));
  await user.keyboard('Ida{Enter}');
  await user.keyboard('{Control>}z{/Control}');
  await api.received();
  expect(written()).toMatchObject([{ values: { name: 'Ida' } }]);
  stored.resolve();
  await waitFor(() => expect(written()).toHaveLength(2));
  expect(written()[1]).toMatchObject({ values: { name: 'Ada' } });
});

test('puts a deleted row back by its notice once a paste is over that was begun before', async () => {
  const { user, read } = showTable();
  api.responses[`DELETE ${ROWS}`] = { body: { data: [{ status: 'done' }] } };
  const restore = `POST ${ROWS}restore/`;
  api.responses[restore] = { body: { data: [{ status: 'done', row: buildRow({ id: 'r' }) }] } };
  await user.click(cell('0:0'));
  await user.keyboard('{ArrowLeft}{Delete}');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await user.paste('Ida\tHeron');
  await waitFor(() => expect(api.paths()).toContain(READ_LINKS));
  await user.click(undo);
  await api.received();
  expect(api.paths()).not.toContain(restore);
  read.resolve(LINKED);
  await waitFor(() => expect(api.paths()).toContain(restore));
});
