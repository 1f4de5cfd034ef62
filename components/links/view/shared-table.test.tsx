import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shownColumns } from '#components/table/columns/grid-columns.ts';
import type { SharedView } from '#lib/contract/shared-view.ts';
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
