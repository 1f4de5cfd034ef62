import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { type FakeApi, type RecordedRequest, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { DeletedRows } from './DeletedRows.tsx';
import { RowDialog } from './RowDialog.tsx';
import { RowHistory } from './RowHistory.tsx';

const renderRows = (element: ReactElement) =>
  renderWithMessages(
    <QueryProvider>
      <NotificationProvider>
        <Toaster>{element}</Toaster>
      </NotificationProvider>
    </QueryProvider>,
  );
const boat = (n: number) => buildRow({ id: `b${n}`, values: { name: `Boat ${n}` } });
const boats = (from: number) => Array.from({ length: 30 }, (_, at) => boat(from + at));
const pageOf = ({ query }: RecordedRequest) => Number(new URLSearchParams(query).get('page'));
const nobody = { id: '', name: 'Ada' };

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET items/boats/columns/': { body: { data: [buildColumn('text', 'name')] } },
    'GET items/boats/rows/': ({ query }) => ({
      body: query.includes('after=next') ? { data: boats(31), next: null } : { data: boats(1), next: 'next' },
    }),
    'POST items/t/rows/': { body: { data: [{ status: 'done', row: buildRow() }] } },
    'GET items/t/rows/r/history/': (request) => ({
      body: {
        data: Array.from({ length: pageOf(request) === 1 ? 50 : 3 }, (_, n) => ({
          kind: 'changed',
          revision: 2,
          at: new Date(Date.UTC(2026, 0, 20 - pageOf(request), 0, n)).toISOString(),
          by: nobody,
          changes: [{ column_id: 'c_name', label: 'name', from: 'a', to: `page ${pageOf(request)}` }],
        })),
      },
    }),
    'GET items/t/deleted-rows/': {
      body: {
        data: [1, 2].map((n) => ({
          ...boat(n),
          deleted_at: '2026-01-15T12:00:00Z',
          expires_at: '2026-02-14T12:00:00Z',
          deleted_by: nobody,
        })),
      },
    },
    'POST items/t/rows/restore/': {
      body: {
        data: [
          { id: 'b1', status: 'done' },
          { id: 'b2', status: 'refused', errors: { name: ['name must be unique'] } },
        ],
      },
    },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
});
const sent = (path: string) =>
  api.requests
    .filter((request) => `${request.method} ${request.path}` === path)
    .map(({ body }) => JSON.parse(body));

test('a new row links to rows that are chosen before it is there, also to one of a later page', async () => {
  const user = userEvent.setup();
  let saved = 0;
  const link = { ...buildColumn('link', 'boat'), table: 'boats' };
  renderRows(
    <RowDialog
      itemId="t"
      columns={[buildColumn('text', 'name')]}
      links={shownColumns([link])}
      row={null}
      onSaved={() => {
        saved += 1;
      }}
      onClose={() => undefined}
    />,
  );
  await user.type(await screen.findByLabelText(/^name/), 'Trip');
  await user.click(screen.getByRole('button', { name: 'Choose rows: boat' }));
  const dialog = await screen.findByRole('dialog', { name: 'boat' });
  await user.click(await within(dialog).findByLabelText('Boat 2'));
  await user.click(within(dialog).getByText('Show more rows'));
  await user.click(await within(dialog).findByLabelText('Boat 60'));
  expect(within(dialog).queryByText('Show more rows')).toBeNull();
  await user.click(within(dialog).getByText('Save'));
  expect(within(screen.getByRole('group', { name: 'boat' })).getByText('Boat 60')).toBeInTheDocument();
  await user.click(screen.getByText('Add'));
  await waitFor(() => expect(saved).toBe(1));
  expect(sent('POST items/t/rows/')).toEqual([{ rows: [{ values: { name: 'Trip', boat: ['b2', 'b60'] } }] }]);
});

test.each([
  [403, 'forbidden', /^You don’t have access to the table/, false],
  [503, 'unavailable', /^Down for a moment/, true],
])('rows to link to that are refused with %i say why', async (status, code, text, isTriedAgain) => {
  const user = userEvent.setup();
  api.responses['GET items/other/columns/'] = { status, body: { message: 'Down for a moment', code } };
  const link = { ...buildColumn('link', 'boat'), table: 'other' };
  renderRows(
    <RowDialog
      itemId="t"
      columns={[]}
      links={shownColumns([link])}
      row={null}
      onSaved={() => undefined}
      onClose={() => undefined}
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Choose rows: boat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'boat' }));
  expect(await dialog.findByText(text, {}, { timeout: 10_000 })).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Try again' }) !== null).toBe(isTriedAgain);
});

test('the history of a row shows its older changes, too', async () => {
  const user = userEvent.setup();
  renderRows(
    <RowHistory
      itemId="t"
      row={buildRow()}
      columns={shownColumns([buildColumn('text', 'name')])}
      context={{ locale: 'en', people: new Map(), restricted: 'Restricted' }}
    />,
  );
  await user.click(screen.getByText('History'));
  await waitFor(() => expect(screen.getAllByText(/page 1$/)).toHaveLength(50));
  await user.click(screen.getByText('Show older changes'));
  await waitFor(() => expect(screen.getAllByText(/page 2$/)).toHaveLength(3));
  expect(screen.getAllByText(/page 1$/)).toHaveLength(50);
  expect(screen.queryByText('Show older changes')).toBeNull();
});

test('the history of a row names what it has no more: linked rows, files, and rows that may not be seen', async () => {
  const user = userEvent.setup();
  const change = (name: string, from: string[]) => ({ column_id: `c_${name}`, label: name, from, to: null });
  api.responses['GET items/t/rows/r/history/'] = {
    body: {
      data: [
        {
          ...{ kind: 'changed', revision: 2, at: '2026-01-20T00:00:00Z', by: nobody },
          changes: [change('boat', ['b1', 'b2', 'b3', '…']), change('papers', ['p1', 'p2'])],
          linked: { b1: { title: 'Heron' }, b2: { deleted: true }, b3: { restricted: true } },
          files: { p1: { name: 'plan.pdf' }, p2: { deleted: true } },
        },
      ],
    },
  };
  renderRows(
    <RowHistory
      itemId="t"
      row={buildRow()}
      columns={shownColumns([
        { ...buildColumn('link', 'boat'), table: 'boats' },
        buildColumn('attachment', 'papers'),
      ])}
      context={{ locale: 'en', people: new Map(), restricted: 'Restricted' }}
    />,
  );
  await user.click(screen.getByText('History'));
  expect(await screen.findByText('Heron; Deleted row; Restricted; …')).toBeInTheDocument();
  expect(screen.getByText('plan.pdf; Deleted file')).toBeInTheDocument();
});

test('the history of a row names files of a column that is deleted, or has texts now', async () => {
  const user = userEvent.setup();
  const [p1, p2] = ['p1', 'p2'];
  api.responses['GET items/t/rows/r/history/'] = {
    body: {
      data: [
        {
          ...{ kind: 'changed', revision: 2, at: '2026-01-20T00:00:00Z', by: nobody },
          changes: [
            { column_id: 'c_gone', from: [p1, '…'], to: [{ a: 1 }] },
            { column_id: 'c_name', label: 'name', from: [p2], to: 'b' },
          ],
          files: { p1: { name: 'plan.pdf' }, p2: { name: 'quay.pdf' } },
        },
      ],
    },
  };
  renderRows(
    <RowHistory
      itemId="t"
      row={buildRow()}
      columns={shownColumns([buildColumn('text', 'name')])}
      context={{ locale: 'en', people: new Map(), restricted: 'Restricted' }}
    />,
  );
  await user.click(screen.getByText('History'));
  expect(await screen.findByText('plan.pdf; …')).toBeInTheDocument();
  expect(screen.getByText(/\{"a":1\}$/)).toBeInTheDocument();
  expect(screen.getByText('quay.pdf')).toBeInTheDocument();
});

const undoControl = {
  stack: { done: [], undone: [] },
  read: () => undoControl.stack,
  save: () => undefined,
  note: () => undefined,
  queue: async <Value,>(action: () => Value | Promise<Value>) => action(),
};
const deletedRows = (onRestored: () => void) => (
  <DeletedRows
    itemId="t"
    columns={[buildColumn('text', 'name')]}
    undoControl={undoControl}
    onRestored={onRestored}
    onClose={() => undefined}
  />
);

test('deleted rows are found by their names, restored together, and the reason is shown of one that can’t be', async () => {
  const user = userEvent.setup();
  let restored = 0;
  renderRows(
    deletedRows(() => {
      restored += 1;
    }),
  );
  await user.type(await screen.findByRole('searchbox', { name: 'Search deleted rows' }), 'boat');
  await waitFor(() => expect(api.requests.at(-1)?.query).toContain('q=boat'));
  await user.click(await screen.findByLabelText('Select all 2'));
  await user.click(screen.getByText('Restore 2 rows'));
  expect(await screen.findByText('name must be unique')).toBeInTheDocument();
  expect(sent('POST items/t/rows/restore/')).toEqual([{ ids: ['b1', 'b2'] }]);
  expect(restored).toBe(1);
  // The one that was refused is still chosen.
  expect(await screen.findByText('Restore 1 row')).toBeInTheDocument();
});

test('the focus goes to the next deleted row where one was restored by its button', async () => {
  const user = userEvent.setup();
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  let left = ['One', 'Two', 'Three'];
  const deletedRow = (name: string) => ({
    ...{
      id: name,
      values: { name },
      deleted_at: '2026-11-30T10:00:00Z',
      deleted_by: { id: 'u', name: 'Ada' },
    },
  });
  api.responses = {
    ...responses,
    'GET items/t/deleted-rows/': () => ({ body: { data: left.map(deletedRow) } }),
    'POST items/t/rows/restore/': ({ body }) => {
      const { ids } = JSON.parse(body);
      left = left.filter((name) => !ids.includes(name));
      return {
        body: { data: [{ status: 'done', row: buildRow({ id: ids[0], values: { name: ids[0] } }) }] },
      };
    },
  };
  renderRows(deletedRows(() => undefined));
  (await screen.findByRole('button', { name: 'Restore One' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore One' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Restore Two' })).toHaveFocus());
});

test('bulk changes of others are listed, and undone once', async () => {
  const user = userEvent.setup();
  let undone = 0;
  const change = (id: string, more: object) => ({
    ...{ id, action: 'delete', state: 'done', total: 12_340, changed: 12_340, unchanged: 0, skipped: 0 },
    ...{ refused: 0, problems: [], job: null, undoes: null, undone_by: null },
    ...{ made_at: '2026-01-15T12:00:00Z', made_by: nobody, columns: [], ...more },
  });
  const made = change('one', {});
  api.responses['GET items/t/bulk-changes/'] = {
    body: {
      data: [
        made,
        change('two', { action: 'set', changed: 3, columns: ['State'], undone_by: 'three' }),
        change('four', { action: 'set', state: 'running' }),
      ],
    },
  };
  api.responses['POST items/t/bulk-changes/one/undo/'] = {
    body: { data: { ...made, id: 'five', action: 'restore', undoes: 'one' } },
  };
  renderRows(
    deletedRows(() => {
      undone += 1;
    }),
  );
  await user.click(await screen.findByRole('tab', { name: 'Bulk changes' }));
  expect(await screen.findByText('Changed “State” in 3 rows')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo: Deleted 12,340 rows' }));
  expect(await screen.findByText('12,340 rows are restored.')).toBeInTheDocument();
  expect(undone).toBe(1);
  await waitFor(() =>
    expect(api.requests.filter(({ path }) => path === 'items/t/bulk-changes/')).toHaveLength(2),
  );
});

test('deleted columns are listed, and restored with a note of what is not as it was', async () => {
  const user = userEvent.setup();
  let restored = 0;
  const column = { id: 'c_berth', name: 'berth', label: 'Berth', type: 'text' };
  const times = { deleted_at: '2026-01-15T12:00:00Z', expires_at: '2026-02-14T12:00:00Z' };
  api.responses['GET items/t/deleted-columns/'] = {
    body: { data: [{ ...column, ...times, deleted_by: nobody }] },
  };
  api.responses['POST items/t/deleted-columns/c_berth/restore/'] = () => {
    api.responses['GET items/t/deleted-columns/'] = { body: { data: [] } };
    return { body: { data: { column: { ...column, required: false, revision: 2 }, notes: ['not_unique'] } } };
  };
  renderRows(
    deletedRows(() => {
      restored += 1;
    }),
  );
  await user.click(await screen.findByRole('tab', { name: 'Deleted rows' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Deleted columns' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByText('Berth')).toBeInTheDocument();
  expect(screen.getByText(/Deleted by Ada/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore Berth' }));
  expect(await screen.findByText(/so it is unique no more/)).toBeInTheDocument();
  expect(await screen.findByText('No columns were deleted in the last 30 days.')).toBeInTheDocument();
  expect(restored).toBe(1);
});
