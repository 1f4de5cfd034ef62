import type { Announcements } from '@dnd-kit/core';
import type { IntlShape } from 'react-intl';
import type { Row } from '#lib/contract/table.ts';

type Named = {
  /** The name of a dragged row. */
  nameOf: (row: Row) => string;
  /** The name of a list or a day that it may be dropped on; null for none. */
  placeOf: (id: string) => string | null;
  /** Where a row is. */
  isAt: (row: Row, id: string) => boolean;
};

/**
 * What screen readers announce of a drag: which row it is, where it is, and that it stays where it was. A move is announced by
 * the message that everybody sees.
 */
export function dragAnnouncements(intl: IntlShape, { nameOf, placeOf, isAt }: Named): Announcements {
  const format = (id: 'table.drag_lifted' | 'table.drag_nowhere' | 'table.drag_back', row: Row) =>
    intl.formatMessage({ id }, { name: nameOf(row) });
  const rowOf = ({ data }: { data: { current?: { row?: Row } | undefined } }) => data.current?.row;
  return {
    onDragStart: ({ active }) => {
      const row = rowOf(active);
      return row && format('table.drag_lifted', row);
    },
    onDragOver: ({ active, over }) => {
      const row = rowOf(active);
      const place = over ? placeOf(String(over.id)) : null;
      if (!row) return;
      return place === null
        ? format('table.drag_nowhere', row)
        : intl.formatMessage({ id: 'table.drag_over' }, { name: nameOf(row), place });
    },
    onDragEnd: ({ active, over }) => {
      const row = rowOf(active);
      return row && (!over || isAt(row, String(over.id))) ? format('table.drag_back', row) : undefined;
    },
    onDragCancel: ({ active }) => {
      const row = rowOf(active);
      return row && format('table.drag_back', row);
    },
  };
}
