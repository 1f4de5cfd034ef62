import { act, screen, within } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { createTestRouter } from '#tests/component/router.ts';
import { buildColumn } from '#tests/component/table.ts';
import type { LoadedView } from './load-shared-view.ts';
import { SharedView } from './SharedView.tsx';
import { type ListValue, readPlace } from './shared-place.ts';

const OPTIONS = [
  { id: 'red', label: 'Red' },
  { id: 'blue', label: 'Blue' },
];

/** Where the last page that was shown has led its router: to itself, when it loads again. */
let loads: readonly string[] = [];

function show(
  column: LoadedView['view']['columns'][number],
  values: readonly ListValue[],
  preparing: string[] = [],
  more: { more?: number } = {},
) {
  const view: LoadedView['view'] = {
    ...{ id: 'v', name: 'Boats', type: 'grid', locale: 'en', time_zone: 'UTC', group: [column.id] },
    columns: [buildColumn('text', 'name'), column],
  };
  const lists = values.map((value, at) => ({
    value,
    count: 12 + at,
    ...more,
    rows: [{ id: `r${at}`, values: { name: `Boat ${at}` } }],
  }));
  const content = { type: 'lists' as const, lists, hasMore: false };
  const { router, led } = createTestRouter('/s/token');
  loads = led;
  renderWithMessages(
    <RouterContext.Provider value={router}>
      <SharedView loaded={{ view, path: '/s/token', place: readPlace({}), content, preparing, pass: null }} />
    </RouterContext.Provider>,
  );
  return screen.getAllByRole('heading', { level: 2 });
}

test('titles the groups of a shared view by their sets, each with its number and an address of its own', () => {
  const tags = { ...buildColumn('multi-select', 'tags'), options: OPTIONS };
  const [both, none] = show(tags, [['red', 'blue'], null]);
  expect(both).toHaveTextContent(/Red Blue\s*12/);
  expect(none).toHaveTextContent('13');
  const more = within(both?.parentElement ?? document.body).getByRole('link', { name: /12/ });
  const address = new URL(more.getAttribute('href') ?? '', 'http://hub.example');
  expect(readPlace(Object.fromEntries(address.searchParams)).list).toEqual(['red', 'blue']);
});

test('shows no rows of a group with more values than a filter compares, and says so', () => {
  const [first] = show(buildColumn('multi-select', 'tags'), [['a']], [], { more: 7 });
  const section = within(first?.parentElement ?? document.body);
  expect(section.getByText(/This group has 7 more values than are shown here/)).toBeVisible();
  expect(section.queryByRole('link')).toBeNull();
});

test('titles them by what the linked rows have, and points in time by their days', () => {
  const lookup = { ...buildColumn('lookup', 'states'), via: 'c_x', of: 'c' };
  const [first] = show({ ...lookup, shown_as: { type: 'select', options: OPTIONS } }, ['blue']);
  expect(first).toHaveTextContent(/^Blue/);
});

test('titles groups of points in time by their days', () => {
  const [day] = show(buildColumn('datetime', 'at'), ['2026-03-04']);
  expect(day).toHaveTextContent(/^Mar 4, 2026\s*12/);
});

test('says that an index is being prepared for what it shows, and looks whether it is there', async () => {
  const api = await startFakeApi({ 'GET shared-views/v/rows/': { body: { data: [] } } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await api.stop();
  });
  show(buildColumn('datetime', 'at'), ['2026-03-04'], ['shared-views/v/rows/']);
  expect(screen.getByRole('status')).toHaveTextContent('Making this view faster…');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await vi.waitFor(() => expect(loads).toEqual(['/s/token']));
});
