import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { shownColumns } from '#components/table/columns/grid-columns.ts';
import type { SharedView } from '#lib/contract/shared-view.ts';
import { rowFileUrl } from '#services/table.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { SharedTable } from './SharedTable.tsx';
import { useSharedContext } from './shared-rows.ts';

const VIEW: SharedView = {
  ...{ id: 'v', name: 'Boats', type: 'grid', group: [], locale: null, time_zone: null },
  columns: [{ id: 'c_name', name: 'name', label: 'Name', type: 'text', required: false, revision: 0 }],
};

function Page() {
  const context = useSharedContext(VIEW);
  const rows = [
    { id: 'a', values: { name: 'Anchor' }, color: 'green' as const },
    { id: 'b', values: { name: 'Buoy' } },
  ];
  return <SharedTable columns={shownColumns(VIEW.columns)} label="Boats" {...{ rows, context }} />;
}

test('shows the rows of a shared view in their colours', () => {
  renderWithMessages(<Page />);
  expect(screen.getByRole('row', { name: 'Anchor' })).toHaveAttribute('data-tint', 'green');
  expect(screen.getByRole('row', { name: 'Buoy' })).not.toHaveAttribute('data-tint');
});

test('asks for files at the page’s own host, where the browser sends the pass of the link', () => {
  document.documentElement.dataset.apiHost = 'https://api.example';
  onTestFinished(() => {
    delete document.documentElement.dataset.apiHost;
  });
  const File = () => <p>{useSharedContext(VIEW).fileUrl?.('f')}</p>;
  renderWithMessages(<File />);
  expect(screen.getByText('/api/v1/shared-views/v/files/f/')).toBeVisible();
  // As those of members, whose session is a cookie of that host.
  expect(rowFileUrl('t', 'f')).toBe('/api/v1/items/t/row-files/f/');
});
