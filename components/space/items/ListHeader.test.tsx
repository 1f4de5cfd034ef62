import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DEFAULT_SORT, SORT_KEYS, type SpaceSort, spaceViewOf } from '#components/space/view/space-view.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ListHeader } from './ListHeader.tsx';

const NAMES = {
  title: 'Name',
  kind: 'Kind',
  size: 'Size',
  updated_at: 'Changed',
  created_at: 'Created',
  created_by: 'By',
} as const;
/** The columns of the list; only the menu can sort by creation time. */
const COLUMNS = SORT_KEYS.filter((key) => key !== 'created_at');

/** The sort state of a column, and the order in the address that pressing it opens. */
function column(sort: SpaceSort, key: (typeof SORT_KEYS)[number]) {
  const view = spaceViewOf({ sort, kind: 'table' });
  const { unmount } = renderWithMessages(<ListHeader base="/acme/plans" view={view} people />);
  const cell = screen.getByRole('columnheader', { name: NAMES[key] });
  const ariaSort = cell.getAttribute('aria-sort');
  const href = screen.getByRole('link', { name: NAMES[key] }).getAttribute('href') ?? '';
  unmount();
  const { pathname, searchParams } = new URL(href, 'http://x');
  expect({ pathname, kind: searchParams.get('kind') }).toEqual({ pathname: '/acme/plans', kind: 'table' });
  return { said: ariaSort, leadsTo: searchParams.get('sort') ?? DEFAULT_SORT };
}

it.each(COLUMNS)('sorts by %s both ways through its column, with the order in the address', (key) => {
  expect(column(key, key)).toEqual({ said: 'ascending', leadsTo: `-${key}` });
  expect(column(`-${key}`, key)).toEqual({ said: 'descending', leadsTo: key });
});

it('begins with the largest and the latest, and with the first letter', () => {
  expect(column('title', 'size')).toEqual({ said: 'none', leadsTo: '-size' });
  expect(column('title', 'kind')).toEqual({ said: 'none', leadsTo: 'kind' });
  expect(column('title', 'updated_at')).toEqual({ said: 'none', leadsTo: '-updated_at' });
});

it('has no “By” column when authors are hidden from the viewer', () => {
  renderWithMessages(<ListHeader base="/acme/plans" view={spaceViewOf({})} people={false} />);
  expect(screen.queryByRole('columnheader', { name: 'By' })).toBeNull();
});
