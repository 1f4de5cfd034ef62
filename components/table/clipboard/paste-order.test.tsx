import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

/** A table into which a text is pasted, whose titles are read until `read` is resolved. */
async function pasteSlowly() {
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
    'DELETE items/t/columns/': { body: { data: null } },
    'POST items/t/columns/': { body: { data: buildColumn('text', 'note') } },
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
  await user.click(cell('0:0'));
  await user.paste('Ida\tHeron');
  await waitFor(() => expect(api.paths()).toContain(READ_LINKS));
  return { user, read };
}

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
  await user.click(screen.getByRole('button', { name: 'Add column' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/^Label/), 'Note');
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Add' })).toHaveAttribute('aria-busy', 'true'),
  );
  expect(api.paths()).not.toContain('POST items/t/columns/');
  read.resolve(LINKED);
  await waitFor(() => expect(api.paths()).toContain('POST items/t/columns/'));
  const paths = api.paths();
  expect(paths.indexOf('POST items/t/columns/')).toBeGreaterThan(paths.indexOf(`PATCH ${ROWS}`));
});
