import { expect, test } from 'vitest';
import type { WireColumn } from '#lib/contract/table.ts';
import { buildColumn } from '#tests/component/table.ts';
import { loadSharedView } from './load-shared-view.ts';

/** What a page asks of a view that is grouped by a column, in a hub in India, and what it shows. */
async function load(
  column: WireColumn,
  values: readonly unknown[],
  query: Record<string, string> = {},
  preparing?: boolean,
) {
  const requested: URL[] = [];
  const view = {
    ...{ id: 'v', name: 'Boats', type: 'grid', locale: 'en', time_zone: 'Asia/Kolkata', group: [column.id] },
    columns: [buildColumn('text', 'name'), column],
  };
  const api = async (path: string) => {
    const url = new URL(path, 'http://hub.example');
    requested.push(url);
    const groups = values.map((value) => ({ value, count: 1 }));
    const data = url.pathname.endsWith('/groups/') ? groups : url.pathname.endsWith('/rows/') ? [] : view;
    return JSON.parse(JSON.stringify({ ok: true, status: 200, data, preparing }));
  };
  const loaded = await loadSharedView(api, 'v', '/s/token', query, null);
  const sent = (name: string) => requested.flatMap(({ searchParams }) => searchParams.get(name) ?? []);
  return { loaded, groups: sent('group'), filters: sent('filter').map((filter) => JSON.parse(filter)) };
}

const DAY = {
  and: [
    { not: { field: 'c_at', op: 'before', value: '2026-03-04T00:00:00+05:30' } },
    { field: 'c_at', op: 'before', value: '2026-03-05T00:00:00+05:30' },
  ],
};

test('reads points in time by the days of the hub, as groups and as one of them', async () => {
  const at = buildColumn('datetime', 'at');
  const all = await load(at, ['2026-03-04']);
  expect(all.groups).toEqual(['c_at:day']);
  expect(all.filters).toEqual([DAY]);
  const one = await load(at, [], { list: '"2026-03-04"' });
  expect(one.filters).toEqual([DAY]);
});

test('reads the rows of each set of choices, and of one', async () => {
  const tags = buildColumn('multi-select', 'tags');
  const { groups, filters, loaded } = await load(tags, [['red', 'blue'], null]);
  expect(groups).toEqual(['c_tags']);
  const both = { field: 'c_tags', op: 'exactly', value: ['red', 'blue'] };
  expect(filters).toEqual([both, { field: 'c_tags', op: 'is_empty' }]);
  expect(loaded?.content).toMatchObject({ lists: [{ value: ['red', 'blue'] }, { value: null }] });
  expect((await load(tags, [], { list: '["red","blue"]' })).filters).toEqual([both]);
});

test('names the rows for which an index is being prepared', async () => {
  const at = buildColumn('datetime', 'at');
  const { loaded } = await load(at, ['2026-03-04'], {}, true);
  expect(loaded?.preparing.map((address) => new URL(address, 'http://hub.example').pathname)).toEqual([
    '/shared-views/v/rows/',
  ]);
  expect((await load(at, ['2026-03-04'])).loaded?.preparing).toEqual([]);
});
